/** Asked in the shop, decided in the office, carried out in the shop: once, for what was asked, and by whom may. */
import { describe, expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { money } from '#shared/money/money.ts';
import { BUSY, codeOf, must, paidOrder } from '../services/operations/harness.ts';
import { asked, declinedIn, MINUTE, PATH, PIN, personAt, sign, type Forged } from './approvals.ts';
import { withCluster } from './test-cluster.ts';
import { withChain, type Chain } from './two-cores.ts';

describe.skipIf(findPostgres() === null)('a request of another PC', { timeout: 300_000 }, () => {
  const cluster = withCluster();
  const chain = (use: (of: Chain) => Promise<void>) => () => withChain(cluster(), use);

  it(
    'is seen with its PC and branch, decided with a PIN, and carried out there once, as decided by that person at that PC',
    chain(async (of) => {
      const { sale, requestId, mona, farid, decision } = await asked(of);
      const [seen] = await farid.others();
      expect(seen).toMatchObject({
        requestId,
        kind: 'reversal',
        state: 'waiting',
        totals: [{ count: 1, amount: sale.amount }],
        terminalId: BUSY,
        refNumber: sale.refNumber,
        requestedBy: 'Mona',
        note: 'twice',
        sent: null,
      });
      expect(seen?.pc.branch).not.toBe('');
      const wrongPin = await farid.calls['approvals.decideElsewhere']({ ...decision, pin: '111222' });
      expect(codeOf(wrongPin)).toBe('pin-wrong');
      const wrongAmount = await farid.calls['approvals.decideElsewhere']({ ...decision, typed: '0.01' });
      expect(wrongAmount.ok).toBe(false);
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      must(await farid.calls['approvals.decideElsewhere'](decision));
      expect(codeOf(await farid.calls['approvals.decideElsewhere'](decision))).toBe('decision-sent');
      expect((await farid.others())[0]?.sent).toMatchObject({ by: 'Farid', word: 'approved', error: null });
      await mona.take();
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(1);
      const stored = await of.shop.session().context.db.call('approvals.get', requestId);
      expect(stored).toMatchObject({ state: 'approved', decidedBy: 'Farid (PC )' });
      const { operation, events } = must(
        await of.shop.session().operations.detail({ opId: stored?.opId ?? '' }),
      );
      expect(operation.state).toBe('SUCCEEDED');
      expect(events[0]?.params).toMatchObject({ approvedBy: 'Farid (PC )', requestedBy: 'Mona' });
      expect((await farid.others())[0]).toMatchObject({ state: 'approved', decided: { by: 'Farid (PC )' } });
      expect(codeOf(await farid.calls['approvals.decideElsewhere'](decision))).toBe('request-not-open');
      // The same entry once more, after a restart.
      await of.shop.restart();
      await personAt(of.shop, 'Mona', 'manager').take();
      expect(await of.bench.received('PUT', PATH)).toBe(1);
      expect(await declinedIn(of, requestId)).toEqual([]);
    }),
  );

  it.each([
    ['refund', 2_050n, '20.50'],
    ['void', 12_050n, '120.50'],
  ] as const)(
    'of a %s of an order is carried out once, for the amount that was asked for',
    (kind, minor, typed) =>
      withChain(cluster(), async (of) => {
        const { operations, approvals, context, headOffice } = of.shop.session();
        const orderId = await paidOrder(of.bench);
        const amount = kind === 'refund' ? money(minor, 'EGP') : null;
        const { preparationId } = must(await operations.prepareOrderMovement({ kind, orderId, amount }));
        const form = { reason: 'customer-cancelled', note: '' };
        const content = must(operations.orderMovementToApprove(preparationId, form));
        const { request } = must(await approvals.request(content, { personId: 'M1', name: 'Mona' }));
        must(await headOffice.look());
        const farid = personAt(of.office, 'Farid', 'finance');
        const [seen] = await farid.others();
        expect(seen).toMatchObject({
          kind,
          totals: [{ count: 1, amount: money(minor, 'EGP') }],
          merchantOrderId: orderId,
        });
        const { requestId } = request;
        const decision = { pc: seen?.pc.id ?? '', requestId, word: 'approved' as const, note: '', pin: PIN };
        must(await farid.calls['approvals.decideElsewhere']({ ...decision, typed }));
        const mona = personAt(of.shop, 'Mona', 'manager');
        await mona.take();
        await mona.take();
        expect(await of.bench.received('PUT', '/v3/orders/')).toBe(1);
        const stored = await context.db.call('approvals.get', requestId);
        expect(stored).toMatchObject({ state: 'approved', decidedBy: 'Farid (PC )' });
        const { operation } = must(await operations.detail({ opId: stored?.opId ?? '' }));
        expect(operation).toMatchObject({
          kind,
          state: 'SUCCEEDED',
          totals: [{ amount: money(minor, 'EGP') }],
        });
      }),
  );

  it(
    'is refused from there with a reason, which the person who asked is told',
    chain(async (of) => {
      const { requestId, mona, farid, decision } = await asked(of);
      const refusal = { ...decision, word: 'refused' as const, typed: '' };
      expect(codeOf(await farid.calls['approvals.decideElsewhere'](refusal))).toBe('note-needed');
      must(await farid.calls['approvals.decideElsewhere']({ ...refusal, note: 'the slip is missing' }));
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      const { value } = await of.shop.session().approvals.list('M1');
      expect(value.requests).toEqual([]);
      expect(value.refused).toMatchObject([
        { requestId, decidedBy: 'Farid (PC )', decisionNote: 'the slip is missing' },
      ]);
      expect((await farid.others())[0]).toMatchObject({
        state: 'refused',
        decided: { by: 'Farid (PC )', note: 'the slip is missing' },
      });
    }),
  );

  it(
    'that was decided in the shop first is kept so, and the office is told by whom',
    chain(async (of) => {
      const { requestId, mona, farid, decision } = await asked(of);
      must(await farid.calls['approvals.decideElsewhere'](decision));
      const sara = { personId: 'S1', name: 'Sara' };
      must(await of.shop.session().approvals.refuse(requestId, 'not today', sara));
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await declinedIn(of, requestId)).toMatchObject([
        { by: 'Farid (PC )', error: { code: 'request-not-open', params: { by: 'Sara' } } },
      ]);
      expect((await farid.others())[0]).toMatchObject({
        state: 'refused',
        decided: { by: 'Sara', note: 'not today' },
        sent: { error: { code: 'request-not-open', params: { by: 'Sara' } } },
      });
      const late = await farid.calls['approvals.decideElsewhere'](decision);
      expect(late).toMatchObject({ error: { code: 'request-not-open', params: { by: 'Sara' } } });
    }),
  );

  it(
    'that was withdrawn says so in the office',
    chain(async (of) => {
      const { requestId, farid, decision } = await asked(of);
      must(await of.shop.session().approvals.withdraw(requestId, { personId: 'M1', name: 'Mona' }));
      must(await of.shop.session().headOffice.look());
      expect((await farid.others())[0]).toMatchObject({ state: 'withdrawn', decided: { by: 'Mona' } });
      const late = await farid.calls['approvals.decideElsewhere'](decision);
      expect(late).toMatchObject({ error: { code: 'request-not-open', params: { by: 'Mona' } } });
    }),
  );

  it(
    'is not decided by who asked for it, whatever their id on the other PC',
    chain(async (of) => {
      const { decision, forged, mona, requestId, stateOf } = await asked(of);
      const same = personAt(of.office, ' mona ', 'administrator');
      expect(codeOf(await same.calls['approvals.decideElsewhere'](decision))).toBe('own-request');
      await sign(of.office, { ...forged, name: 'MONA' });
      await mona.take();
      expect(await declinedIn(of, requestId)).toMatchObject([{ error: { code: 'own-request' } }]);
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await stateOf()).toBe('waiting');
    }),
  );

  it(
    'waits for nobody who is away: it is carried out once somebody is there, unless its end has passed',
    chain(async (of) => {
      const { mona, farid, decision, requestId, stateOf } = await asked(of);
      must(await farid.calls['approvals.decideElsewhere'](decision));
      mona.leave();
      await mona.take();
      expect(await stateOf()).toBe('waiting');
      expect(await declinedIn(of, requestId)).toEqual([]);
      of.bench.clock.forward(31 * MINUTE);
      mona.comeBack();
      await mona.take();
      expect(await declinedIn(of, requestId)).toMatchObject([{ error: { code: 'decision-expired' } }]);
      expect((await farid.others())[0]?.sent?.error?.code).toBe('decision-expired');
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      // It is decided again, and holds this time.
      must(await farid.calls['approvals.decideElsewhere'](decision));
      await mona.take();
      expect(await stateOf()).toBe('approved');
      expect(await of.bench.received('PUT', PATH)).toBe(1);
    }),
  );

  it.each<[string, Partial<Forged> | ((at: number) => Partial<Forged>), string]>([
    ['another amount', { amounts: [{ minor: 1n, currency: 'EGP' }] }, 'decision-changed'],
    ['another kind', { kind: 'refund' }, 'decision-changed'],
    ['another content', { sha256: 'ab'.repeat(32) }, 'decision-changed'],
    ['a person without the right', { role: 'cashier' }, 'decision-not-allowed'],
    ['a clock that is ahead', (at) => ({ atMs: at + 10 * MINUTE }), 'decision-clock'],
    [
      'an end of its own choice',
      (at) => ({ atMs: at - 40 * MINUTE, untilMs: at + 999 * MINUTE }),
      'decision-expired',
    ],
  ])('a decision with %s is recorded and not carried out', (_, part, code) =>
    withChain(cluster(), async (of) => {
      const { requestId, mona, forged, stateOf, farid } = await asked(of);
      const at = of.bench.clock.nowMs();
      await sign(of.office, { ...forged, ...(typeof part === 'function' ? part(at) : part) });
      await mona.take();
      await mona.take();
      expect(await declinedIn(of, requestId)).toMatchObject([{ error: { code } }]);
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await stateOf()).toBe('waiting');
      expect((await farid.others())[0]?.sent?.error?.code).toBe(code);
    }),
  );

  it(
    'a decision that the server changed does not bear the signature of its PC',
    chain(async (of) => {
      const { requestId, mona, forged, stateOf } = await asked(of);
      const { owner } = of;
      // As it is written: the shop hears of it at once.
      await owner.rows(`CREATE FUNCTION head_office.changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.body := replace(NEW.body, '"role":"viewer"', '"role":"finance"'); RETURN NEW; END $$`);
      await owner.rows(`CREATE TRIGGER changes BEFORE INSERT ON head_office.entry
        FOR EACH ROW WHEN (NEW.kind = 'decision') EXECUTE FUNCTION head_office.changed()`);
      await sign(of.office, { ...forged, role: 'viewer' });
      await mona.take();
      // Nothing of what it says itself.
      expect(await declinedIn(of, requestId)).toMatchObject([
        { by: 'PC ', error: { code: 'decision-unsigned' } },
      ]);
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await stateOf()).toBe('waiting');
    }),
  );

  it(
    'a decision under the name of another PC is refused, and one of another branch is not even heard',
    chain(async (of) => {
      const { requestId, mona, forged, stateOf } = await asked(of);
      const stranger = await of.add('Another branch', 'Samir');
      await sign(stranger, forged);
      await mona.take();
      expect(await declinedIn(of, requestId)).toEqual([]);
      const { owner } = of;
      const office = must(await of.office.session().headOffice.state()).membership?.pc ?? '';
      await owner.rows('SET session_replication_role = replica');
      await owner.rows(
        `UPDATE head_office.entry SET pc = $1, branch = '', seq = 900 WHERE kind = 'decision'`,
        [office],
      );
      await owner.rows('SET session_replication_role = DEFAULT');
      await mona.take();
      expect(await declinedIn(of, requestId)).toMatchObject([{ error: { code: 'decision-unsigned' } }]);
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await stateOf()).toBe('waiting');
    }),
  );

  it(
    'waits in the shop while head office is away, where it is decided as ever; the office is told that it cannot',
    chain(async (of) => {
      const { requestId, farid, decision, stateOf } = await asked(of);
      await farid.others();
      await cluster().kill();
      try {
        must(await of.office.session().headOffice.look());
        expect(codeOf(await farid.calls['approvals.decideElsewhere'](decision))).toBe('not-asked');
        expect(await stateOf()).toBe('waiting');
        must(await of.shop.session().approvals.refuse(requestId, 'no', { personId: 'S1', name: 'Sara' }));
        expect(await stateOf()).toBe('refused');
      } finally {
        await cluster().start();
      }
    }),
  );
});
