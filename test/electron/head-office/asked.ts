/** What a published request has beside what a test is about: nothing. */
export const nothingMore = {
  reason: null,
  note: null,
  terminalId: null,
  refNumber: null,
  merchantOrderId: null,
  party: null,
  operation: null,
  closing: null,
  resolution: null,
  offer: null,
  differences: [],
  authorized: null,
  exceptions: [],
  stays: null,
};
