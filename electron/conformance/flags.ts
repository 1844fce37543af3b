/** The capability flags of a profile, to be learnt from the real gateway. Null means not known. */
import { writeFile } from 'node:fs/promises';

export type Flags = {
  /** Does a terminal's transactions list show that a sale was reversed? */
  listShowsReversed: boolean | null;
  /** Is a second identical reversal refused, without moving money? */
  secondReversalRefused: boolean | null;
  /** Three times the longest lag seen between a movement and the list that shows it. */
  settleWindowMs: number | null;
  /** The longest that a request of this run waited for its answer. */
  longestWaitMs: number | null;
  /** Does an amount below the sale's reverse only that amount? */
  partialReversal: boolean | null;
  /** Is the limit of five webhooks one of each mode (false: of both together)? */
  webhookLimitPerMode: boolean | null;
  checkedAt: string;
  dashboardHost: string;
};

export const emptyFlags = (dashboard: string): Flags => ({
  listShowsReversed: null,
  secondReversalRefused: null,
  settleWindowMs: null,
  longestWaitMs: null,
  partialReversal: null,
  webhookLimitPerMode: null,
  checkedAt: new Date().toISOString(),
  dashboardHost: new URL(dashboard).host,
});

export const writeFlags = (file: string, flags: Flags): Promise<void> =>
  writeFile(file, `${JSON.stringify(flags, null, 2)}\n`);
