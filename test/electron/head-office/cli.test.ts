/** `npm run head-office` as the person who runs the server types it. */
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Connection } from '#electron/head-office/connection.ts';
import { readEnrolment } from '#electron/head-office/enrolment-file.ts';
import { newIdentity } from '#electron/head-office/entry.ts';
import { SCHEMA_VERSION } from '#electron/head-office/migrate.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { newPassword } from '#electron/head-office/password.ts';
import { publish, takeEnrolment } from '#electron/head-office/pc.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { beganAgo, monthsAgo, receivedAgo } from './months.ts';
import { enrolPc, entriesOf, openRecord, place } from './record.ts';

const cli = join(import.meta.dirname, '../../../electron/head-office/cli.ts');

describe.skipIf(findPostgres() === null)('npm run head-office', () => {
  let cluster: Cluster;
  let folder: string;
  beforeAll(async () => {
    cluster = await openCluster();
    folder = await mkdtemp(join(tmpdir(), 'closeout-office-'));
    await cluster.database('chain');
  });
  afterAll(async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(...args: string[]): Promise<{ code: number | null; said: string }> {
    const { password } = cluster.login('chain');
    const url = `postgres://owner@127.0.0.1:${cluster.port}/chain`;
    const child = spawn(process.execPath, [cli, ...args, ...(args.includes('--url') ? [] : ['--url', url])], {
      env: { ...process.env, PGPASSWORD: password },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, said: out + error };
  }

  it('makes the record, enrols, tells how things stand, verifies, finds a cut end, and withdraws', async () => {
    const before = await run('status');
    expect(before.code).toBe(2);
    expect(before.said).toContain('-- init');
    expect((await run('init')).said).toContain(`from 0 to ${SCHEMA_VERSION}`);
    const file = join(folder, 'till.enrolment');
    const enrol = ['enrol', '--name', 'Till 1', '--environment', 'practice', '--merchant', 'MID-1'];
    expect(await run(...enrol, '--branch', 'Maadi', '--out', file)).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await run(...enrol, '--out', file)).said).toContain('is there already');

    const read = readEnrolment(readFileSync(file, 'utf8'), 0);
    if (!read.ok) throw new Error(read.problem);
    const identity = newIdentity();
    const connection: Connection = await connect(read.paper);
    await takeEnrolment(connection, identity.publicKey, newPassword());
    await publish(connection, entriesOf({ identity, place: place('Maadi') }, 3));
    await connection.close();

    const status = await run('status');
    expect(status.said).toContain(`${identity.pc}  Till 1  Maadi  3 entries`);
    const heads = join(folder, 'heads.json');
    expect(await run('verify', '--heads', heads)).toMatchObject({ code: 0 });

    const owner = await connect(cluster.login('chain'));
    await owner.rows('SET session_replication_role = replica');
    await owner.rows('DELETE FROM head_office.entry WHERE seq = 3');
    await owner.rows('UPDATE head_office.pc SET head_seq = 2');
    await owner.close();
    expect(await run('verify')).toMatchObject({ code: 0 });
    expect(await run('verify', '--heads', heads)).toMatchObject({
      code: 1,
      said: `BROKEN  Till 1 (${identity.pc}): entry 3 (cut)\n`,
    });
    expect(status.said).toContain('  home');
    expect((await run('home', '--pc', identity.pc)).said).toContain('home PC of Maadi');
    expect(await run('home', '--pc', 'nobody')).toMatchObject({ code: 2 });
    expect((await run('withdraw', '--pc', identity.pc)).said).toContain('Till 1 is withdrawn');
    expect((await run('status')).said).toContain('WITHDRAWN');
  });

  it('archives old months, verifies the file with the record, and says when a file is missing', async () => {
    const owner = await openRecord(cluster, 'old');
    await beganAgo(owner, 1);
    const pc = await enrolPc(cluster, owner, 'old', place('Maadi'));
    const entries = entriesOf(pc, 5);
    await publish(pc.connection, entries.slice(0, 3));
    await receivedAgo(owner, 1);
    await publish(pc.connection, entries.slice(3));
    await pc.connection.close();
    await owner.close();
    const old = (...args: string[]) =>
      run(...args, '--url', `postgres://owner@127.0.0.1:${cluster.port}/old`);
    const archives = join(folder, 'archives');
    await mkdir(archives);
    const out = join(archives, 'old.jsonl.gz');
    const heads = join(folder, 'old-heads.json');
    expect(await old('verify', '--heads', heads)).toMatchObject({ code: 0 });
    const archived = await old('archive', '--before', monthsAgo(0), '--out', out);
    expect(archived).toMatchObject({ code: 0 });
    expect(archived.said).toMatch(
      /3 entries of before .*\nThey are not in the record any more.*\n.*DROP TABLE head_office.archived_1_/,
    );
    expect(statSync(out).mode & 0o077).toBe(0);
    const id = pc.identity.pc;
    const behind = `WHOLE  PC Maadi (${id}): entries 4 to 5, those before are archived`;
    expect((await old('verify', '--heads', heads)).said).toContain(behind);
    const both = await old('verify', '--heads', heads, '--archives', archives);
    expect(both).toMatchObject({ code: 0 });
    expect(both.said).toContain(`WHOLE  ${out}: 3 entries before ${monthsAgo(0)}`);
    const status = await old('status');
    expect(status.said).toContain(`Archived before ${monthsAgo(0)}: 3 entries`);
    expect(status.said).toMatch(/archived_1_\d{4}_\d\d is archived and still takes space/);
    expect((await old('archive', '--before', monthsAgo(0), '--out', join(folder, 'more.gz'))).said).toContain(
      'nothing to archive',
    );
    await rm(out);
    const without = await old('verify', '--archives', archives);
    expect(without).toMatchObject({ code: 1 });
    expect(without.said).toContain(`The file of the archive before ${monthsAgo(0)} is not there`);
    expect(without.said).toContain(`BROKEN  PC Maadi (${id}): entry 1 (missing)`);
    expect(await old('archive', '--before', 'soon', '--out', out)).toMatchObject({ code: 2 });
  });

  it.each([
    [['nothing'], 'npm run head-office -- init'],
    [['init', '--url', 'postgres://owner:secret@127.0.0.1/chain'], 'PGPASSWORD'],
    [['init', '--url', 'postgres://owner@127.0.0.1:1/chain'], 'was not reached'],
    [['enrol', '--name', 'x'], 'npm run head-office -- init'],
  ])('says what to do for %j', async (args, words) => {
    const { code, said } = await run(...args);
    expect(code).toBe(2);
    expect(said).toContain(words);
  });

  it('takes no certificate that is none', async () => {
    const file = join(folder, 'ca.pem');
    await writeFile(file, 'no certificate');
    const { code, said } = await run('status', '--ca', file);
    expect(code).toBe(2);
    expect(said).toContain('no TLS');
  });
});
