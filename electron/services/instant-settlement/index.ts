/** The use cases of instant settlement, up to the offer; sending it is a movement (services/operations). */
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { EligibleSale, InstantRequest, Offer } from '#shared/contract/instant-settlement.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { parseMoney, shareInBasisPoints } from '#shared/money/money.ts';
import { typedAmountToDecimal } from '#shared/text/digits.ts';
import type { ProfileContext } from '../../core-context.ts';
import type {
  GatewayEligible,
  GatewayInstantRequest,
  GatewayQuote,
  InstantLimits,
} from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';
import { uuidv7 } from '../uuid.ts';

export type InstantSettlementService = ReturnType<typeof createInstantSettlementService>;

/** An offer is good for a minute; after that it is asked for again. */
export const OFFER_VALID_MS = 60_000;
const POLL_MS = 5_000;

const saleRow = ({ raw: _raw, ...sale }: GatewayEligible): EligibleSale => ({
  ...sale,
  branchName: null,
  requested: false,
});
const requestRow = ({
  raw: _raw,
  transactionIds: _ids,
  ...request
}: GatewayInstantRequest): InstantRequest => ({ ...request, operationId: null });
const isUnderWay = ({ status }: InstantRequest) =>
  status.kind === 'known' && (status.value === 'PENDING' || status.value === 'PROCESSING');

function latestDate(sales: EligibleSale[]): EligibleSale['expectedSettlementDate'] {
  const dates = sales.flatMap(({ expectedSettlementDate: date }) => (date?.kind === 'instant' ? [date] : []));
  return dates.reduce<(typeof dates)[number] | null>(
    (latest, date) => (latest && latest.atMs >= date.atMs ? latest : date),
    null,
  );
}

export function createInstantSettlementService(context: ProfileContext) {
  const { db, gateway, clock, emit, log } = context;
  const offers = new Map<string, Offer>();
  let cancelPoll = () => {};
  let stopped = false;

  function toOffer(quote: GatewayQuote, sales: EligibleSale[], transactionIds: string[]): Offer {
    const quotedAtMs = clock.nowMs();
    return {
      ...quote,
      quoteId: uuidv7(context),
      quotedAtMs,
      validUntilMs: quotedAtMs + OFFER_VALID_MS,
      transactionIds,
      branchCount: new Set(sales.map((sale) => sale.branchId ?? '')).size,
      feeShareBasisPoints: shareInBasisPoints(quote.totalFees, quote.total),
      freeOn: latestDate(sales),
    };
  }

  async function requote(transactionIds: string[]): Promise<Result<Offer, AppError>> {
    const sales = await db.call('instant.eligibleByIds', transactionIds);
    const quote = await gateway.quote(transactionIds);
    if (!quote.ok) return quote;
    const offer = toOffer(quote.value, sales, transactionIds);
    offers.set(offer.quoteId, offer);
    return ok(offer);
  }

  async function readRequests(): Promise<Result<GatewayInstantRequest[], AppError>> {
    const found: GatewayInstantRequest[] = [];
    const answer = await readAllPages(
      (page, limit) => gateway.listInstantRequests(page, limit),
      async (page) => void found.push(...page.rows),
    );
    const atMs = clock.nowMs();
    if (!answer.ok) {
      await db.call('lists.failed', { name: 'requests', error: answer.error, atMs });
      return answer;
    }
    await db.call('instant.storeRequests', { requests: found.map(requestRow), readAtMs: atMs });
    emit('instantSettlement.changed', { what: 'requests' });
    return ok(found);
  }

  /** While a request is under way its way is followed; a failure to read waits for the next turn. */
  function poll(): void {
    cancelPoll();
    cancelPoll = clock.after(POLL_MS, () => {
      if (stopped) return;
      readRequests()
        .then((answer) => {
          if (stopped) return;
          if (!answer.ok || answer.value.map(requestRow).some(isUnderWay)) poll();
          else
            void refresh().catch((error: unknown) =>
              log.error('instant-refresh-failed', { error: String(error) }),
            );
        })
        .catch((error: unknown) => log.error('instant-poll-failed', { error: String(error) }));
    });
  }

  async function refresh(): Promise<Result<OutputOf<'instantSettlement.refresh'>>> {
    const sales: GatewayEligible[] = [];
    let limits: InstantLimits | null = null;
    const answer = await readAllPages(
      (page, limit) => gateway.listEligible(page, limit),
      async (page) => {
        sales.push(...page.rows);
        limits = page.limits ?? limits;
      },
    );
    const readAtMs = clock.nowMs();
    if (answer.ok) await db.call('instant.replaceEligible', { sales: sales.map(saleRow), limits, readAtMs });
    else await db.call('lists.failed', { name: 'eligible', error: answer.error, atMs: readAtMs });
    emit('instantSettlement.changed', { what: 'eligible' });
    return answer.ok ? ok({ found: sales.length }) : answer;
  }

  return {
    refresh,
    requote,
    readRequests,
    offerOf: (quoteId: string): Offer | null => offers.get(quoteId) ?? null,

    async overview(): Promise<Result<OutputOf<'instantSettlement.overview'>>> {
      const { read, ...overview } = await db.call('instant.overview', null);
      const { note: _note, ...state } = read;
      const cause = state.lastError?.error;
      const unavailable =
        cause?.kind === 'gateway' &&
        ['permission-missing', 'feature-off', 'address-not-allowed', 'key-refused', 'not-found'].includes(
          cause.code,
        )
          ? cause
          : null;
      return ok({ ...overview, read: state, unavailable });
    },

    async eligiblePage({
      text,
      branchIds,
      cursor,
      limit,
    }: ParsedInputOf<'instantSettlement.eligiblePage'>): Promise<
      Result<OutputOf<'instantSettlement.eligiblePage'>>
    > {
      const { rows, more } = await db.call('instant.eligiblePage', {
        text,
        branchIds,
        afterId: cursor,
        limit,
      });
      return ok({ rows, next: more ? (rows.at(-1)?.transactionId ?? null) : null });
    },

    /** The target is read in the currency of the eligible sales. */
    async suggest({
      target,
    }: ParsedInputOf<'instantSettlement.suggest'>): Promise<Result<OutputOf<'instantSettlement.suggest'>>> {
      const { eligibleTotals } = await db.call('instant.overview', null);
      const currency = eligibleTotals[0]?.currency;
      if (currency === undefined) return err(inputError('nothing-selected'));
      const decimal = typedAmountToDecimal(target);
      const amount = decimal === null ? null : parseMoney(decimal, currency);
      if (!amount?.ok || amount.value.minor <= 0n)
        return err(inputError('amount-not-understood', { typed: target }));
      const answer = await gateway.suggest(amount.value);
      return answer.ok ? ok({ target: amount.value, ...answer.value }) : answer;
    },

    quote: ({ transactionIds }: ParsedInputOf<'instantSettlement.quote'>): Promise<Result<Offer>> =>
      requote(transactionIds),

    async requests(): Promise<Result<OutputOf<'instantSettlement.requests'>>> {
      const { requests, read } = await db.call('instant.requests', null);
      const { note: _note, ...state } = read;
      return ok({ requests, read: state });
    },

    async refreshRequests(): Promise<Result<OutputOf<'instantSettlement.refreshRequests'>>> {
      const answer = await readRequests();
      if (answer.ok && answer.value.map(requestRow).some(isUnderWay)) poll();
      return answer.ok ? ok({ found: answer.value.length }) : answer;
    },

    /** Keeps a request that was just made and follows it. */
    async storeRequest(request: GatewayInstantRequest): Promise<InstantRequest> {
      const row = requestRow(request);
      await db.call('instant.storeRequests', { requests: [row], readAtMs: null });
      emit('instantSettlement.changed', { what: 'requests' });
      poll();
      return row;
    },

    stop(): void {
      stopped = true;
      cancelPoll();
    },
  };
}
