/** The end of a request is in the record before anybody is answered: other PCs hear of it from there. */
import { expect, it } from 'vitest';
import { createApprovalService } from '#electron/services/approvals/index.ts';
import { money } from '#shared/money/money.ts';
import { must, withBench } from '../operations/harness.ts';

it.each(['refuse', 'withdraw', 'carryOut'] as const)(
  'what ends a request (%s) is answered once the record holds it',
  (verb) =>
    withBench(async (bench) => {
      const { context, audit } = bench.session();
      const told: string[] = [];
      let letGo = () => {};
      const gate = new Promise<void>((resolve) => (letGo = resolve));
      const approvals = createApprovalService(context, {
        record: async (entry) => {
          if (entry.action !== 'approval.requested') await gate;
          const done = await audit.record(entry);
          told.push(entry.action);
          return done;
        },
        isWhole: async () => true,
      });
      const totals = [{ count: 1, amount: money(12_050n, 'EGP') }];
      const { request } = must(
        await approvals.request(
          { kind: 'reversal', subject: 'row-1', totals },
          { personId: 'M1', name: 'Mona' },
        ),
      );
      const { requestId } = request;
      const farid = { personId: 'F1', name: 'Farid' };
      const ends = {
        refuse: () => approvals.refuse(requestId, 'no', farid),
        withdraw: () => approvals.withdraw(requestId, { personId: 'M1', name: 'Mona' }),
        carryOut: () => approvals.carryOut(request, { by: 'Farid' }, async () => ({ ok: true, value: null })),
      };
      let answered = false;
      const done = ends[verb]().then((answer) => {
        answered = true;
        return answer;
      });
      // The row is decided, and its entry is not there yet.
      const stateOf = async () => (await context.db.call('approvals.get', requestId))?.state;
      await expect.poll(stateOf).not.toBe('waiting');
      for (let turn = 0; turn < 5; turn += 1) await context.db.call('approvals.get', requestId);
      expect(answered).toBe(false);
      letGo();
      expect((await done).ok).toBe(true);
      expect(told).toHaveLength(2);
    }),
);
