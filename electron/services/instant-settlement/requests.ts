/** Requests as the gateway lists them. They are read, kept with the sales they cover, and followed until they end. */
import type { InstantRequest } from '#shared/contract/instant-settlement.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { GatewayInstantRequest } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';

const POLL_MS = 5_000;
/** Requests that are read one by one for their sales, in one go: the list may not name them, the request itself may. */
const MOST_DETAILS = 20;

const rowOf = ({ raw: _raw, transactionIds: _ids, ...request }: GatewayInstantRequest): InstantRequest => ({
  ...request,
  operationId: null,
});
const isUnderWay = ({ status }: GatewayInstantRequest) =>
  status.kind === 'known' && (status.value === 'PENDING' || status.value === 'PROCESSING');

/** Adds the sales of requests that the list did not name, from the requests themselves. */
function createMembers({ db, gateway }: ProfileContext) {
  /** Requests that were read for their sales and did not name them. */
  const silent = new Set<string>();
  return async (found: GatewayInstantRequest[]): Promise<GatewayInstantRequest[]> => {
    const { requests } = await db.call('instant.requests', null);
    const named = new Set(requests.flatMap((one) => (one.membersFrom === null ? [] : [one.requestId])));
    const asked = found
      .filter(
        ({ requestId, transactionIds }) =>
          transactionIds === null && !named.has(requestId) && !silent.has(requestId),
      )
      .slice(0, MOST_DETAILS);
    const told = new Map<string, string[]>();
    for (const { requestId } of asked) {
      const answer = await gateway.readInstantRequest(requestId);
      if (!answer.ok) break;
      const { transactionIds } = answer.value;
      if (transactionIds === null) silent.add(requestId);
      else told.set(requestId, transactionIds);
    }
    return found.map((one) => ({
      ...one,
      transactionIds: one.transactionIds ?? told.get(one.requestId) ?? null,
    }));
  };
}

/** Reads again and again while a request is under way. A failure to read or to store waits for the next turn. */
function createFollowing(
  { clock, log }: ProfileContext,
  refresh: () => Promise<Result<GatewayInstantRequest[], AppError>>,
) {
  let cancelPoll = () => {};
  let stopped = false;

  function follow(): void {
    cancelPoll();
    cancelPoll = clock.after(POLL_MS, () => {
      if (stopped) return;
      refresh().then(
        (answer) => {
          if (!stopped && (!answer.ok || answer.value.some(isUnderWay))) follow();
        },
        (error: unknown) => {
          if (stopped) return;
          log.error('instant-poll-failed', { error: String(error) });
          follow();
        },
      );
    });
  }
  function stop(): void {
    stopped = true;
    cancelPoll();
  }
  return { follow, stop };
}

/** `onChange`: a request has moved on. The eligible sales, the limits and the balance may have changed with it. */
export function createRequests(context: ProfileContext, onChange: () => Promise<unknown>) {
  const { db, gateway, clock, emit, log } = context;
  const withMembers = createMembers(context);

  async function keep(found: GatewayInstantRequest[], readAtMs: number | null): Promise<string[]> {
    const requests = found.map((one) => ({ request: rowOf(one), memberIds: one.transactionIds }));
    const changed = await db.call('instant.storeRequests', { requests, readAtMs });
    emit('instantSettlement.changed', { what: 'requests' });
    return changed;
  }

  async function readAll(): Promise<Result<GatewayInstantRequest[], AppError>> {
    const found: GatewayInstantRequest[] = [];
    const answer = await readAllPages(
      (page, limit) => gateway.listInstantRequests(page, limit),
      async (page) => void found.push(...page.rows),
    );
    if (answer.ok) return ok(found);
    await db.call('lists.failed', { name: 'requests', error: answer.error, atMs: clock.nowMs() });
    return answer;
  }

  /** For evidence: answers exactly what was read. */
  async function read(): Promise<Result<GatewayInstantRequest[], AppError>> {
    const found = await readAll();
    if (found.ok) await keep(found.value, clock.nowMs());
    return found;
  }

  async function refresh(): Promise<Result<GatewayInstantRequest[], AppError>> {
    const found = await readAll();
    if (!found.ok) return found;
    const changed = await keep(await withMembers(found.value), clock.nowMs());
    if (changed.length > 0) await onChange();
    return found;
  }

  const { follow, stop } = createFollowing(context, refresh);

  return {
    read,
    refresh: async (): Promise<Result<number, AppError>> => {
      const answer = await refresh();
      if (answer.ok && answer.value.some(isUnderWay)) follow();
      return answer.ok ? ok(answer.value.length) : answer;
    },
    /** Keeps a request that was just made. If that fails, a later read brings it. */
    made: async (request: GatewayInstantRequest): Promise<InstantRequest> => {
      follow();
      await keep([request], null).catch((error: unknown) =>
        log.error('instant-request-not-stored', { error: String(error) }),
      );
      return rowOf(request);
    },
    stop,
  };
}
