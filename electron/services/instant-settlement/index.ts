/** The use cases of instant settlement, up to the offer; sending it is a movement (services/operations). */
import type { OutputOf, VerbsOf } from '#shared/contract/index.ts';
import type { EligibleSale, InstantRequest } from '#shared/contract/instant-settlement.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import type { ProfileContext } from '../context.ts';
import type { GatewayEligible, GatewayInstantRequest, InstantLimits } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';
import { createOffers } from './offers.ts';
import { createRequests } from './requests.ts';
import { believed } from './suggestions.ts';

export type InstantSettlementService = ReturnType<typeof createInstantSettlementService>;
type Overview = OutputOf<'instantSettlement.overview'>;

/** Refusals that mean that nothing can be paid early at all. */
const CAUSES = ['permission-missing', 'feature-off', 'address-not-allowed', 'key-refused', 'not-offered'];

const saleRow = ({ raw: _raw, ...sale }: GatewayEligible): EligibleSale => ({
  ...sale,
  branchName: null,
  requested: false,
});

/** The sales that can be paid early, as the gateway last listed them, and the balances. */
function createEligible({ db, gateway, clock, emit, log }: ProfileContext) {
  let balances: Overview['balances'] = null;

  async function readBalances(): Promise<void> {
    const answer = await gateway.payouts.accounts();
    // A key that may not see accounts may still ask for early money. Then there is no balance to show.
    if (!answer.ok) log.info('balance-not-read', { code: answer.error.code });
    balances = answer.ok
      ? answer.value.map(({ accountId, available, onHold }) => ({ accountId, available, onHold }))
      : null;
  }

  const refresh = async (): Promise<Result<OutputOf<'instantSettlement.refresh'>>> => {
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
    if (answer.ok) {
      await readBalances();
      await db.call('instant.replaceEligible', { sales: sales.map(saleRow), limits, readAtMs });
    } else await db.call('lists.failed', { name: 'eligible', error: answer.error, atMs: readAtMs });
    emit('instantSettlement.changed', { what: 'eligible' });
    return answer.ok ? ok({ found: sales.length }) : answer;
  };

  return {
    refresh,

    async overview(): Promise<Result<Overview>> {
      const { read, ...overview } = await db.call('instant.overview', null);
      const { note: _note, ...state } = read;
      const cause = state.lastError?.error;
      const unavailable = cause?.kind === 'gateway' && CAUSES.includes(cause.code) ? cause : null;
      return ok({ ...overview, balances, read: state, unavailable });
    },

    async eligiblePage({ text, branchIds, cursor, limit }) {
      const { rows, more } = await db.call('instant.eligiblePage', {
        text,
        branchIds,
        afterId: cursor,
        limit,
      });
      return ok({ rows, next: more ? (rows.at(-1)?.transactionId ?? null) : null });
    },
  } satisfies VerbsOf<'instantSettlement'>;
}

function createRequestLists({ db }: ProfileContext, requests: ReturnType<typeof createRequests>) {
  return {
    async requests(): Promise<Result<OutputOf<'instantSettlement.requests'>>> {
      const { requests: rows, read } = await db.call('instant.requests', null);
      const { note: _note, ...state } = read;
      return ok({ requests: rows, read: state });
    },

    async members({ requestId, cursor, limit }) {
      const { rows, more } = await db.call('instant.members', { requestId, afterId: cursor, limit });
      return ok({ rows, next: more ? (rows.at(-1)?.transactionId ?? null) : null });
    },

    async refreshRequests(): Promise<Result<OutputOf<'instantSettlement.refreshRequests'>>> {
      const answer = await requests.refresh();
      return answer.ok ? ok({ found: answer.value }) : answer;
    },
  } satisfies VerbsOf<'instantSettlement'>;
}

export function createInstantSettlementService(context: ProfileContext) {
  const { db, gateway, log } = context;
  const eligible = createEligible(context);
  const offers = createOffers(context);
  const requests = createRequests(context, eligible.refresh);

  return {
    ...eligible,
    ...createRequestLists(context, requests),
    requote: offers.quote,
    offerOf: offers.offerOf,
    keepsToLimits: offers.keepsToLimits,
    readRequests: requests.read,

    /** The target is read in the currency of the eligible sales. */
    async suggest({ target }) {
      const { eligibleTotals } = await db.call('instant.overview', null);
      const currency = eligibleTotals[0]?.currency;
      if (currency === undefined) return err(inputError('nothing-selected'));
      const amount = typedAmount(target, currency);
      if (amount === null || amount.minor <= 0n)
        return err(inputError('amount-not-understood', { typed: target }));
      const answer = await gateway.suggest(amount);
      if (!answer.ok) return answer;
      const suggested = await believed(context, answer.value, eligible.refresh);
      return suggested.ok ? ok({ target: amount, ...suggested.value }) : suggested;
    },

    quote: ({ transactionIds }) => offers.quote(transactionIds),

    /** Reads the eligible sales first: they may have changed. */
    async quoteAgain({ transactionIds }) {
      const read = await eligible.refresh();
      return read.ok ? offers.quoteAgain(transactionIds) : read;
    },

    /** Keeps a request that was just made, follows it, and reads again what it changed. */
    async storeRequest(request: GatewayInstantRequest): Promise<InstantRequest> {
      const row = await requests.made(request);
      void eligible
        .refresh()
        .catch((error: unknown) => log.error('instant-refresh-failed', { error: String(error) }));
      return row;
    },

    stop: () => requests.stop(),
  } satisfies VerbsOf<'instantSettlement'>;
}
