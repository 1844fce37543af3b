/** The use cases of rates: kept lists, and the two calculators. */
import type { VerbsOf } from '#shared/contract/index.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { stripDirectionMarks, toAsciiDigits } from '#shared/text/digits.ts';
import type { ProfileContext } from '../../core/context.ts';
import { keptReads } from './reads.ts';

/** The first six to eight digits of a card. More would be a card number, which is never sent. */
function binOf(typed: string): string | null {
  const bin = toAsciiDigits(stripDirectionMarks(typed)).replace(/\s/g, '');
  return /^\d{6,8}$/.test(bin) ? bin : null;
}

export function createRatesService({ db, gateway, clock, emit, merchantId }: ProfileContext) {
  return {
    list: async ({ name }) => ok(await db.call('kept.list', name)),
    async refresh({ name }) {
      const answer = await keptReads[name]({ gateway, merchantId });
      const atMs = clock.nowMs();
      if (answer.ok) await db.call('kept.store', { name, ...answer.value, atMs });
      else await db.call('lists.failed', { name: `kept ${name}`, error: answer.error, atMs });
      emit('rates.changed', { name });
      return answer.ok ? ok({}) : answer;
    },
    async cardFee({ bin: typed, amount }) {
      const cardBin = binOf(typed);
      if (cardBin === null) return err(inputError('bin-not-understood', { field: 'bin' }));
      const answer = await gateway.calculators.cardFee({ merchantId, cardBin, amount });
      if (!answer.ok) return answer;
      const { ratePercent, flatFee, vatPercent } = answer.value;
      return ok({ ratePercent, flatFee, vatPercent });
    },
    calculate: ({ amount, method }) => gateway.calculators.fees(amount, method),
  } satisfies VerbsOf<'rates'>;
}
