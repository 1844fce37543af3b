/**
 * The answers that the document leaves open: their form in our words (docs/assumptions.md), and other names. Pure data.
 *
 * `names` say the same and cannot be mistaken: they are read before anything is learnt. `maybe` may be something else: such a
 * field is proposed when a gateway's answers are learnt, and read once it is confirmed. An amount has no `names`: a wrong guess
 * is a wrong sum.
 */
import { instantRequestStatuses } from '#shared/domain/settlement.ts';
import { transferStatuses } from '#shared/domain/payout.ts';
import type { ReadName } from '../endpoint-table.ts';
import {
  amount,
  AS_IT_COMES,
  count,
  CURRENCY,
  date,
  FEES,
  GROSS,
  id,
  needed,
  NET,
  text,
  VAT,
  windowState,
  type Fields,
  type OpenForm,
  type Sum,
} from './form.ts';

/** Of a request and of a fee inquiry. */
const PAYOUT_AMOUNTS = {
  totalAmount: amount('total', 'amount', 'grossAmount', 'gross', 'requestedAmount'),
  totalNetAmount: amount('totalNet', 'netAmount', 'net', 'netTotal', 'salesNet'),
  rateFee: amount('percentFee', 'rateFeeAmount', 'variableFee', 'percentageFee'),
  flatFee: amount('fixedFee', 'flatFeeAmount', 'flat'),
  vatAmount: amount(...VAT),
  totalFees: amount('fees', 'feeAmount', 'feesAmount', 'feesTotal', 'fee', 'totalFee', 'charges'),
  netTransferAmount: amount(
    'transferAmount',
    'payoutAmount',
    'netTransfer',
    'youReceive',
    'payout',
    'netPayout',
  ),
} satisfies Fields;

const PAYOUT_SUMS: readonly Sum[] = [
  { whole: 'totalNetAmount', less: ['totalFees'], rest: 'netTransferAmount' },
  { whole: 'totalFees', less: ['rateFee', 'flatFee'], rest: 'vatAmount' },
];

const REQUEST: Fields = {
  requestId: id({ must: true, maybe: ['id', '_id', 'instantSettlementId', 'reference'] }),
  status: { kind: 'state', must: true, values: instantRequestStatuses, names: ['state', 'requestStatus'] },
  currency: CURRENCY,
  ...PAYOUT_AMOUNTS,
  transactionsCount: count('transactionCount', 'count', 'salesCount'),
  transactionIds: { kind: 'ids', names: [], maybe: ['transactions', 'ids', 'saleIds'] },
  createdAt: date('createdOn', 'requestedAt', 'creationDate'),
  statusHistory: AS_IT_COMES,
  declineReason: text('declinedReason', 'rejectionReason', 'reason'),
};

export const openForms = {
  'terminals.list': {
    at: ['body', 'response', 'terminals'],
    lists: ['terminals', 'posTerminals', 'devices', 'pos'],
    fields: {
      terminalId: id({ must: true, names: ['tid', 'terminalNumber'], maybe: ['id', 'deviceId', 'code'] }),
      label: text('name', 'terminalName', 'displayName'),
      branchId: text('storeId'),
      branchName: text('storeName', 'branch'),
      model: text('terminalModel', 'deviceModel'),
      serialNumber: text('serial', 'serialNo'),
      status: text('state', 'terminalStatus'),
      lastSeenAt: date('lastSeen', 'lastSeenOn', 'lastActivityAt'),
    },
    sums: [],
  },
  'settlement.transactions': {
    at: ['body'],
    isStated: true,
    lists: [],
    fields: {
      transactionId: id({ must: true, maybe: ['id', '_id', 'txId', 'trxId', 'transactionReference'] }),
      merchantOrderId: text('orderReference', 'merchantOrderReference'),
      refNumber: text('rrn', 'referenceNumber', 'retrievalReferenceNumber'),
      terminalId: text('tid'),
      branchId: text('storeId'),
      channel: text('transactionChannel'),
      method: text('paymentMethod'),
      paymentType: text('transactionType', 'operationType'),
      entryMode: text('cardEntryMode'),
      amount: needed(amount('grossAmount', 'gross', 'transactionAmount', 'value', 'total', 'totalAmount')),
      feeAmount: amount(...FEES),
      vatAmount: amount(...VAT),
      netAmount: amount(...NET),
      currency: CURRENCY,
      settlementDate: date('settledAt', 'settledOn', 'settlementAt'),
      windowId: text('settlementWindowId'),
      batchId: text('settlementBatchId'),
      createdAt: date('createdOn', 'transactionDate', 'creationDate'),
    },
    sums: [{ whole: 'amount', less: ['feeAmount', 'vatAmount'], rest: 'netAmount' }],
    parts: {
      summary: {
        in: 'answer',
        many: false,
        fields: {
          totalSettledAmount: amount('totalSettled', 'totalAmount', 'settledTotal', 'total', 'amount', 'sum'),
          transactionsCount: count('transactionCount', 'totalTransactions', 'count', 'rows'),
          currency: CURRENCY,
        },
      },
    },
  },
  'settlement.windows': {
    at: ['body'],
    lists: ['windows', 'settlementWindows', 'settlements'],
    fields: {
      windowId: id({ must: true, names: ['settlementWindowId', 'id', '_id'] }),
      status: windowState,
      opensAt: date('openedAt', 'opensOn', 'startsAt', 'startDate', 'from'),
      closesAt: date('closedAt', 'closesOn', 'endsAt', 'endDate', 'to'),
      expectedPayoutDate: { kind: 'text', names: ['payoutDate', 'expectedPayoutAt'] },
      currency: CURRENCY,
      grossAmount: amount(...GROSS),
      feesAmount: amount(...FEES),
      vatAmount: amount(...VAT),
      adjustmentsAmount: amount('adjustments', 'adjustment', 'adjustmentAmount'),
      netAmount: amount(...NET),
      transactionsCount: count('transactionCount', 'count', 'salesCount'),
      bankReference: text('bankRef', 'payoutReference'),
      batches: AS_IT_COMES,
    },
    sums: [
      {
        whole: 'grossAmount',
        less: ['feesAmount', 'vatAmount'],
        plus: 'adjustmentsAmount',
        rest: 'netAmount',
      },
    ],
    parts: {
      batches: {
        in: 'row',
        many: true,
        fields: {
          batchId: id({ must: true, names: ['id', '_id'] }),
          branchId: text('storeId'),
          status: { ...windowState, names: ['state', 'batchStatus'] },
          transactionsCount: count('transactionCount', 'count'),
          grossAmount: amount(...GROSS),
          netAmount: amount(...NET),
          currency: CURRENCY,
        },
      },
    },
  },
  'instant-settlement.eligible': {
    at: ['body'],
    lists: ['transactions', 'eligible', 'eligibleTransactions'],
    fields: {
      // A request for a payout sends this id back: only spellings of its own name count, or a field that a person confirmed.
      transactionId: id({ must: true, maybe: ['id', '_id', 'txId', 'trxId'] }),
      merchantOrderId: text('orderReference', 'merchantOrderReference'),
      refNumber: text('rrn', 'referenceNumber'),
      branchId: text('storeId'),
      batchId: text('settlementBatchId'),
      amount: needed(amount('grossAmount', 'gross', 'transactionAmount', 'value', 'total', 'totalAmount')),
      feeAmount: amount(...FEES),
      vatAmount: amount(...VAT),
      netAmount: amount(...NET),
      currency: CURRENCY,
      transactionDate: date('transactionAt', 'date', 'createdAt'),
      expectedSettlementDate: date('settlementDate', 'expectedSettlementAt'),
    },
    sums: [{ whole: 'amount', less: ['feeAmount', 'vatAmount'], rest: 'netAmount' }],
    parts: {
      limits: {
        in: 'answer',
        many: false,
        fields: {
          minimum: amount('minimumAmount', 'min', 'minAmount'),
          perRequest: amount('perRequestLimit', 'maximum', 'max', 'maxPerRequest'),
          daily: amount('dailyLimit', 'perDay'),
          usedToday: amount('used', 'usedAmount', 'todayUsed'),
          remainingToday: amount('remaining', 'remainingAmount', 'leftToday'),
          currency: CURRENCY,
        },
      },
    },
  },
  'instant-settlement.suggestions': {
    at: ['body'],
    one: true,
    lists: ['suggestion', 'suggestions'],
    fields: { below: AS_IT_COMES, above: AS_IT_COMES },
    sums: [],
    parts: {
      below: { in: 'row', many: false, fields: suggested() },
      above: { in: 'row', many: false, fields: suggested() },
    },
  },
  'instant-settlement.fee-inquiry': {
    at: ['body'],
    one: true,
    lists: ['quote', 'inquiry', 'fees', 'offer'],
    fields: {
      ...PAYOUT_AMOUNTS,
      totalAmount: needed(PAYOUT_AMOUNTS.totalAmount),
      totalNetAmount: needed(PAYOUT_AMOUNTS.totalNetAmount),
      totalFees: needed(PAYOUT_AMOUNTS.totalFees),
      netTransferAmount: needed(PAYOUT_AMOUNTS.netTransferAmount),
      rate: text('feeRate', 'percentage'),
      transactionsCount: { ...count('transactionCount', 'count', 'salesCount'), must: true },
      currency: CURRENCY,
    },
    sums: PAYOUT_SUMS,
  },
  'instant-settlement.list': {
    at: ['body'],
    lists: ['requests', 'instantSettlements'],
    fields: REQUEST,
    sums: PAYOUT_SUMS,
  },
  'instant-settlement.get': {
    at: ['body'],
    one: true,
    lists: ['request'],
    fields: REQUEST,
    sums: PAYOUT_SUMS,
  },
  'payouts.accounts': {
    at: ['data'],
    lists: ['accounts', 'balances'],
    fields: {
      accountId: id({ must: true, names: [], maybe: ['id', '_id', 'accountNumber'] }),
      isPrimary: AS_IT_COMES,
      availableBalance: needed(amount('available', 'availableAmount', 'withdrawable', 'balance')),
      onHoldBalance: amount('onHold', 'held', 'holdAmount', 'pendingBalance', 'pending'),
      totalBalance: amount('total', 'balance', 'ledgerBalance', 'totalAmount'),
      currency: CURRENCY,
    },
    sums: [{ whole: 'totalBalance', less: ['onHoldBalance'], rest: 'availableBalance' }],
  },
  'payouts.list-transfers': {
    at: ['body'],
    lists: ['transfers', 'payouts'],
    fields: {
      transferId: id({ must: true, maybe: ['id', '_id', 'payoutId'] }),
      // Found again by it: only its own name, or what a person has confirmed.
      merchantTransferId: { kind: 'text', maybe: ['merchantReference', 'externalId'] },
      batchId: text('bulkId'),
      recipientName: text('beneficiaryName'),
      recipientNumber: text('beneficiaryNumber'),
      recipientBank: text('beneficiaryBank'),
      method: { kind: 'any', names: ['payoutMethod'] },
      amount: needed(amount('transferAmount', 'value', 'netAmount', 'payoutAmount')),
      feeAmount: amount(...FEES),
      vatAmount: amount(...VAT),
      totalAmount: amount('total', 'totalDeducted', 'grossAmount', 'debitAmount'),
      currency: CURRENCY,
      status: { kind: 'state', values: transferStatuses, names: ['state', 'transferStatus'] },
      failureReason: text('failReason'),
      createdAt: date('createdOn', 'creationDate'),
      updatedAt: date('updatedOn'),
      statusHistory: AS_IT_COMES,
    },
    sums: [{ whole: 'totalAmount', less: ['feeAmount', 'vatAmount'], rest: 'amount' }],
  },
  'transactions.list': {
    at: ['body'],
    lists: ['transactions'],
    fields: {
      transactionId: id({ must: true, maybe: ['id', '_id', 'txId', 'trxId'] }),
      // Money goes back to it: only its own name, or what a person has confirmed.
      orderId: { kind: 'text', maybe: ['gatewayOrderId'] },
      merchantOrderId: { kind: 'text', maybe: ['orderReference', 'merchantOrderReference', 'reference'] },
      refNumber: text('rrn', 'referenceNumber'),
      terminalId: text('tid'),
      channel: text('transactionChannel'),
      method: text('paymentMethod'),
      operation: { kind: 'text', maybe: ['type', 'operationType', 'transactionType'] },
      status: { kind: 'text', maybe: ['state', 'transactionStatus'] },
      amount: needed(amount('transactionAmount', 'value', 'total', 'totalAmount', 'grossAmount')),
      currency: CURRENCY,
      createdAt: date('createdOn', 'transactionDate', 'date', 'creationDate'),
    },
    sums: [],
  },
} as const satisfies Partial<Record<ReadName, OpenForm>>;

function suggested() {
  return {
    totalAmount: amount('total', 'amount', 'sum'),
    transactionsCount: count('transactionCount', 'count'),
    transactionIds: { kind: 'ids', must: true, maybe: ['ids', 'transactions', 'saleIds'] },
  } as const satisfies Fields;
}

export type OpenName = keyof typeof openForms;

export const openNames = Object.keys(openForms) as [OpenName, ...OpenName[]];

export const isOpen = (name: string): name is OpenName => Object.hasOwn(openForms, name);

export const formOf = (name: OpenName): OpenForm => openForms[name];
