/** Offers: the fee inquiry of chosen sales with what it costs against waiting, and the limits it must keep to. */
import type { EligibleSale, Offer } from '#shared/contract/instant-settlement.ts';
import { earlyCostOf, limitBroken } from '#shared/domain/early-cost.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { shareInBasisPoints, toDecimal } from '#shared/money/money.ts';
import type { ProfileContext } from '../context.ts';
import type { GatewayQuote } from '../../gateway/gateway.ts';
import { uuidv7 } from '../uuid.ts';

/** An offer is good for a minute; after that it is asked for again. */
const OFFER_VALID_MS = 60_000;

type Dated = Extract<EligibleSale['expectedSettlementDate'], { kind: 'instant' }>;

/** When the first and the last of these sales would be paid anyway. */
function freeDates(sales: readonly EligibleSale[]): { first: Dated | null; last: Dated | null } {
  const dates = sales
    .flatMap(({ expectedSettlementDate: date }) => (date?.kind === 'instant' ? [date] : []))
    .sort((a, b) => a.atMs - b.atMs);
  return { first: dates[0] ?? null, last: dates.at(-1) ?? null };
}

/** From asking to transferred, of the request in the middle: a gateway that is slow once does not change it. */
async function usuallyTakes({ db }: Pick<ProfileContext, 'db'>): Promise<number | null> {
  const { requests } = await db.call('instant.requests', null);
  const took = requests
    .flatMap(({ history, createdAt }) => {
      const end = history.find(({ status }) => status.kind === 'known' && status.value === 'TRANSFERRED')?.at;
      return end?.kind === 'instant' && createdAt?.kind === 'instant' && end.atMs >= createdAt.atMs
        ? [end.atMs - createdAt.atMs]
        : [];
    })
    .sort((a, b) => a - b);
  return took[Math.floor(took.length / 2)] ?? null;
}

export function createOffers(context: ProfileContext) {
  const { db, gateway, clock } = context;
  const offers = new Map<string, Offer>();

  async function toOffer(
    quote: GatewayQuote,
    sales: EligibleSale[],
    transactionIds: string[],
  ): Promise<Offer> {
    const quotedAtMs = clock.nowMs();
    const { first, last } = freeDates(sales);
    const waiting = sales.map(({ net, expectedSettlementDate: date }) => ({
      net,
      freeAtMs: date?.kind === 'instant' ? date.atMs : null,
    }));
    return {
      ...quote,
      ...earlyCostOf(quote, waiting, quotedAtMs),
      quoteId: uuidv7(context),
      quotedAtMs,
      validUntilMs: quotedAtMs + OFFER_VALID_MS,
      transactionIds,
      branchCount: new Set(sales.map((sale) => sale.branchId ?? '')).size,
      feeShareBasisPoints: shareInBasisPoints(quote.totalFees, quote.total),
      freeFrom: first,
      freeOn: last,
      usuallyTakesMs: await usuallyTakes(context),
    };
  }

  async function quote(transactionIds: string[]): Promise<Result<Offer, AppError>> {
    const sales = await db.call('instant.eligibleByIds', transactionIds);
    const answer = await gateway.quote(transactionIds);
    if (!answer.ok) return answer;
    const offer = await toOffer(answer.value, sales, transactionIds);
    offers.set(offer.quoteId, offer);
    return ok(offer);
  }

  return {
    quote,
    offerOf: (quoteId: string): Offer | null => offers.get(quoteId) ?? null,

    /** After the eligible sales were read again: what is eligible no more is left out. */
    quoteAgain: async (wanted: string[]): Promise<Result<{ offer: Offer; gone: number }, AppError>> => {
      const still = new Set(
        (await db.call('instant.eligibleByIds', wanted))
          .filter(({ requested }) => !requested)
          .map(({ transactionId }) => transactionId),
      );
      const left = wanted.filter((id) => still.has(id));
      if (left.length === 0) return err(movementError('nothing-eligible'));
      const offer = await quote(left);
      return offer.ok ? ok({ offer: offer.value, gone: wanted.length - left.length }) : offer;
    },

    /** The limits as they are now, which another PC may have used up: asked right before money moves. */
    keepsToLimits: async ({ total }: Offer): Promise<Result<null, AppError>> => {
      const answer = await gateway.listEligible(1, 1);
      if (!answer.ok) return answer;
      const broken = limitBroken(total, answer.value.limits);
      if (!broken) return ok(null);
      const { which, limit } = broken;
      const amounts = { limit: toDecimal(limit), requested: toDecimal(total), currency: limit.currency };
      return err(movementError('over-limit', { which, ...amounts }));
    },
  };
}
