/** A bank account in a sentence: its last four characters, as banks print it. A short number is said whole. */
export const accountEnd = (account: string): string =>
  account.length > 8 ? `\u2066···${account.slice(-4)}\u2069` : account;
