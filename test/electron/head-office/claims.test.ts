/** Claims on a real server: one mover for one piece of money, whoever asks in which order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdraw } from '#electron/head-office/administer.ts';
import { claim, openClaims, type ClaimAnswer, type ClaimRequest } from '#electron/head-office/claim.ts';
import type { Connection } from '#electron/head-office/connection.ts';
import { keepContact } from '#electron/head-office/contact.ts';
import { failureOf } from '#electron/head-office/failure.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { listPcs } from '#electron/head-office/pc.ts';
import { publishedClaim, type ClaimedMovement } from '#electron/head-office/published.ts';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { claimBy, giveBackBy, takeOverBy } from './batons.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { openPc } from './office-pc.ts';
import { enrolled, enrolPc, openRecord, place, type Pc } from './record.ts';

let number = 0;
const movement = (change: Partial<ClaimedMovement> = {}): ClaimedMovement => {
  number += 1;
  const opId = change.opId ?? `op-${number}`;
  const subjectKey = `live:MID-1:rev:${number}`;
  return { opId, kind: 'reversal', subjectKey, terminalId: null, orderId: null, rowIds: [], ...change };
};
const request = (of: ClaimedMovement, movedWithinMs = 60_000): ClaimRequest => ({
  ...publishedClaim(of, 'Mona'),
  movedWithinMs,
});
const outcome = ({ kind }: ClaimAnswer) => kind;

it('nothing of a subject can be read in what leaves the PC', () => {
  const text = JSON.stringify(
    publishedClaim(
      movement({
        kind: 'payout',
        subjectKey: 'live:MID-1:payout:wallet:01001234567:500.00',
        orderId: 'ORDER-7',
        rowIds: ['ROW-9'],
      }),
      'Mona nadia.h@example.com',
    ),
  );
  expect(text).not.toMatch(/01001234567|ORDER-7|ROW-9|nadia/);
  expect(text).toContain('payout');
});

describe.skipIf(findPostgres() === null)('claims', () => {
  let cluster: Cluster;
  let owner: Connection;
  let shop: Pc;
  let office: Pc;
  beforeAll(async () => {
    cluster = await openCluster();
    owner = await openRecord(cluster, 'chain');
    shop = await enrolPc(cluster, owner, 'chain', place('Maadi'));
    office = await enrolPc(cluster, owner, 'chain', place(''));
  }, 60_000);
  afterAll(async () => {
    for (const pc of [shop, office]) await pc?.connection.close();
    await owner?.close();
    await cluster?.stop();
  });
  const ask = (pc: Pc, of: ClaimedMovement, within?: number) => claimBy(pc, request(of, within));

  it('one PC has it, the other is told who and since when, and may have it once it is given back unmoved', async () => {
    const of = movement({ terminalId: 'T-1' });
    expect(await ask(shop, of)).toEqual({ kind: 'claimed' });
    // Its answer may have been lost.
    expect(await ask(shop, of)).toEqual({ kind: 'claimed' });
    const other = { ...of, opId: 'of-the-office' };
    const refused = await ask(office, other);
    expect(refused).toMatchObject({
      kind: 'held',
      by: {
        pcName: 'PC Maadi',
        actor: 'Mona',
        opId: of.opId,
        kind: 'reversal',
        terminalId: 'T-1',
        endedAtMs: null,
      },
    });
    expect(await openClaims(office.connection)).toHaveLength(1);
    expect(await giveBackBy(shop, of.opId, false)).toBe(true);
    expect(await giveBackBy(shop, of.opId, false)).toBe(false);
    expect(await ask(office, other)).toEqual({ kind: 'claimed' });
    expect(await giveBackBy(office, other.opId, false)).toBe(true);
    expect(await openClaims(shop.connection)).toEqual([]);
  });

  it('what another PC has moved since this one looked is in the way; what it moved before is not', async () => {
    const of = movement();
    await ask(shop, of);
    await giveBackBy(shop, of.opId, true);
    const other = { ...of, opId: `${of.opId}-b` };
    expect(await ask(office, other)).toMatchObject({ kind: 'moved', by: { pcName: 'PC Maadi' } });
    // The PC that moved it knows its own journal.
    expect(outcome(await ask(shop, { ...of, opId: `${of.opId}-c` }))).toBe('claimed');
    await giveBackBy(shop, `${of.opId}-c`, false);
    expect(outcome(await ask(office, other, 0))).toBe('claimed');
    await giveBackBy(office, other.opId, false);
  });

  it.each<[string, Partial<ClaimedMovement>, Partial<ClaimedMovement>, string]>([
    ['a refund and a reversal of one order', { orderId: 'O' }, { kind: 'refund', orderId: 'O' }, 'held'],
    [
      'a reversal of a row and a void of its order',
      { rowIds: ['R'] },
      { kind: 'void', orderId: 'R' },
      'held',
    ],
    [
      'a payout and a refund that are named alike',
      { kind: 'payout', orderId: 'O' },
      { kind: 'refund', orderId: 'O' },
      'claimed',
    ],
    [
      'a transfer, and transfers to many with the same among them',
      { kind: 'payout', orderId: 'P', rowIds: ['wallet:1:10.00'] },
      { kind: 'payout-batch', orderId: 'B', rowIds: ['bank:2:20.00', 'wallet:1:10.00'] },
      'held',
    ],
    [
      'a reversal and an acknowledgement of one terminal',
      { terminalId: 'T' },
      { kind: 'acknowledgement', terminalId: 'T' },
      'held',
    ],
    ['two reversals of one terminal', { terminalId: 'T' }, { terminalId: 'T' }, 'claimed'],
    [
      'two early payouts with a sale in common',
      { kind: 'instant-settlement', rowIds: ['1', '2'] },
      { kind: 'instant-settlement', rowIds: ['2', '3'] },
      'held',
    ],
  ])('%s', async (_, first, second, expected) => {
    const [one, other] = [movement(first), movement(second)];
    await ask(shop, one);
    expect(outcome(await ask(office, other))).toBe(expected);
    await giveBackBy(shop, one.opId, false);
    await giveBackBy(office, other.opId, false);
  });

  it('taken over it is the other’s to claim, and the first PC has nothing to give back any more', async () => {
    const of = movement();
    await ask(shop, of);
    const other = { ...of, opId: `${of.opId}-b` };
    const refused = await ask(office, other);
    if (refused.kind === 'claimed') throw new Error('granted twice');
    expect(await takeOverBy(office, refused.by.number)).toBe(true);
    expect(await takeOverBy(office, refused.by.number)).toBe(false);
    expect(outcome(await ask(office, other))).toBe('claimed');
    expect(await giveBackBy(shop, of.opId, true)).toBe(false);
    expect(outcome(await ask(shop, of))).toBe('held');
    await giveBackBy(office, other.opId, false);
  });

  it('the owner of the record can end the claim of a PC that is gone, as docs/head-office.md says', async () => {
    const of = movement();
    await ask(shop, of);
    const [open] = await openClaims(office.connection);
    await owner.rows(
      `UPDATE head_office.claim SET ended_at = now(), ending = 'moved' WHERE number = ${open?.number}`,
    );
    expect(await openClaims(office.connection)).toEqual([]);
    expect(outcome(await ask(office, { ...of, opId: `${of.opId}-b` }))).toBe('moved');
  });

  it('another merchant or environment has nothing to do with it, and sees nothing of it', async () => {
    const strange = await enrolPc(cluster, owner, 'chain', place('', 'MID-2'));
    const of = movement();
    await ask(shop, of);
    expect(await openClaims(strange.connection)).toEqual([]);
    expect(outcome(await ask(strange, { ...of, opId: 'strange' }))).toBe('claimed');
    const [mine] = await openClaims(shop.connection);
    expect(await takeOverBy(strange, mine?.number ?? 0)).toBe(false);
    await giveBackBy(shop, of.opId, false);
    await giveBackBy(strange, 'strange', false);
    await strange.connection.close();
  });

  it('a PC writes no claim past the functions, and nobody changes one that has ended', async () => {
    for (const sql of [
      'SELECT * FROM head_office.claim',
      'UPDATE head_office.claim SET ended_at = now()',
      'DELETE FROM head_office.claim',
      `SELECT head_office.make_home('x')`,
    ])
      await expect(shop.connection.rows(sql), sql).rejects.toThrow(/permission denied/);
    for (const sql of [
      `UPDATE head_office.claim SET ending = 'moved'`,
      'DELETE FROM head_office.claim',
      'TRUNCATE head_office.claim',
    ])
      await expect(owner.rows(sql), sql).rejects.toThrow(/append-only/);
  });

  it('the first PC of a branch is its home until another is made it; a withdrawn one is none and claims nothing', async () => {
    const second = await enrolPc(cluster, owner, 'chain', place('Maadi'));
    const homes = async () =>
      (await listPcs(office.connection)).filter(({ isHome }) => isHome).map(({ id }) => id);
    expect(await homes()).toEqual([shop.identity.pc]);
    const [made] = await owner.rows('SELECT head_office.make_home($1) AS branch', [second.identity.pc]);
    expect(made).toEqual({ branch: 'Maadi' });
    expect(await homes()).toEqual([second.identity.pc]);
    const [none] = await owner.rows('SELECT head_office.make_home($1) AS branch', [office.identity.pc]);
    expect(none).toEqual({ branch: null });
    await withdraw(owner, second.identity.pc);
    expect(await homes()).toEqual([]);
    const refused = await ask(second, movement()).catch((error: unknown) => failureOf(error));
    expect(refused).toBe('withdrawn');
    await second.connection.close();
  });

  it('how it stands is told after a claim, even if the server has lost it by then', async () => {
    const of = await enrolled(cluster, owner, 'chain', place('Maadi'));
    const pc = openPc(of);
    const told: HeadOfficeStanding[] = [];
    const contact = keepContact({ ...of, folder: pc.folder }, pc.store(), {
      standing: (standing) => void told.push(standing),
      news: () => {},
      failed: () => {},
    });
    await contact.look();
    const before = told.length;
    // Claimed and lost before a round has seen it: nothing that is told has changed. The round that is under way has looked before.
    const underWay = contact.look();
    await contact.ask(() => Promise.resolve());
    await underWay;
    await expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThan(before);
    expect(told.at(-1)).toEqual(told.at(before - 1));
    await contact.end();
    pc.close();
  });

  it('a claim that is answered by a refusal sets the PC apart at once, whatever the rounds say', async () => {
    const of = await enrolled(cluster, owner, 'chain', place('Maadi'));
    const pc = openPc(of);
    const told: (string | null)[] = [];
    const contact = keepContact({ ...of, folder: pc.folder }, pc.store(), {
      standing: ({ failure }) => void told.push(failure),
      news: () => {},
      failed: () => {},
    });
    await contact.look();
    await owner.rows('ALTER FUNCTION head_office.own_baton() RENAME TO baton_away');
    try {
      expect((await contact.look()).failure).toBe('no-record');
      await withdraw(owner, pc.id);
      const { batons } = pc.store();
      const answer = await batons.passing((pass) =>
        contact.ask((connection) => claim(connection, request(movement()), pass())),
      );
      expect(answer).toEqual({ ok: false, failure: 'withdrawn' });
      expect(told.at(-1)).toBe('withdrawn');
      expect(pc.store().apart()).toBe('withdrawn');
    } finally {
      await owner.rows('ALTER FUNCTION head_office.baton_away() RENAME TO own_baton');
      await contact.end();
      pc.close();
    }
  });

  it('a login that the server’s own rules keep out is not called withdrawn; one that was taken away is', async () => {
    const of = await enrolled(cluster, owner, 'chain', place('Maadi'));
    const failureNow = () => cluster.as(of.login).then((connection) => connection.close(), failureOf);
    expect(await failureNow()).toBeUndefined();
    const [file] = await owner.rows<{ path: string; text: string }>(
      `SELECT current_setting('hba_file') AS path, pg_read_file(current_setting('hba_file')) AS text`,
    );
    if (!file) throw new Error('no rules');
    const rule = async (text: string) => {
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      await owner.rows(
        `COPY (SELECT unnest(string_to_array('${lines.join('|')}', '|'))) TO '${file.path}' WITH (FORMAT csv, QUOTE E'\\x01')`,
      );
      await owner.rows('SELECT pg_reload_conf()');
    };
    await rule('host all owner 127.0.0.1/32 scram-sha-256');
    await expect.poll(failureNow, { timeout: 20_000 }).toBe('password');
    await rule(file.text);
    await expect.poll(failureNow, { timeout: 20_000 }).toBeUndefined();
    await withdraw(owner, of.identity.pc);
    expect(await failureNow()).toBe('withdrawn');
  });
});
