/** The database with an ear on it: events and entries are appended by many hands, and the anchor must follow all of them. */
import type { Database } from '../database/client.ts';

const WRITES: ReadonlySet<string> = new Set([
  'journal.create',
  'journal.change',
  'closing.setSettings',
  'closing.begin',
  'closing.act',
  'closing.issue',
  'closing.reopen',
  'closing.print',
  'bridge.enterDeposit',
  'bridge.withdrawDeposit',
]);

export function whenJournalIsWritten(db: Database, tell: () => void): Database {
  const call: Database['call'] = async (name, args) => {
    const answer = await db.call(name, args);
    if (WRITES.has(name)) tell();
    return answer;
  };
  return { ...db, call };
}
