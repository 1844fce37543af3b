/**
 * How one settlement window stands, without building its bridge: what the bank should get is what its rows come to and what the
 * gateway adjusts, whatever our closes say. Pure.
 */
import type { Money } from '../money/money.ts';
import type { DaysLeftOut } from './statement-days.ts';

/**
 * `open`, `waiting`: it is not paid yet. `no-amounts`: none that the gateway gives for it can be read. `not-downloaded`: rows of
 * it are missing on this PC. Then the deposit decides: none yet, none known because no statement covers its days, missing in the statements that cover them, explained to the minor
 * unit, or not.
 */
export const windowBridgeStates = [
  'open',
  'waiting',
  'no-amounts',
  'not-downloaded',
  'no-deposit',
  'no-statement',
  'missing',
  'explained',
  'unexplained',
] as const;
export type WindowBridgeState = (typeof windowBridgeStates)[number];

/** What is known of a deposit that is not there. */
export type NoDeposit =
  | { readonly state: 'no-deposit' | 'missing'; readonly noStatement: null }
  | { readonly state: 'no-statement'; readonly noStatement: DaysLeftOut };
export const NO_DEPOSIT_YET: NoDeposit = { state: 'no-deposit', noStatement: null };

/** Sums of a window's rows in its currency, in minor units; `early` is the net of those that were paid early. */
export type WindowSums = {
  readonly count: number;
  readonly gross: bigint;
  readonly fees: bigint;
  readonly vat: bigint;
  readonly net: bigint;
  readonly early: bigint;
};
export const NO_ROWS: WindowSums = { count: 0, gross: 0n, fees: 0n, vat: 0n, net: 0n, early: 0n };

/** As the gateway gives it. */
export type WindowFigures = {
  /** Null: a word that is not known, or none. */
  readonly status: 'OPEN' | 'CLOSED' | 'SETTLED' | null;
  readonly transactionsCount: number | null;
  readonly gross: Money | null;
  readonly fees: Money | null;
  readonly vat: Money | null;
  readonly adjustments: Money | null;
  readonly net: Money | null;
  readonly batchNets: readonly (Money | null)[];
};

/** `own`: the window's own figures do not come to its net. `batches`: its batches do not. The rest: its rows do not. */
export const windowFigures = ['count', 'gross', 'fees', 'vat', 'net', 'own', 'batches'] as const;
type WindowDifference =
  | { readonly figure: 'count'; readonly gateway: number; readonly rows: number }
  | {
      readonly figure: Exclude<(typeof windowFigures)[number], 'count'>;
      readonly gateway: Money;
      readonly rows: Money;
    };

type WindowBridge = {
  readonly state: WindowBridgeState;
  readonly expected: Money | null;
  readonly deposited: Money | null;
  readonly unexplained: Money | null;
  /** The days on which the deposit may have come, but which no statement covers. */
  readonly noStatement: DaysLeftOut | null;
};

/** `readSince`: settled transactions were read whole after the window was. */
const isComplete = ({ transactionsCount }: WindowFigures, { count }: WindowSums, readSince: boolean) =>
  readSince || (transactionsCount !== null && count >= transactionsCount);

/** What its rows come to, and what the gateway adjusts: early payouts are among that if the gateway gives it. */
export const expectedMinor = (
  { adjustments }: Pick<WindowFigures, 'adjustments'>,
  { net, early }: Pick<WindowSums, 'net' | 'early'>,
): bigint => net + (adjustments?.minor ?? -early);

type WindowFacts = {
  /** Null: the gateway gives no amount that can be read. */
  readonly currency: string | null;
  readonly deposited: Money | null;
  readonly readSince: boolean;
  /** What is known of its deposit while there is none. */
  readonly noDeposit: NoDeposit;
};

export function windowBridgeOf(
  window: WindowFigures,
  sums: WindowSums,
  { currency, deposited, readSince, noDeposit }: WindowFacts,
): WindowBridge {
  const none = { expected: null, deposited, unexplained: null, noStatement: null };
  if (window.status === 'OPEN') return { state: 'open', ...none };
  // Rows of a window that is not paid yet are not listed: a download made since proves nothing.
  const closed = window.status === 'CLOSED';
  if (!isComplete(window, sums, readSince && !closed))
    return { state: closed ? 'waiting' : 'not-downloaded', ...none };
  if (closed && deposited === null) return { state: 'waiting', ...none };
  if (currency === null) return { state: 'no-amounts', ...none };
  const expected = { minor: expectedMinor(window, sums), currency };
  if (deposited === null) return { ...none, ...noDeposit, expected };
  const unexplained = { minor: deposited.minor - expected.minor, currency };
  const state = unexplained.minor === 0n ? 'explained' : 'unexplained';
  return { ...none, state, expected, unexplained };
}

/** Nothing while rows of it may be missing on this PC: then it is us who differ. */
export function windowDifferences(
  window: WindowFigures,
  sums: WindowSums,
  { currency, readSince }: { currency: string; readSince: boolean },
): WindowDifference[] {
  const found: WindowDifference[] = [];
  const compare = (
    figure: Exclude<WindowDifference['figure'], 'count'>,
    given: Money | null,
    minor: bigint,
  ) => {
    if (given !== null && given.minor !== minor)
      found.push({ figure, gateway: given, rows: { minor, currency } });
  };
  const { gross, fees, vat, net, adjustments, batchNets, transactionsCount } = window;
  if (window.status === 'SETTLED' && isComplete(window, sums, readSince)) {
    if (transactionsCount !== null && transactionsCount !== sums.count)
      found.push({ figure: 'count', gateway: transactionsCount, rows: sums.count });
    compare('gross', gross, sums.gross);
    compare('fees', fees, sums.fees);
    compare('vat', vat, sums.vat);
    compare('net', net, expectedMinor(window, sums));
  }
  if (gross && fees && vat && adjustments)
    compare('own', net, gross.minor - fees.minor - vat.minor + adjustments.minor);
  const batches = batchNets.filter((one) => one !== null);
  if (batches.length > 0 && batches.length === batchNets.length)
    compare(
      'batches',
      net,
      batches.reduce((sum, { minor }) => sum + minor, 0n),
    );
  return found;
}
