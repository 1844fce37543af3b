/** Payouts (§2.8, §3.3): transfers from the available balance, one by one, in batches, or by a scheduler; moved on by time. */
import { refuse } from '../errors.ts';
import { emitTransfer } from '../webhooks/events.ts';
import { amountJson, type World } from '../world.ts';
import { documents } from './documents.ts';
import { newId } from './ids.ts';
import { balanceOf, post } from './ledger.ts';
import { prepared } from './prepared.ts';
import { shareOf, VAT_BASIS_POINTS } from './settlement-rows.ts';

export const METHODS = ['bank', 'card', 'wallet'] as const;
export type Method = (typeof METHODS)[number];
export type Recipient = { recipientName: string; recipientNumber: string; recipientBank: string | null };
type Status = 'PENDING' | 'INITIATED' | 'IN_TRANSIT' | 'TRANSFERRED' | 'FAILED';

export type TransferRow = {
  transfer_id: string;
  merchant_transfer_id: string;
  batch_id: string | null;
  scheduler_id: string | null;
  /** A `Recipient` as JSON. */
  recipient: string;
  method: Method;
  amount_minor: number;
  fee_minor: number;
  vat_minor: number;
  status: Status;
  failure_reason: string | null;
  /** How it will end, decided at the beginning. */
  ends: 'TRANSFERRED' | 'FAILED';
  created_at_ms: number;
  updated_at_ms: number;
  /** `{status, atMs}`, JSON. */
  history: string;
};

/** How long after its creation a transfer enters each state. */
const STEPS: readonly [ageMs: number, status: 'INITIATED' | 'IN_TRANSIT' | 'end'][] = [
  [2_000, 'INITIATED'],
  [8_000, 'IN_TRANSIT'],
  [20_000, 'end'],
];

type Fees = { feeMinor: number; vatMinor: number };

/** Bank 5.00 and 0.1 %, card 0.5 %, wallet 1 %, and 14 % VAT on it. */
export function transferFees(method: Method, amountMinor: number): Fees {
  const feeMinor =
    method === 'bank' ? 500 + shareOf(amountMinor, 10) : shareOf(amountMinor, method === 'card' ? 50 : 100);
  return { feeMinor, vatMinor: shareOf(feeMinor, VAT_BASIS_POINTS) };
}

/** `01…` of eleven digits (§2.8 rule 2), or null. */
export function egyptianMobile(text: string): string | null {
  const plain = text.replace(/[\s-]/g, '').replace(/^(\+20|0020)0?/, '0');
  return /^01[0125]\d{8}$/.test(plain) ? plain : null;
}

export type NewTransfer = Recipient & {
  merchantTransferId: string;
  method: Method;
  amountMinor: number;
  batchId?: string;
  schedulerId?: string;
};

const totalOf = (row: Pick<TransferRow, 'amount_minor' | 'fee_minor' | 'vat_minor'>) =>
  row.amount_minor + row.fee_minor + row.vat_minor;

/** Takes the money out of the available balance, or back into it. */
function move(world: World, row: TransferRow, kind: 'payout' | 'payout-failed' | 'payout-paid'): void {
  const sign = kind === 'payout' ? 1 : -1;
  const amounts =
    kind === 'payout-paid'
      ? { transfers: -row.amount_minor, recipients: row.amount_minor }
      : {
          available: -sign * totalOf(row),
          transfers: sign * row.amount_minor,
          fees: sign * row.fee_minor,
          vat: sign * row.vat_minor,
        };
  const about = { kind, ref: row.transfer_id, atMs: world.clock.nowMs(), currency: 'EGP' };
  post(world, { ...about, amounts });
}

/** A recipient number ending in 0000 fails at the bank, which is how a failure can be tried. */
const failsAtTheBank = ({ recipientNumber }: Recipient) => recipientNumber.endsWith('0000');

type Wanted = Pick<NewTransfer, 'method' | 'amountMinor'>;
const costOf = ({ method, amountMinor }: Wanted): number => {
  const { feeMinor, vatMinor } = transferFees(method, amountMinor);
  return amountMinor + feeMinor + vatMinor;
};
const isShort = (world: World, wanted: readonly Wanted[]) =>
  wanted.reduce((sum, one) => sum + costOf(one), 0) > balanceOf(world, 'available', 'EGP');

/** Refuses transfers that the balance does not bear together: each of them, or none. */
export function checkBalance(world: World, wanted: readonly Wanted[]): void {
  if (!isShort(world, wanted)) return;
  const available = balanceOf(world, 'available', 'EGP');
  throw refuse.noBalance({
    limit: amountJson(available, 'EGP'),
    requested: amountJson(
      wanted.reduce((sum, one) => sum + costOf(one), 0),
      'EGP',
    ),
    remaining: amountJson(available, 'EGP'),
    currency: 'EGP',
  });
}

/**
 * Creates a transfer. Without enough balance it is refused, or, where a scheduler's run must leave a trace, FAILED at once.
 */
export function createTransfer(world: World, wanted: NewTransfer): TransferRow {
  const { merchantTransferId, method, amountMinor, batchId = null, schedulerId = null } = wanted;
  const { recipientName, recipientNumber, recipientBank } = wanted;
  if (
    prepared(world.db, 'SELECT 1 FROM transfer WHERE merchant_transfer_id = ?').get(merchantTransferId) !==
    undefined
  )
    throw refuse.sameTransfer();
  const { feeMinor, vatMinor } = transferFees(method, amountMinor);
  const short = isShort(world, [wanted]);
  if (schedulerId === null) checkBalance(world, [wanted]);
  const nowMs = world.clock.nowMs();
  const row = prepared(
    world.db,
    `INSERT INTO transfer VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
  ).get(
    newId(world, 'TR'),
    merchantTransferId,
    batchId,
    schedulerId,
    JSON.stringify({ recipientName, recipientNumber, recipientBank }),
    method,
    amountMinor,
    feeMinor,
    vatMinor,
    'PENDING',
    null,
    failsAtTheBank(wanted) ? 'FAILED' : 'TRANSFERRED',
    nowMs,
    nowMs,
    JSON.stringify([{ status: 'PENDING', atMs: nowMs }]),
  ) as TransferRow;
  if (short) enter(world, row, 'FAILED', nowMs, 'The available balance was too small.');
  else move(world, row, 'payout');
  return transferById(world, row.transfer_id) ?? row;
}

export const transferById = (world: World, id: string): TransferRow | null =>
  (prepared(world.db, 'SELECT * FROM transfer WHERE transfer_id = ?').get(id) as TransferRow | undefined) ??
  null;

function enter(world: World, row: TransferRow, status: Status, atMs: number, reason: string | null): void {
  const history = [...(JSON.parse(row.history) as { status: Status; atMs: number }[]), { status, atMs }];
  row.history = JSON.stringify(history);
  row.status = status;
  prepared(
    world.db,
    'UPDATE transfer SET status = ?, failure_reason = ?, updated_at_ms = ?, history = ? WHERE transfer_id = ?',
  ).run(status, reason, atMs, row.history, row.transfer_id);
  emitTransfer(world, {
    transferId: row.transfer_id,
    merchantTransferId: row.merchant_transfer_id,
    status,
    amountMinor: row.amount_minor,
    recipientName: (JSON.parse(row.recipient) as Recipient).recipientName,
    atMs,
  });
}

/** Moves transfers on by the time that has passed, state by state. */
export function advanceTransfers(world: World): void {
  const open = prepared(
    world.db,
    `SELECT * FROM transfer WHERE status NOT IN ('TRANSFERRED', 'FAILED') ORDER BY created_at_ms`,
  ).all() as TransferRow[];
  for (const row of open) {
    const ageMs = world.clock.nowMs() - row.created_at_ms;
    const entered = (JSON.parse(row.history) as unknown[]).length - 1;
    for (const [afterMs, step] of STEPS.slice(entered)) {
      if (ageMs < afterMs) break;
      const atMs = row.created_at_ms + afterMs;
      if (step !== 'end') enter(world, row, step, atMs, null);
      else {
        const failed = row.ends === 'FAILED';
        enter(world, row, row.ends, atMs, failed ? 'The account number is not known to the bank.' : null);
        move(world, row, failed ? 'payout-failed' : 'payout-paid');
      }
    }
  }
}

/** When the next transfer moves on, or null. */
export function nextTransferStepMs(world: World): number | null {
  const open = prepared(
    world.db,
    `SELECT created_at_ms, json_array_length(history) - 1 AS entered FROM transfer
     WHERE status NOT IN ('TRANSFERRED', 'FAILED')`,
  ).all() as { created_at_ms: number; entered: number }[];
  const steps = open.map(({ created_at_ms, entered }) => created_at_ms + (STEPS[entered]?.[0] ?? 0));
  return steps.length === 0 ? null : Math.min(...steps);
}

/** A batch is what its members are (§3.3). */
export function batchStatus(members: readonly Pick<TransferRow, 'status'>[]): string {
  const statuses = new Set(members.map(({ status }) => status));
  const ended = [...statuses].every((status) => status === 'TRANSFERRED' || status === 'FAILED');
  if (!ended)
    return members.find(({ status }) => status !== 'TRANSFERRED' && status !== 'FAILED')?.status ?? 'PENDING';
  if (statuses.size > 1) return 'PARTIALLY_TRANSFERRED';
  return [...statuses][0] ?? 'PENDING';
}

export type Scheduler = Recipient & {
  merchantTransferId: string;
  batchName: string;
  method: Method;
  amountMinor: number;
  frequency: 'WEEKLY' | 'MONTHLY';
  status: 'ACTIVE' | 'INACTIVE' | 'ENDED';
  startMs: number;
  endMs: number | null;
  nextRunMs: number | null;
  runs: number;
};
export const schedulers = documents<Scheduler>('scheduler');

/** The n-th run: n weeks, or n months with the day kept within the month, after the start. */
export function runMs({ startMs, frequency }: Pick<Scheduler, 'startMs' | 'frequency'>, n: number): number {
  if (frequency === 'WEEKLY') return startMs + n * 7 * 86_400_000;
  const start = new Date(startMs);
  const month = start.getUTCMonth() + n;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const monthStart = Date.UTC(start.getUTCFullYear(), month, 1);
  return monthStart + (Math.min(start.getUTCDate(), lastDay) - 1) * 86_400_000 + (startMs % 86_400_000);
}

/** The run's own number, or the next name that the merchant has not used for a transfer of its own. */
function runName(world: World, { merchantTransferId, runs }: Scheduler): string {
  const taken = prepared(world.db, 'SELECT 1 FROM transfer WHERE merchant_transfer_id = ?');
  let name = `${merchantTransferId}-${runs + 1}`;
  while (taken.get(name) !== undefined) name += 'R';
  return name;
}

/** Runs what has come due; each run is an ordinary transfer (§2.8 rule 3). */
export function runSchedulers(world: World): void {
  const nowMs = world.clock.nowMs();
  for (const { id, value } of schedulers.all(world)) {
    if (value.status !== 'ACTIVE') continue;
    const lastMs = Math.min(nowMs, value.endMs ?? Infinity);
    let next = value;
    while (next.nextRunMs !== null && next.nextRunMs <= lastMs) {
      createTransfer(world, { ...next, merchantTransferId: runName(world, next), schedulerId: id });
      next = { ...next, runs: next.runs + 1, nextRunMs: runMs(next, next.runs + 1) };
    }
    if (next.endMs !== null && nowMs > next.endMs) next = { ...next, status: 'ENDED', nextRunMs: null };
    if (next !== value) schedulers.replace(world, id, next);
  }
}

/** When the next scheduler runs or ends, or null. */
export function nextSchedulerStepMs(world: World): number | null {
  const steps = schedulers
    .all(world)
    .filter(({ value }) => value.status === 'ACTIVE')
    .map(({ value }) => Math.min(value.nextRunMs ?? Infinity, (value.endMs ?? Infinity) + 1));
  return steps.length === 0 ? null : Math.min(...steps);
}
