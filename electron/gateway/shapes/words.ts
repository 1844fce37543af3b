/** Our words for the rows that the document leaves open, and other names that say the same and cannot be mistaken. Pure data. */

/**
 * `amounts` are read under their own name in any spelling (`net_amount`), never under another name: a wrong guess is a wrong sum.
 * An id, a date, a state or a currency may have the other names of `others`, the first that a row has.
 */
export type Words = {
  /** Names that a list of such rows may have, beside the general ones. */
  readonly lists: readonly string[];
  readonly amounts: readonly string[];
  /** The first less the second and the third is the fourth. */
  readonly sum?: readonly [whole: string, fee: string, vat: string, net: string];
  readonly plain: readonly string[];
  readonly others: Readonly<Record<string, readonly string[]>>;
};

const CURRENCY = ['currencyCode', 'ccy'];

export const windowWords: Words = {
  lists: ['windows', 'settlementWindows'],
  amounts: ['grossAmount', 'feesAmount', 'vatAmount', 'adjustmentsAmount', 'netAmount'],
  sum: ['grossAmount', 'feesAmount', 'vatAmount', 'netAmount'],
  plain: ['transactionsCount', 'bankReference', 'batches'],
  others: {
    windowId: ['settlementWindowId', 'id', '_id'],
    status: ['state', 'windowStatus'],
    opensAt: ['openedAt', 'opensOn', 'startsAt', 'startDate', 'from'],
    closesAt: ['closedAt', 'closesOn', 'endsAt', 'endDate', 'to'],
    expectedPayoutDate: ['payoutDate', 'expectedPayoutAt'],
    currency: CURRENCY,
  },
};

export const batchWords: Words = {
  lists: [],
  amounts: ['grossAmount', 'netAmount'],
  plain: ['branchId', 'transactionsCount'],
  others: { batchId: ['id', '_id'], status: ['state', 'batchStatus'], currency: CURRENCY },
};

/** The id is sent back when money is asked for: only spellings of its own name. */
export const eligibleWords: Words = {
  lists: ['transactions', 'eligible', 'eligibleTransactions'],
  amounts: ['amount', 'feeAmount', 'vatAmount', 'netAmount'],
  sum: ['amount', 'feeAmount', 'vatAmount', 'netAmount'],
  plain: ['transactionId', 'merchantOrderId', 'refNumber', 'branchId', 'batchId'],
  others: {
    transactionDate: ['transactionAt', 'date', 'createdAt'],
    expectedSettlementDate: ['settlementDate', 'expectedSettlementAt'],
    currency: CURRENCY,
  },
};
