/** Two copies of one disk: whoever claims first goes on, the other is told so before it moves anything. A restart is no copy. */
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { removeBatons } from '#electron/head-office/baton-file.ts';
import type { Batons } from '#electron/head-office/baton.ts';
import type { ClaimRequest } from '#electron/head-office/claim.ts';
import { connect, type Connection } from '#electron/head-office/connection.ts';
import { failureOf } from '#electron/head-office/failure.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publishedClaim } from '#electron/head-office/published.ts';
import { claimBy, giveBackBy, takeOverBy } from './batons.ts';
import { withCluster } from './test-cluster.ts';
import type { OfficePc } from './office-pc.ts';
import { inOneRecord } from './one-record.ts';
import { withChain } from './two-cores.ts';
import { confirmed, salesOf } from './two-cores-sales.ts';

let number = 0;
/** A part of an order that is given back, or a card that is charged: the same can be asked for twice. */
function partRefund(opId = `op-${(number += 1)}`): ClaimRequest {
  const movement = {
    opId,
    kind: 'refund',
    subjectKey: `live:MID-1:refund:${opId}`,
    terminalId: null,
  } as const;
  return { ...publishedClaim({ ...movement, orderId: `O-${opId}`, rowIds: [] }, 'Mona'), movedWithinMs: 0 };
}

describe.skipIf(findPostgres() === null)('a copied disk and head office', { timeout: 60_000 }, () => {
  const { enrol, opened, asOwner, refusalOf, shopAndOffice } = inOneRecord();
  type Of = Awaited<ReturnType<typeof enrol>>;
  const withConnection = async <T>(of: Of, use: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await connect(of.login);
    try {
      return await use(connection);
    } finally {
      await connection.close();
    }
  };
  const by = (connection: Connection, pc: OfficePc): { connection: Connection; batons: Batons } => ({
    connection,
    batons: pc.store().batons,
  });
  /** What becomes of the claim at head office. */
  const claims = (of: Of, pc: OfficePc, asked: ClaimRequest) =>
    withConnection(of, (connection) =>
      claimBy(by(connection, pc), asked).then(({ kind }) => kind, failureOf),
    );

  it('a PC that cannot read or pass on its baton moves nothing, and what it kept is not thrown away', async () => {
    const { of, shop } = await shopAndOffice();
    expect(await claims(of, shop, partRefund())).toBe('claimed');
    const file = new Sqlite(join(shop.folder, 'head-office-baton.sqlite'));
    file.exec('ALTER TABLE baton RENAME TO lost');
    expect(await claims(of, shop, partRefund())).toBe('no-baton');
    expect(await refusalOf(shop)).toBe('no-baton');
    file.exec('ALTER TABLE lost RENAME TO baton');
    file.close();
    expect(await claims(of, shop, partRefund())).toBe('claimed');
  });

  it('a baton that cannot be opened is left where it is; one that is damaged is made anew, and counts as a copy', async () => {
    const { of, shop } = await shopAndOffice();
    expect(await claims(of, shop, partRefund())).toBe('claimed');
    const [path, aside] = ['head-office-baton.sqlite', 'aside.sqlite'].map((name) => join(shop.folder, name));
    shop.restart();
    renameSync(path!, aside!);
    mkdirSync(path!);
    shop.restart();
    expect(await claims(of, shop, partRefund())).toBe('no-baton');
    rmSync(path!, { recursive: true });
    renameSync(aside!, path!);
    shop.restart();
    expect(await claims(of, shop, partRefund())).toBe('claimed');
    writeFileSync(path!, 'no database, and long enough to be looked at by one that wants to read it as one');
    shop.restart();
    expect(await claims(of, shop, partRefund())).toBe('fork');
  });

  it('the same part of an order is claimed again on both: it is granted to one, and the other publishes nothing more', async () => {
    const { of, shop } = await shopAndOffice();
    const asked = partRefund();
    expect(await claims(of, shop, asked)).toBe('claimed');
    await shop.round();
    const copy = opened(of, shop);
    expect(await claims(of, shop, asked)).toBe('claimed');
    expect(await claims(of, copy, asked)).toBe('fork');
    expect(await claims(of, copy, partRefund())).toBe('fork');
    await withConnection(of, async (connection) => {
      await expect(giveBackBy(by(connection, copy), asked.opId, false).catch(failureOf)).resolves.toBe(
        'fork',
      );
      await expect(takeOverBy(by(connection, copy), 1).catch(failureOf)).resolves.toBe('fork');
    });
    copy.act('of the copy');
    expect(await refusalOf(copy)).toBe('fork');
    shop.act('of the one that claimed');
    expect(await shop.round()).toMatchObject({ published: 1 });
    expect(await claims(of, shop, partRefund())).toBe('claimed');
  });

  it('of two copies that have claimed nothing since, whoever claims first goes on, also after it began again', async () => {
    const { of, shop } = await shopAndOffice();
    expect(await claims(of, shop, partRefund())).toBe('claimed');
    const copy = opened(of, shop);
    expect(await refusalOf(copy)).toBe('done');
    copy.restart();
    expect(await claims(of, copy, partRefund())).toBe('claimed');
    copy.restart();
    expect(await claims(of, copy, partRefund())).toBe('claimed');
    expect(await refusalOf(shop)).toBe('fork');
    expect(await claims(of, shop, partRefund())).toBe('fork');
  });

  it('a process that ended anywhere between its claim and the answer goes on with its own operation', async () => {
    const { of, shop } = await shopAndOffice();
    const asked = partRefund();
    for (let lost = 0; lost < 3; lost += 1) {
      await withConnection(of, (connection) =>
        shop.store().batons.passing(async (take) => {
          await claimBy(
            { connection, batons: { ...shop.store().batons, passing: (ask) => ask(take) } },
            asked,
          );
          return { ok: false, failure: 'not-reached' };
        }),
      );
      shop.restart();
    }
    // Made and never sent.
    await shop.store().batons.passing(async (take) => {
      take();
      return { ok: false, failure: 'not-reached' };
    });
    shop.restart();
    expect(await refusalOf(shop)).toBe('done');
    expect(await claims(of, shop, asked)).toBe('claimed');
    await withConnection(of, async (connection) =>
      expect(await giveBackBy(by(connection, shop), asked.opId, true)).toBe(true),
    );
  });

  it('a disk that was restored as a whole, or lost the file, is told so', async () => {
    const { of, shop } = await shopAndOffice();
    expect(await claims(of, shop, partRefund())).toBe('claimed');
    const older = opened(of, shop);
    expect(await claims(of, shop, partRefund())).toBe('claimed');
    expect(await claims(of, older, partRefund())).toBe('fork');
    shop.forgetStore();
    expect(await claims(of, shop, partRefund())).toBe('claimed');
    removeBatons(shop.folder);
    shop.restart();
    expect(await refusalOf(shop)).toBe('fork');
  });

  it.each([
    ['was restored from an older copy', `UPDATE head_office.baton SET count = 1, token = repeat('a', 32)`],
    ['knows nothing of it any more', 'DELETE FROM head_office.baton'],
  ])(
    'a server that %s sets nobody apart, and from then on an older disk is found as before',
    async (_, sql) => {
      const { of, shop } = await shopAndOffice();
      for (let count = 0; count < 3; count += 1) expect(await claims(of, shop, partRefund())).toBe('claimed');
      const older = opened(of, shop);
      await asOwner(sql);
      expect(await refusalOf(shop)).toBe('done');
      expect(await claims(of, shop, partRefund())).toBe('claimed');
      expect(await claims(of, older, partRefund())).toBe('fork');
      expect(await refusalOf(shop)).toBe('done');
    },
  );

  it('a Closeout that knows no baton claims as before, until a newer one has claimed as its PC', async () => {
    const { of, shop } = await shopAndOffice();
    const asOlder = (opId: string) =>
      withConnection(of, (connection) =>
        connection
          .rows(`SELECT outcome FROM head_office.claim($1, 'refund', 'Mona', $2, ARRAY[$2], NULL, NULL, 0)`, [
            ...[opId, partRefund().subject],
          ])
          .then(([row]) => row?.['outcome'], failureOf),
      );
    expect(await asOlder('older-1')).toBe('claimed');
    expect(await claims(of, shop, partRefund())).toBe('claimed');
    expect(await asOlder('older-2')).toBe('fork');
    for (const sql of [
      'SELECT * FROM head_office.baton',
      `SELECT head_office.claim_granted('o', 'refund', 'Mona', repeat('a', 32), '{}', NULL, NULL, 0)`,
      `SELECT head_office.given_back('o', true)`,
      'SELECT head_office.taken_over(1)',
    ])
      await withConnection(of, (connection) =>
        expect(connection.rows(sql), sql).rejects.toThrow(/permission denied/),
      );
  });

  // The last one: the record stays as it is then.
  it('a record that was not brought up to date is asked without batons: claims hold meanwhile', async () => {
    const { of, shop } = await shopAndOffice();
    const before = {
      claim: 'text, text, text, text, text[], text, text, bigint',
      give_back: 'text, boolean',
      take_over: 'bigint',
    };
    const more = {
      claim: ', bigint, text[], bigint, text',
      give_back: ', bigint, text[]',
      take_over: ', bigint, text[]',
    };
    const named = { claim: 'claim_granted', give_back: 'given_back', take_over: 'taken_over' };
    for (const name of ['claim', 'give_back', 'take_over'] as const)
      await asOwner(`DROP FUNCTION head_office.${name}(${before[name]}), head_office.${name}(${before[name]}${more[name]});
        ALTER FUNCTION head_office.${named[name]}(${before[name]}) RENAME TO ${name};
        GRANT EXECUTE ON FUNCTION head_office.${name}(${before[name]}) TO PUBLIC`);
    const asked = partRefund();
    expect(await claims(of, shop, asked)).toBe('claimed');
    const other = { ...asked, opId: 'another' };
    expect(await claims(of, shop, other)).toBe('held');
    const given = await withConnection(of, (connection) =>
      giveBackBy(by(connection, shop), asked.opId, false),
    );
    expect(given).toBe(true);
    expect(await claims(of, shop, other)).toBe('claimed');
  });
});

describe.skipIf(findPostgres() === null)('two cores on copies of one disk', { timeout: 300_000 }, () => {
  const cluster = withCluster();

  it('the one that moves money first goes on; the other sends nothing, says why, and so also when it begins again', () =>
    withChain(cluster(), async (chain) => {
      const { shop, bench } = chain;
      const [first, second, third] = await salesOf(chain);
      if (!first || !second || !third) throw new Error('too little to reverse');
      const copy = await chain.copyOf(shop, (from, to) => cpSync(from, to, { recursive: true }));
      expect(await confirmed(shop, first)).toMatchObject({ ok: true });
      const refused = await confirmed(copy, second);
      expect(refused).toMatchObject({
        error: { code: 'not-claimed', params: { failure: 'fork', cause: 'apart' } },
      });
      await copy.restart();
      expect((await copy.session().headOffice.look()).value?.standing?.failure).toBe('fork');
      expect(await confirmed(copy, second)).toMatchObject({ error: { params: { failure: 'fork' } } });
      await shop.restart();
      expect(await confirmed(shop, third)).toMatchObject({ ok: true });
      expect(await bench.received('PUT', '/v3/payment/reversal')).toBe(2);
    }));
});
