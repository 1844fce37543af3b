/** A gateway's settled list that moves under the reader, in memory and from a seed; the SQL below the reader is the real one. */
import type { Database } from '#electron/database/client.ts';
import type { Gateway, GatewaySettled } from '#electron/gateway/gateway.ts';
import { syncSettled } from '#electron/services/settlement/sync-settled.ts';
import { ok } from '#shared/errors/result.ts';
import { openMemoryFiles, runProcedure } from '../../../faults/simulation/memory-database.ts';

/** Fewer than are asked for, as a gateway may serve. */
const PAGE = 7;
export class Killed extends Error {}

export type Random = (below: number) => number;
export function randomFrom(seed: number): Random {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

export type ListOptions = {
  /** What happens between two answers. */
  move: (list: MovingList) => void;
  /** A gateway that says neither how many rows nor how many pages there are. */
  countless?: boolean;
  /** Rows whose id or amount cannot be read. */
  unreadable?: (row: GatewaySettled) => boolean;
  /** What its summary adds up; the amounts when absent. */
  summed?: (row: GatewaySettled) => bigint;
};

export type MovingList = {
  rows: GatewaySettled[];
  requests: number[];
  insert(at?: number): void;
  remove(): void;
  change(): void;
  /** The cache is damaged and rebuilt. */
  lose(): void;
  /** Reads it with the real code; rejects with `Killed` after so many requests. */
  sync(options?: {
    killAfter?: number;
    branchIds?: string[];
    anew?: boolean;
  }): ReturnType<typeof syncSettled>;
  /** `id minor` of what is stored, sorted. */
  stored(): string[];
  /** The same of the gateway's list. */
  listed(): string[];
};

export function movingList(random: Random, size: number, options: ListOptions): MovingList {
  const files = openMemoryFiles();
  let made = 0;
  const row = (): GatewaySettled => ({
    transactionId: `TX-${random(1_000)}-${(made += 1)}`,
    merchantOrderId: null,
    refNumber: null,
    terminalId: null,
    branchId: `BR-0${1 + random(2)}`,
    channel: null,
    method: null,
    paymentType: 'SALE',
    entryMode: null,
    amount: { minor: BigInt(random(4_000_000_000)), currency: 'EGP' },
    fee: null,
    vat: null,
    net: null,
    settlementDate: null,
    createdAt: null,
    windowId: null,
    batchId: null,
    raw: '{}',
  });
  const ticks = async () => {
    for (let left = random(6); left > 0; left -= 1) await Promise.resolve();
  };
  const facts = ({ transactionId, amount }: Pick<GatewaySettled, 'transactionId' | 'amount'>) =>
    `${transactionId} ${amount.minor}`;
  const list: MovingList = {
    rows: Array.from({ length: size }, row),
    requests: [],
    insert: (at = random(list.rows.length + 1)) => void list.rows.splice(at, 0, row()),
    remove: () => void list.rows.splice(random(list.rows.length || 1), 1),
    change: () => {
      const at = random(list.rows.length || 1);
      const before = list.rows[at];
      if (before)
        list.rows[at] = { ...before, amount: { ...before.amount, minor: before.amount.minor + 1n } };
    },
    lose: () =>
      files.cache.exec(
        'DELETE FROM settled; DELETE FROM settled_sync; DELETE FROM settled_met; DELETE FROM settled_sync_sum',
      ),
    sync: ({ killAfter = Infinity, branchIds = [], anew = false } = {}) => {
      let left = killAfter;
      const alive = () => {
        if (left < 0) throw new Killed();
      };
      const db = {
        call: async (name: string, args: unknown) => {
          alive();
          const answer = runProcedure(files, name, structuredClone(args));
          await ticks();
          alive();
          return answer;
        },
      } as unknown as Database;
      const listSettled: Gateway['listSettled'] = async ({ page, branchIds: of }) => {
        left -= 1;
        alive();
        list.requests.push(page);
        await ticks();
        options.move(list);
        const rows = list.rows.filter(({ branchId }) => of.length === 0 || of.includes(branchId ?? ''));
        const total = options.countless ? null : rows.length;
        const summed = options.summed ?? (({ amount }) => amount.minor);
        const minor = rows.reduce((sum, one) => sum + summed(one), 0n);
        const served = rows.slice((page - 1) * PAGE, page * PAGE);
        const readable = served.filter((one) => !options.unreadable?.(one));
        const answer = {
          rows: readable,
          unreadable: served.length - readable.length,
          page,
          pages: total === null ? null : Math.max(1, Math.ceil(total / PAGE)),
          total,
          summary: options.countless ? null : { count: total, total: { minor, currency: 'EGP' } },
        };
        await ticks();
        alive();
        return ok(answer);
      };
      const context = {
        db,
        gateway: { listSettled } as Gateway,
        clock: { nowMs: () => 1_000, after: () => () => {} },
      };
      const { signal } = new AbortController();
      return syncSettled(context, { branchIds, anew }, { signal, onProgress: () => {} });
    },
    stored: () =>
      (
        files.cache.prepare('SELECT transaction_id, amount_minor FROM settled').safeIntegers().all() as {
          transaction_id: string;
          amount_minor: bigint;
        }[]
      )
        .map((one) => `${one.transaction_id} ${one.amount_minor}`)
        .sort(),
    listed: () => list.rows.map(facts).sort(),
  };
  return list;
}
