/** An operation of the journal for pure tests: a reversal of EGP 120.50 that was sent at 1,000,000. */
import type { OperationRecord } from '#electron/journal/operation-record.ts';
import type { PosTransaction } from '#shared/domain/pos-transaction.ts';
import type { EvidenceRead } from '#electron/journal/evidence.ts';

export const SENT_AT_MS = 1_000_000;

export const record = (changes: Partial<OperationRecord> = {}): OperationRecord => ({
  opId: '0192-op',
  seq: 1,
  kind: 'reversal',
  subjectKey: 'test:MID-1:rev:order-1',
  state: 'UNKNOWN',
  environment: 'test',
  merchantId: 'MID-1',
  terminalId: '30410001',
  orderId: 'order-1',
  refNumber: 'ref-1',
  totals: [{ count: 1, amount: { minor: 12_050n, currency: 'EGP' } }],
  actor: 'mona',
  reason: 'duplicate',
  note: null,
  method: 'PUT',
  url: 'http://127.0.0.1/v3/payment/reversal/order-1',
  body: new Uint8Array(),
  bodySha256: 'hash',
  keyFingerprint: 'abcdef012345',
  evidenceBefore: {
    readAtMs: 990_000,
    listedRowIds: ['sale', 'other'],
    saleRowId: 'sale',
    snapshotId: null,
    requestIds: [],
  },
  attemptNo: 1,
  sendingAtMs: SENT_AT_MS,
  messages: null,
  error: null,
  requestId: null,
  nextCheckAtMs: null,
  checksCount: 0,
  reads: [],
  createdAtMs: 999_000,
  updatedAtMs: SENT_AT_MS,
  unread: 0,
  ...changes,
});

export const row = (changes: Partial<PosTransaction> = {}): PosTransaction => ({
  rowId: 'sale',
  terminalId: '30410001',
  merchantOrderId: 'order-1',
  refNumber: 'ref-1',
  amount: { minor: 12_050n, currency: 'EGP' },
  paymentType: 'SALE',
  entryMode: 'CHIP',
  raw: '{}',
  isNoisy: false,
  ...changes,
});

/** A good read that does not show the movement, some minutes after the send. */
export const negativeRead = (minutes: number, changes: Partial<EvidenceRead> = {}): EvidenceRead => ({
  atMs: SENT_AT_MS + minutes * 60_000,
  result: 'negative',
  complete: true,
  originalListed: true,
  newerData: true,
  sameAccess: true,
  serverAtMs: null,
  ...changes,
});
