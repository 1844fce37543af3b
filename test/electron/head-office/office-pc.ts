/** A PC with a journal of its own that takes part in head office, without a window and without its thread. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrate } from '#electron/database/migrate.ts';
import { journalMigrations } from '#electron/database/migrations/index.ts';
import { connect, type Connection } from '#electron/head-office/connection.ts';
import type { Identity, Place } from '#electron/head-office/entry.ts';
import { activityOf } from '#electron/head-office/published.ts';
import { waitingOf, type Round } from '#electron/head-office/own.ts';
import { runRound } from '#electron/head-office/round.ts';
import type { NewestQuery } from '#electron/head-office/store-newest.ts';
import { openStore, removeStore, type Store } from '#electron/head-office/store.ts';
import { append } from '../audit/journal.ts';
import type { Pc } from './record.ts';

export type OfficePc = {
  readonly id: string;
  readonly folder: string;
  store(): Store;
  /** Something happens here, and is in the audit record. */
  act(...targets: string[]): void;
  round(): ReturnType<typeof runRound>;
  roundOn(connection: Connection, more?: Pick<Round, 'startRuns'>): ReturnType<typeof runRound>;
  waiting(published: number): ReturnType<typeof waitingOf>;
  /** The process ends anywhere and begins again. */
  restart(): void;
  forgetStore(): void;
  copyTo(other: string): void;
  close(): void;
};
type Of = Pick<Pc, 'identity' | 'place' | 'login'>;

/** The last entries of all PCs. */
export const newest: NewestQuery = { text: '', actor: null, action: null, pc: null, before: null, limit: 10 };

/** Of another PC, in the order of its numbers. */
export async function targetsOf(store: Store, pc: string): Promise<string[]> {
  const rows = await store.newest({ ...newest, pc, limit: 10_000 });
  return rows.sort((a, b) => a.entry.seq - b.entry.seq).map(({ entry }) => activityOf(entry)?.target ?? '?');
}

let empty: Buffer | null = null;
/** Migrated once for all PCs of a test. */
function emptyJournal(): Buffer {
  if (empty) return empty;
  const db = new Sqlite(':memory:');
  migrate(db, journalMigrations);
  return (empty = db.serialize());
}

export function openPc({ identity, place, login }: Of, from?: OfficePc): OfficePc {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-pc-'));
  if (from) from.copyTo(folder);
  else writeFileSync(join(folder, 'journal.sqlite'), emptyJournal());
  const journal = new Sqlite(join(folder, 'journal.sqlite'));
  journal.pragma('journal_mode = WAL');
  journal.pragma('synchronous = OFF');
  let store = openStore(folder, identity.pc);
  const member: { identity: Identity; place: Place; folder: string } = { identity, place, folder };
  return {
    id: identity.pc,
    folder,
    store: () => store,
    act: (...targets) => targets.forEach((target) => append(journal, target)),
    roundOn: (connection, more) => runRound(connection, { ...member, store, ...more }),
    async round() {
      const connection = await connect(login);
      try {
        return await runRound(connection, { ...member, store });
      } finally {
        await connection.close().catch(() => null);
      }
    },
    waiting: (published) => waitingOf({ ...member, store }, published),
    restart() {
      store.close();
      store = openStore(folder, identity.pc);
    },
    forgetStore() {
      store.close();
      removeStore(folder);
      store = openStore(folder, identity.pc);
    },
    copyTo(other) {
      journal.pragma('wal_checkpoint(TRUNCATE)');
      store.close();
      store = openStore(folder, identity.pc);
      cpSync(folder, other, { recursive: true });
    },
    close() {
      store.close();
      journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
