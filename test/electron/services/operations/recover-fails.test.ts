import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DatabaseFailure } from '#electron/database/client.ts';
import type { ProfileContext } from '#electron/services/context.ts';
import { openSession } from '#electron/core/profile-session.ts';
import { idOf, newOperation } from '../../../faults/journal/profile-folder.ts';
import { codeOf, withBench, type Bench } from './harness.ts';
import { preparedWorkerUrl } from '../../../workers.ts';

const stateOf = async (bench: Bench, n: number) =>
  (await bench.session().context.db.call('journal.get', idOf(n)))?.state;

/** The same context, in which no operation can be changed. */
const at = ({ folder }: Bench) => ({ folder, workerUrl: preparedWorkerUrl });
const failing = (context: ProfileContext, sqliteCode: string) => (db: ProfileContext['db']) => {
  const call: ProfileContext['db']['call'] = (name, args) =>
    name === 'journal.change'
      ? Promise.reject(new DatabaseFailure('it cannot be written', sqliteCode))
      : db.call(name, args);
  return { ...context, db: { ...db, call } };
};

it.each([
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_READONLY', 'folder-not-writable'],
  ['SQLITE_IOERR_FSYNC', 'unexpected'],
])('a recovery that ends with %s is an answer, leaves nothing open, and is made up for', (sqliteCode, code) =>
  withBench(async (bench) => {
    const { context } = bench.session();
    await context.db.call('journal.create', newOperation(1));
    await bench.session().stop();

    const opened = await openSession({ ...at(bench), contextOf: failing(context, sqliteCode) });
    expect(opened).toMatchObject({ ok: false, error: { kind: 'storage', code } });
    // The last one to close a file takes its log away.
    expect(existsSync(join(bench.folder, 'journal.sqlite-wal'))).toBe(false);

    await bench.restart();
    expect(await stateOf(bench, 1)).toBe('EXPIRED');
  }),
);

it('a confirmation whose recovery fails has confirmed nothing: an old intent is not called unsent after it', () =>
  withBench(async (bench) => {
    const { context } = bench.session();
    await context.db.call('journal.create', newOperation(1));
    await bench.restart((folder) => writeFileSync(join(folder, 'journal.sqlite'), 'damaged'));
    await bench.session().stop();
    const opened = await openSession({ ...at(bench), contextOf: failing(context, 'SQLITE_FULL') });
    if (!opened.ok) throw new Error(codeOf(opened));
    const said = { who: 'mona', note: 'looked at the portal' };
    await expect(opened.value.checkByHand.confirm(said)).rejects.toThrow('cannot be written');
    await opened.value.stop();

    await bench.restart();
    expect(await stateOf(bench, 1)).toBe('INTENT');
    expect(codeOf(await bench.session().checkByHand.confirm(said))).toBe('ok');
    expect(await stateOf(bench, 1)).toBe('CHECKING');
  }));
