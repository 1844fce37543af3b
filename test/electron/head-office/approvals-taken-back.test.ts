/** A decision on a request of another PC that is taken back before it is used. */
import { describe, expect, it, vi } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { codeOf, must } from '../services/operations/harness.ts';
import { asked, declinedIn, MINUTE, PATH, personAt, PIN, sign } from './approvals.ts';
import { withCluster } from './test-cluster.ts';
import { withChain } from './two-cores.ts';

describe.skipIf(findPostgres() === null)('a decision that is taken back', { timeout: 300_000 }, () => {
  const cluster = withCluster();

  it('before its PC has used it is not carried out, both PCs say so, and it can be decided again', () =>
    withChain(cluster(), async (of) => {
      const { requestId, mona, farid, decision, stateOf } = await asked(of);
      const takeBack = () => farid.calls['approvals.takeBack']({ pc: decision.pc, requestId, pin: PIN });
      expect(codeOf(await takeBack())).toBe('request-not-open');
      must(await farid.calls['approvals.decideElsewhere'](decision));
      expect((await farid.others())[0]?.sent).toMatchObject({ word: 'approved', isHere: true, error: null });
      mona.leave();
      await mona.take();
      // A colleague at this PC has no other PIN than their own.
      const guessed = { pc: decision.pc, requestId, pin: '0000' };
      expect(codeOf(await farid.calls['approvals.takeBack'](guessed))).toBe('pin-wrong');
      expect((await farid.others())[0]?.sent).toMatchObject({ word: 'approved' });
      must(await takeBack());
      expect((await farid.others())[0]?.sent).toMatchObject({ word: 'taken-back', error: null });
      expect(codeOf(await takeBack())).toBe('request-not-open');
      expect(codeOf(await farid.calls['approvals.decideElsewhere'](decision))).toBe('decision-sent');
      mona.comeBack();
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await stateOf()).toBe('waiting');
      expect(await declinedIn(of, requestId)).toMatchObject([
        { by: 'Farid (PC )', error: { code: 'decision-taken-back', params: { by: 'Farid (PC )' } } },
      ]);
      expect((await farid.others())[0]).toMatchObject({
        state: 'waiting',
        sent: { error: { code: 'decision-taken-back' } },
      });
      of.bench.clock.forward(MINUTE);
      must(await farid.calls['approvals.decideElsewhere'](decision));
      await mona.take();
      expect(await stateOf()).toBe('approved');
      expect(await of.bench.received('PUT', PATH)).toBe(1);
    }));

  it('while the terminal is read is not carried out', () =>
    withChain(cluster(), async (of) => {
      const { requestId, mona, farid, decision, stateOf } = await asked(of);
      must(await farid.calls['approvals.decideElsewhere'](decision));
      const { operations, headOffice } = of.shop.session();
      const read = operations.prepareReversal.bind(operations);
      vi.spyOn(operations, 'prepareReversal').mockImplementationOnce(async (input) => {
        const prepared = await read(input);
        must(await farid.calls['approvals.takeBack']({ pc: decision.pc, requestId, pin: PIN }));
        must(await headOffice.look());
        return prepared;
      });
      await mona.take();
      expect(await of.bench.received('PUT', PATH)).toBe(0);
      expect(await stateOf()).toBe('waiting');
      expect(await declinedIn(of, requestId)).toMatchObject([{ error: { code: 'decision-taken-back' } }]);
    }));

  it('too late changes nothing, and says so once the office hears of it; another PC takes none back', () =>
    withChain(cluster(), async (of) => {
      const { requestId, mona, farid, decision, stateOf } = await asked(of);
      must(await farid.calls['approvals.decideElsewhere'](decision));
      const other = personAt(await of.add('', 'Hala'), 'Hala', 'finance');
      expect((await other.others())[0]?.sent).toMatchObject({ by: 'Farid', isHere: false });
      const of1 = { pc: decision.pc, requestId, pin: PIN };
      expect(codeOf(await other.calls['approvals.takeBack'](of1))).toBe('request-not-open');
      // The office does not hear of the answer: it decides by what it knew before.
      const { headOffice } = of.office.session();
      const before = await headOffice.othersAsked(0);
      const deaf = vi.spyOn(headOffice, 'othersAsked').mockResolvedValue(before);
      await mona.take();
      must(await farid.calls['approvals.takeBack'](of1));
      deaf.mockRestore();
      await mona.take();
      expect(await stateOf()).toBe('approved');
      expect(await of.bench.received('PUT', PATH)).toBe(1);
      expect(await declinedIn(of, requestId)).toEqual([]);
      expect((await farid.others())[0]).toMatchObject({ state: 'approved', decided: { by: 'Farid (PC )' } });
      const late = await farid.calls['approvals.takeBack'](of1);
      expect(late).toMatchObject({ error: { code: 'request-not-open', params: { cause: 'ended' } } });
      expect(codeOf(await farid.calls['approvals.decideElsewhere']({ ...decision, pin: PIN }))).toBe(
        'request-not-open',
      );
    }));

  it('of two that were decided at once one is taken back: the other is in force, is shown, and is carried out', () =>
    withChain(cluster(), async (of) => {
      const { requestId, mona, farid, decision, forged, stateOf } = await asked(of);
      const second = await of.add('', 'Hala');
      const hala = personAt(second, 'Hala', 'finance');
      must(await farid.calls['approvals.decideElsewhere'](decision));
      of.bench.clock.forward(1_000);
      // She had not heard of his.
      await sign(second, { ...forged, name: 'Hala' });
      const hers = { word: 'approved', by: 'Hala', error: null };
      const [both] = await farid.others();
      expect(both).toMatchObject({ sent: hers });
      expect(both?.takeBackUntilMs).toBeGreaterThan(0);
      of.bench.clock.forward(1_000);
      const taking = { pc: decision.pc, requestId, pin: PIN };
      must(await hala.calls['approvals.takeBack'](taking));
      const his = { word: 'approved', by: 'Farid', error: null };
      expect(await hala.others()).toMatchObject([{ sent: { ...his, isHere: false }, takeBackUntilMs: null }]);
      expect(await farid.others()).toMatchObject([{ sent: { ...his, isHere: true } }]);
      expect(codeOf(await hala.calls['approvals.takeBack'](taking))).toBe('request-not-open');
      expect(codeOf(await hala.calls['approvals.decideElsewhere'](decision))).toBe('decision-sent');
      await mona.take();
      expect(await stateOf()).toBe('approved');
      expect(await of.bench.received('PUT', PATH)).toBe(1);
    }));

  it('of two that were decided at once the first is taken back on its PC, though the other came later', () =>
    withChain(cluster(), async (of) => {
      const { requestId, mona, farid, decision, forged, stateOf } = await asked(of);
      const second = await of.add('', 'Hala');
      must(await farid.calls['approvals.decideElsewhere'](decision));
      of.bench.clock.forward(1_000);
      await sign(second, { ...forged, name: 'Hala', word: 'refused' });
      await farid.others();
      must(await farid.calls['approvals.takeBack']({ pc: decision.pc, requestId, pin: PIN }));
      expect(await farid.others()).toMatchObject([{ sent: { word: 'refused', by: 'Hala' } }]);
      await mona.take();
      expect(await stateOf()).toBe('refused');
      expect(await of.bench.received('PUT', PATH)).toBe(0);
    }));
});
