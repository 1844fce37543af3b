/** Terminals and their transactions (§4.10, row §2.11). */
import { createHash } from 'node:crypto';
import { toDecimal } from '#shared/money/money.ts';
import type { PosTransaction, TerminalReading, UnreadableRow } from '#shared/domain/pos-transaction.ts';
import { isObject, list, requiredMoney, text, timestamp, type Obj } from '../fields.ts';
import type { GatewayTerminal } from '../gateway.ts';
import { writeLossless } from '../json.ts';

/** `{body: {response: {terminals: […]}}}` (assumed); null when the envelope is another. Terminals without an id are left out. */
export function decodeTerminals(body: Obj): GatewayTerminal[] | null {
  const rows = list(responseOf(body)?.['terminals']);
  if (rows === null) return null;
  return rows.filter(isObject).flatMap((row) => {
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
        raw: writeLossless(row),
      },
    ];
  });
}

function responseOf(body: Obj): Obj | null {
  const inner = body['body'];
  const response = isObject(inner) ? inner['response'] : null;
  return isObject(response) ? response : null;
}

/** What makes two rows the same row; equal rows of one answer are told apart by a running number. */
function identityOf(row: Omit<PosTransaction, 'rowId' | 'raw'>): string {
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
  given.forEach((row, index) => {
    if (!isObject(row)) {
      unreadable.push({ index, field: 'row', problem: 'wrong-type', raw: writeLossless(row) });
      return;
    }
    const raw = writeLossless(row);
    const amount = requiredMoney(row, 'amount', 'currency');
    const merchantOrderId = text(row, 'merchant_order_id');
    const refNumber = text(row, 'ref_number');
    if (!amount.ok) {
      unreadable.push({ index, ...amount.problem, raw });
      return;
    }
    if (merchantOrderId === null && refNumber === null) {
      unreadable.push({ index, field: 'merchant_order_id', problem: 'missing', raw });
      return;
    }
    const facts = {
      terminalId,
      merchantOrderId,
      refNumber,
      amount: amount.value,
      paymentType: text(row, 'payment_type'),
      entryMode: text(row, 'entry_mode'),
    };
    const identity = identityOf(facts);
    const running = seen.get(identity) ?? 0;
    seen.set(identity, running + 1);
    rows.push({ rowId: shortHash(`${identity}#${running}`), ...facts, raw });
  });
  return { terminalId, rows, unreadable };
}
