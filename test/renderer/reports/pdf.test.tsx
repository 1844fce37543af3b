import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPrintToPdf } from '#electron/hosts/browser/print-to-pdf.ts';
import { markedReport, zReport } from './fixture.ts';
import {
  browser,
  canReadText,
  cases,
  expectOnEveryPage,
  expectWhole,
  folder,
  removeFolder,
} from './paper-files.ts';

afterAll(removeFolder);

describe.skipIf(browser === null)('a PDF by the installed browser', () => {
  it.each(cases)('%s in en on %s has the size of its paper and nothing lost', (...one) =>
    expectWhole(one, 'en'),
  );

  it.skipIf(!canReadText)(
    'says on every page of A4 that it is practice, its marks, whose it is, and which page of how many',
    async () => {
      await expectOnEveryPage(markedReport, 'PRACTICE · PROVISIONAL · REOPENED · COPY 3');
      await expectOnEveryPage(zReport, 'PRACTICE · COPY 2');
    },
  );
});

/** Not one that has ended and that nobody has asked about yet. */
function isAlive(pid: number): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' });
  return status === 0 && !stdout.startsWith('Z');
}

describe('without the browser', () => {
  it('says so', async () => {
    const answer = await createPrintToPdf(() => null)('', 'a4');
    expect(answer.ok ? '' : answer.error.code).toBe('pdf-no-browser');
  });

  it('a browser that cannot be started, fails, or does not end is an error, and leaves nothing', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('closeout-paper-')).length;
    const codeOf = async (path: string): Promise<string> => {
      const answer = await createPrintToPdf(() => path, 300)('', 'a4');
      return answer.ok ? '' : `${answer.error.code} ${answer.error.params['problem']}`;
    };
    expect(await codeOf('/not/there')).toBe('pdf-failed ENOENT');
    expect(await codeOf('/bin/false')).toBe('pdf-failed exit 1');
    expect(await codeOf('/bin/true')).toBe('pdf-failed ENOENT');
    const other = join(folder, 'other.sh');
    writeFileSync(
      other,
      '#!/bin/sh\nfor a; do case $a in --print-to-pdf=*) echo "%PDF-1.4 an error page" >${a#*=};; esac; done\n',
      { mode: 0o755 },
    );
    expect(await codeOf(other)).toBe('pdf-failed content');
    const script = join(folder, 'hangs.sh');
    const pids = join(folder, 'pids');
    writeFileSync(script, `#!/bin/sh\nsleep 1000 &\necho $$ $! >${pids}\nsleep 1000\n`, { mode: 0o755 });
    expect(await codeOf(script)).toBe('pdf-failed time');
    await expect
      .poll(() => readFileSync(pids, 'utf8').trim().split(' ').map(Number).filter(isAlive))
      .toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('closeout-paper-')).length).toBe(before);
  });
});
