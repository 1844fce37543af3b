/** A record that began months ago: its parts, and entries that came in then. As its owner can, behind everybody's back. */
import { partOf } from '#electron/head-office/archive.ts';
import type { Connection } from '#electron/head-office/connection.ts';

/** The month (in UTC) so many months before this one, as YYYY-MM. 0 is this month. */
export function monthsAgo(count: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
}
const startOf = (ago: number) => `${monthsAgo(ago)}-01T00:00:00Z`;

/** Splits a record without entries into so many months and this one. */
export async function beganAgo(owner: Connection, months: number): Promise<void> {
  await owner.rows(`ALTER TABLE head_office.entry DETACH PARTITION head_office.${partOf(monthsAgo(0))}`);
  await owner.rows(`DROP TABLE head_office.${partOf(monthsAgo(0))}`);
  for (let ago = months; ago >= 0; ago -= 1) {
    const part = partOf(monthsAgo(ago));
    await owner.rows('SELECT head_office.make_part($1)', [part]);
    await owner.rows('SELECT head_office.attach_part($1, $2, $3)', [
      part,
      ago === months ? null : startOf(ago),
      startOf(ago - 1),
    ]);
  }
}

/** Entries that have no older month yet came in so many months ago, in the middle of the month. */
export async function receivedAgo(owner: Connection, ago: number, where = 'true'): Promise<void> {
  await owner.rows('SET session_replication_role = replica');
  await owner.rows(
    `UPDATE head_office.entry SET received_at = $1::timestamptz + interval '14 days' WHERE received_at >= $2 AND ${where}`,
    [startOf(ago), startOf(0)],
  );
  await owner.rows('SET session_replication_role = DEFAULT');
}
