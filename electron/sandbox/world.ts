/** One environment of the built-in gateway: its merchant, keys and data. Test and live share nothing. */
import type { Database } from 'better-sqlite3';
import { toDecimal } from '#shared/money/money.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Dice } from './random.ts';

/** What the merchant has in both environments: one list of webhooks (§4.13). */
export type Account = { readonly db: Database; readonly clock: Clock };

export type World = {
  readonly environment: 'test' | 'live';
  readonly merchantId: string;
  readonly merchantName: string;
  /** The language of names and of reasons. */
  readonly language: 'en' | 'ar';
  readonly keys: { secretKey: string; apiKey: string; paymentKey: string; transferKey: string };
  readonly account: Account & { readonly paymentKeys: Record<'test' | 'live', string> };
  readonly db: Database;
  readonly clock: Clock;
  readonly dice: Dice;
  /** The next instant settlement request will be declined (control path). */
  declineNext: boolean;
  /** How long the next one takes to its transfer (control path); the usual time when null. */
  nextEndsAfterMs: number | null;
  /** Told when an event has been stored for delivery. */
  onEvent: () => void;
  /** Nothing happens by time alone before this moment; 0 if that is not known. */
  quietUntilMs: number;
  /** The address of the checkout host, once it listens. */
  checkoutUrl: string;
};

type RawJson = typeof JSON & { rawJSON(text: string): unknown };
const rawJson = (text: string): unknown => (JSON as RawJson).rawJSON(text);

/** An amount as a JSON number with all its decimals, never through a float. */
export const amountJson = (minor: number | bigint, currency: string): unknown =>
  rawJson(toDecimal({ minor: BigInt(minor), currency }));

/** Hundredths of a percent as a JSON number of percent: 150 is 1.50. */
export const percentJson = (basisPoints: number): unknown =>
  rawJson(`${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`);
