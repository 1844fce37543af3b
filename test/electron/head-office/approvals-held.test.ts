/** What keeps a decision of another PC from being carried out, or from being carried out a second time. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { masked } from '#electron/head-office/masking.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { isSameName } from '#electron/services/people/index.ts';
import { gatewayError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import { money } from '#shared/money/money.ts';
import { countedShort } from '../rights/shop-people.ts';
import { codeOf, must, paidOrder } from '../services/operations/harness.ts';
import { asked, declinedIn, MINUTE, PATH, PIN, personAt, sign } from './approvals.ts';
import { withCluster } from './test-cluster.ts';
import { withShops } from './shops.ts';
import { withChain, type Chain } from './two-cores.ts';

/** The read that goes before a reversal is real; something happens on the PC just after it. */
function afterRead({ shop }: Chain, happens: () => void) {
  const { operations } = shop.session();
  const read = operations.prepareReversal.bind(operations);
  vi.spyOn(operations, 'prepareReversal').mockImplementationOnce(async (input) => {
    const prepared = await read(input);
    happens();
    return prepared;
  });
}

it('names are the same also where one of them was masked on the way', () => {
  const name = 'Mona 01012345678';
  expect(masked(name)).not.toBe(name);
  expect(isSameName(name, masked(name))).toBe(true);
  expect(isSameName(name, 'Sara 01012345678')).toBe(false);
});

describe.skipIf(findPostgres() === null)('a decision of another PC', { timeout: 300_000 }, () => {
  const cluster = withCluster();
  const chain = (use: (of: Chain) => Promise<void>) => () => withChain(cluster(), use);

  it.each<[string, (mona: ReturnType<typeof personAt>) => void]>([
    ['the PC is locked', (mona) => mona.leave()],
    ['somebody else signs in', (mona) => mona.makeRoomFor('Sara')],
  ])('waits if %s while the terminal is read', (_, happens) =>
    withChain(cluster(), async (of) => {
      const { mona, forged, requestId, stateOf } = await asked(of);
      await sign(of.office, forged);
      afterRead(of, () => happens(mona));
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await stateOf()).toBe('waiting');
      expect(await declinedIn(of, requestId)).toEqual([]);
      mona.comeBack();
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(1);
    }),
  );

  it(
    'is not carried out if it ends while the terminal is read',
    chain(async (of) => {
      const { mona, forged, requestId } = await asked(of);
      await sign(of.office, { ...forged, untilMs: of.bench.clock.nowMs() + 1_000 });
      afterRead(of, () => of.bench.clock.forward(2_000));
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await declinedIn(of, requestId)).toMatchObject([{ error: { code: 'decision-expired' } }]);
    }),
  );

  it('is not carried out if it ends while terminals are read for a close', () =>
    withShops(cluster(), async ({ shop, office }) => {
      const closingId = await countedShort(shop);
      const mona = personAt(shop, 'Mona', 'administrator');
      const { request } = must(
        await mona.calls['approvals.request']({ kind: 'close-day', closingId, pin: PIN }),
      );
      const { context, closing, headOffice } = shop.session();
      const { requestId, kind, totals } = request;
      const sha256 = (await context.db.call('approvals.sha256', requestId)) ?? '';
      office.clock.forward(shop.clock.nowMs() - office.clock.nowMs());
      must(await headOffice.look());
      must(await office.session().headOffice.look());
      const of = must(await headOffice.state()).membership?.pc ?? '';
      const amounts = totals.map(({ amount }) => amount);
      const untilMs = shop.clock.nowMs() + 1_000;
      await sign(office, { of, requestId, kind, sha256, amounts, untilMs });
      const { db } = context;
      const call = db.call.bind(db);
      const reading = (name: string, input: unknown) => {
        if (name === 'closing.toReadAgain') shop.clock.forward(2_000);
        return call(name as never, input as never);
      };
      vi.spyOn(db, 'call').mockImplementation(reading as never);
      await mona.take();
      vi.restoreAllMocks();
      expect(must(await closing.zs({ closingId })).zs).toEqual([]);
      expect((await db.call('approvals.get', requestId))?.state).toBe('waiting');
      const { rows } = await db.call('activity.page', {
        ...{ text: '', actor: null, action: 'approval.declined', limit: 5 },
        before: { entry: null, event: null },
      });
      expect(JSON.stringify(rows)).toContain('decision-expired');
    }));

  it(
    'waits while the gateway is not reached from this PC, and is carried out afterwards',
    chain(async (of) => {
      const { mona, forged, requestId } = await asked(of);
      await sign(of.office, forged);
      const { operations } = of.shop.session();
      vi.spyOn(operations, 'prepareReversal').mockResolvedValueOnce(err(gatewayError('unreachable')));
      await mona.take();
      expect(await declinedIn(of, requestId)).toEqual([]);
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(1);
    }),
  );

  it(
    'waits while head office is away, though it was read before',
    chain(async (of) => {
      const { mona, forged, stateOf } = await asked(of);
      await sign(of.office, forged);
      mona.leave();
      await mona.take();
      await cluster().kill();
      try {
        mona.comeBack();
        await mona.take();
        expect(await of.bench.received('PUT', PATH)).toBe(0);
        expect(await stateOf()).toBe('waiting');
      } finally {
        await cluster().start();
      }
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(1);
    }),
  );

  it(
    'is not carried out a second time by a PC whose files are an older copy',
    chain(async (of) => {
      const { operations, approvals } = of.shop.session();
      const orderId = await paidOrder(of.bench);
      const part = { kind: 'refund' as const, orderId, amount: money(2_050n, 'EGP') };
      const { preparationId } = must(await operations.prepareOrderMovement(part));
      const form = { reason: 'customer-cancelled', note: '' };
      const content = must(operations.orderMovementToApprove(preparationId, form));
      const { request } = must(await approvals.request(content, { personId: 'M1', name: 'Mona' }));
      const { requestId } = request;
      must(await of.shop.session().headOffice.look());
      const copy = mkdtempSync(join(tmpdir(), 'closeout-older-'));
      await of.shop.restart((folder) => cpSync(folder, copy, { recursive: true }));
      const farid = personAt(of.office, 'Farid', 'finance');
      const [seen] = await farid.others();
      const decision = { pc: seen?.pc.id ?? '', requestId, word: 'approved' as const, note: '', pin: PIN };
      must(await farid.calls['approvals.decideElsewhere']({ ...decision, typed: '20.50' }));
      await personAt(of.shop, 'Mona', 'manager').take();
      expect(await of.bench.received('PUT', '/v3/orders/')).toBe(1);
      await of.shop.restart((folder) => {
        rmSync(folder, { recursive: true });
        cpSync(copy, folder, { recursive: true });
        rmSync(copy, { recursive: true });
      });
      const { db } = of.shop.session().context;
      expect((await db.call('approvals.get', requestId))?.state).toBe('waiting');
      await personAt(of.shop, 'Mona', 'manager').take();
      expect(await of.bench.received('PUT', '/v3/orders/')).toBe(1);
    }),
  );

  it(
    'that refuses goes before an older one that approves, also if who asked may not any more',
    chain(async (of) => {
      const { mona, forged, requestId, stateOf } = await asked(of);
      await sign(of.office, { ...forged, atMs: of.bench.clock.nowMs() - MINUTE });
      await sign(of.office, { ...forged, name: 'Hala', word: 'refused' });
      mona.endAsking();
      await mona.take();
      expect(await stateOf()).toBe('refused');
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await declinedIn(of, requestId)).toMatchObject([
        { by: 'Farid (PC )', error: { code: 'request-not-open', params: { by: 'Hala (PC )' } } },
      ]);
    }),
  );

  it(
    'is known by its entry: a second one of the same person is told that the first was carried out',
    chain(async (of) => {
      const { mona, forged, requestId } = await asked(of);
      await sign(of.office, forged);
      await mona.take();
      await sign(of.office, forged);
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(1);
      expect(await declinedIn(of, requestId)).toMatchObject([{ error: { code: 'request-not-open' } }]);
    }),
  );

  it(
    'that refused is recorded also if Closeout ended between the row and its entry',
    chain(async (of) => {
      const { mona, forged, requestId } = await asked(of);
      await sign(of.office, { ...forged, word: 'refused' });
      const { db, clock } = of.shop.session().context;
      const row = { requestId, by: 'Farid (PC )', atMs: clock.nowMs(), note: 'not now', opId: null };
      await db.call('approvals.decide', { ...row, state: 'refused' });
      await mona.take();
      const [known] = await of.shop.session().headOffice.decidedHere(0);
      expect(await db.call('approvals.recordedEnd', requestId)).toEqual({ decision: known?.hash });
      expect(await declinedIn(of, requestId)).toEqual([]);
    }),
  );

  it(
    'is an own one also if the name has a number in it, which is masked on the way',
    chain(async (of) => {
      const name = 'Mona 01012345678';
      const { mona, forged, decision, requestId, stateOf } = await asked(of, name);
      const same = personAt(of.office, name, 'administrator');
      expect(codeOf(await same.calls['approvals.decideElsewhere'](decision))).toBe('own-request');
      await sign(of.office, { ...forged, name });
      await mona.take();
      expect(await declinedIn(of, requestId)).toMatchObject([{ error: { code: 'own-request' } }]);
      expect(await stateOf()).toBe('waiting');
    }),
  );

  it(
    'that cannot even be looked at keeps no other from being carried out',
    chain(async (of) => {
      const { mona, forged } = await asked(of);
      await sign(of.office, forged);
      const { headOffice } = of.shop.session();
      must(await headOffice.look());
      const all = await headOffice.decidedHere(0);
      // No id that could be asked for.
      const bad = all.map((one) => ({
        ...one,
        hash: 'bad',
        decision: { ...one.decision, requestId: (() => null) as never },
      }));
      vi.spyOn(headOffice, 'decidedHere').mockResolvedValueOnce([...bad, ...all]);
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(1);
    }),
  );

  it(
    'or a request of another PC that cannot be read keeps nobody from the requests of this PC',
    chain(async (of) => {
      const { mona, requestId } = await asked(of);
      const { headOffice } = of.shop.session();
      const listed = async () => must(await mona.calls['approvals.list']({}));
      vi.spyOn(headOffice, 'othersAsked').mockRejectedValueOnce(new Error('the thread has ended'));
      expect(await listed()).toMatchObject({ requests: [{ requestId }], others: [] });
      vi.spyOn(headOffice, 'othersAsked').mockReturnValueOnce(new Promise(() => {}));
      const late = listed();
      of.bench.clock.forward(2_000);
      expect(await late).toMatchObject({ requests: [{ requestId }], others: [] });
    }),
  );
});
