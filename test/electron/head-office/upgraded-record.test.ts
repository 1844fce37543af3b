/** A record that an older Closeout made, brought up to date: nothing of it is lost, and it goes on. */
import { describe, expect, it } from 'vitest';
import { connect } from '#electron/head-office/connection.ts';
import { migrate, migrateTo, SCHEMA_VERSION } from '#electron/head-office/migrate.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publish } from '#electron/head-office/pc.ts';
import { verifyRecord } from '#electron/head-office/verify.ts';
import { enrolled, entriesOf, place } from './record.ts';
import { withCluster } from './test-cluster.ts';

const BEFORE_MONTHS = 7;

describe.skipIf(findPostgres() === null)('a record of before the months', { timeout: 60_000 }, () => {
  const cluster = withCluster();

  it('keeps its entries and its rights, and takes more', async () => {
    await cluster().database('older');
    const owner = await connect(cluster().login('older'));
    await migrateTo(owner, BEFORE_MONTHS);
    const shop = await enrolled(cluster(), owner, 'older', place('Maadi'));
    const other = await enrolled(cluster(), owner, 'older', place('Giza'));
    const entries = entriesOf(shop, 5);
    const line = await connect(shop.login);
    await publish(line, entries.slice(0, 3));
    expect(await migrate(owner)).toMatchObject({ from: BEFORE_MONTHS, to: SCHEMA_VERSION });
    await publish(line, entries.slice(3));
    expect((await verifyRecord(owner, new Map())).map(({ head, found }) => [head.seq, found])).toEqual(
      expect.arrayContaining([
        [5, null],
        [0, null],
      ]),
    );
    const count = 'SELECT count(*)::int AS count FROM head_office.entry';
    expect(await line.rows(count)).toEqual([{ count: 5 }]);
    const beside = await connect(other.login);
    expect(await beside.rows(count)).toEqual([{ count: 0 }]);
    for (const [sql, code] of [
      ['UPDATE head_office.entry SET body = $$x$$', 'HO001'],
      ['DELETE FROM head_office.entry', 'HO001'],
      ['TRUNCATE head_office.entry', 'HO001'],
    ] as const) {
      await expect(owner.rows(sql)).rejects.toMatchObject({ code });
      await expect(line.rows(sql)).rejects.toMatchObject({ code: '42501' });
    }
    for (const connection of [line, beside, owner]) await connection.close();
  });
});
