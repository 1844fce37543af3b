/** The calculators of fees. */
import type { VerbsOf } from '#shared/contract/index.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { stripDirectionMarks, toAsciiDigits } from '#shared/text/digits.ts';
import type { ProfileContext } from '../context.ts';

/** The first six to eight digits of a card. More would be a card number, which is never sent. */
function binOf(typed: string): string | null {
  const bin = toAsciiDigits(stripDirectionMarks(typed)).replace(/\s/g, '');
  return /^\d{6,8}$/.test(bin) ? bin : null;
}

export function createRatesService({ gateway, merchantId }: ProfileContext) {
  return {
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
