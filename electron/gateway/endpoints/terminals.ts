/** Terminals and their transactions (§4.10, row §2.11). */
import { createHash } from 'node:crypto';
import { toDecimal } from '#shared/money/money.ts';
import {
  unreadableRowId,
  type PosTransaction,
  type TerminalReading,
  type UnreadableRow,
} from '#shared/domain/pos-transaction.ts';
import type { Built, Caller, Read } from '../caller.ts';
import { isObject, list, requiredMoneyOfFloat, text, timestamp, type Obj } from '../fields.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { writeLossless } from '../json.ts';
import { rawOf } from '../shapes/source.ts';

type GatewayTerminal = {
  terminalId: string;
  label: string | null;
  branchId: string | null;
  branchName: string | null;
  model: string | null;
  serialNumber: string | null;
  status: string | null;
  lastSeenAt: GatewayTimestamp | null;
  raw: string;
};

/** `{body: {response: {terminals: […]}}}` (assumed); null when the envelope is another. Terminals without an id are left out. */
export function decodeTerminals(body: Obj): GatewayTerminal[] | null {
  const rows = list(responseOf(body)?.['terminals']);
  if (rows === null) return null;
  const terminals = rows.filter(isObject).flatMap((row) => {
    const terminalId = text(row, 'terminalId');
    if (terminalId === null) return [];
    return [
      {
        terminalId,
        label: text(row, 'label'),
        branchId: text(row, 'branchId'),
        branchName: text(row, 'branchName'),
        model: text(row, 'model'),
        serialNumber: text(row, 'serialNumber'),
        status: text(row, 'status'),
        lastSeenAt: timestamp(row, 'lastSeenAt'),
        raw: rawOf(row),
      },
    ];
  });
  // Rows, and not one is a terminal: the list is of another form, and not an empty one.
  return rows.length > 0 && terminals.length === 0 ? null : terminals;
}

function responseOf(body: Obj): Obj | null {
  const inner = body['body'];
  const response = isObject(inner) ? inner['response'] : null;
  return isObject(response) ? response : null;
}

/** What makes two rows the same row; equal rows of one answer are told apart by a running number. */
function identityOf(row: Omit<PosTransaction, 'rowId' | 'raw' | 'isNoisy'>): string {
  const { terminalId, refNumber, merchantOrderId, paymentType, amount } = row;
  return JSON.stringify([
    terminalId,
    refNumber,
    merchantOrderId,
    paymentType,
    toDecimal(amount),
    amount.currency,
  ]);
}
const shortHash = (input: string) => createHash('sha256').update(input).digest('hex').slice(0, 24);

/** `{body: {response: {terminalId, transactions: [rows]}}, status}`; null when the envelope is another. */
export function decodeTerminalTransactions(terminalId: string, body: Obj): TerminalReading | null {
  const given = list(responseOf(body)?.['transactions']);
  if (given === null) return null;
  const rows: PosTransaction[] = [];
  const unreadable: UnreadableRow[] = [];
  const seen = new Map<string, number>();
  const numbered = (identity: string): string => {
    const running = seen.get(identity) ?? 0;
    seen.set(identity, running + 1);
    return shortHash(`${identity}#${running}`);
  };
  const cannotRead = (index: number, raw: string, problem: Pick<UnreadableRow, 'field' | 'problem'>) =>
    unreadable.push({
      rowId: unreadableRowId(numbered(JSON.stringify([terminalId, raw]))),
      index,
      ...problem,
      raw,
    });
  given.forEach((row, index) => {
    const raw = writeLossless(row);
    if (!isObject(row)) {
      cannotRead(index, raw, { field: 'row', problem: 'wrong-type' });
      return;
    }
    const amount = requiredMoneyOfFloat(row, 'amount', 'currency');
    const merchantOrderId = text(row, 'merchant_order_id');
    const refNumber = text(row, 'ref_number');
    if (!amount.ok) {
      cannotRead(index, raw, amount.problem);
      return;
    }
    if (merchantOrderId === null && refNumber === null) {
      cannotRead(index, raw, { field: 'merchant_order_id', problem: 'missing' });
      return;
    }
    const facts = {
      terminalId,
      merchantOrderId,
      refNumber,
      amount: amount.value.amount,
      paymentType: text(row, 'payment_type'),
      entryMode: text(row, 'entry_mode'),
    };
    rows.push({ rowId: numbered(identityOf(facts)), ...facts, raw, isNoisy: amount.value.isNoisy });
  });
  return { terminalId, rows, unreadable };
}

type TerminalCalls = {
  /** GET terminals (assumed). `not-found` means this gateway has no list. */
  listTerminals(signal?: AbortSignal): Read<GatewayTerminal[]>;
  /** §4.10. `body` is the answer as received, for the journal; `serverAtMs` the answer's Date header. */
  readTerminalTransactions(
    terminalId: string,
    signal?: AbortSignal,
  ): Read<{ reading: TerminalReading; body: string; serverAtMs: number | null }>;
  buildAcknowledgement(terminalId: string): Built;
};

export const terminalCalls = ({ read, build }: Caller): TerminalCalls => ({
  listTerminals: (signal) => read('terminals.list', { signal }, ({ body }) => decodeTerminals(body)),
  readTerminalTransactions: (terminalId, signal) =>
    read('terminals.transactions', { path: { terminalId }, signal }, ({ body, text, serverAtMs }) => {
      const reading = decodeTerminalTransactions(terminalId, body);
      return reading && { reading, body: text, serverAtMs };
    }),
  buildAcknowledgement: (terminalId) => build('terminals.acknowledge', { path: { terminalId }, body: {} }),
});
