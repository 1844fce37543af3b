/** What a thing that is made at the gateway says of itself. The rest is the same for all of them (index.ts). */
import type { z } from 'zod';
import type { Attempt } from '#shared/contract/making.ts';
import type { Thing } from '#shared/domain/making.ts';
import type { AppError, GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { Creation } from '../../database/repositories/creations.ts';

/** How far the gateway's clock may be behind ours. */
export const CLOCKS_MS = 15 * 60_000;

export type Wish = {
  /** What a person calls it. */
  readonly reference: string;
  /** For whom it is; of a webhook which address it tells. */
  readonly customer: string | null;
  /** Null of something that has no price. */
  readonly amount: Money | null;
};

/** One that is listed. `madeBy`: our reference that it carries. */
export type Like = { key: string; name: string; atMs: number | null; madeBy: string | null };
/** `isWhole`: every row of the list could be read. Only then it says that something is not there. */
export type Looked = { isThere: boolean; isWhole: boolean };

export type Maker<W> = {
  readonly what: Thing;
  /** How what is wanted is kept until the attempt has ended. */
  readonly schema: z.ZodType<W>;
  /** True if the gateway's name and the address where the customer pays are kept when it is made: no list of the gateway has the address. */
  readonly keepsAddress?: boolean;
  wish(wanted: W): Wish;
  /** The first field that cannot be sent, and why. */
  wrongIn(wanted: W): AppError | null;
  /** Sends it once. `creationId` goes with it where the gateway has a field for a reference of ours. */
  send(wanted: W, creationId: string): Promise<Result<{ key: string; address: string | null }, GatewayError>>;
  /** True if an attempt that may have made something would have made the same. */
  isSame(wish: Wish, attempt: Creation, sinceMs: number): boolean;
  /** One of the list that looks the same, if it is not older than that or has no time. */
  like(wanted: W, sinceMs: number): Promise<Like | null>;
  /** Looks for it in a whole list that is read after this call. */
  look(attempt: Creation, wanted: W): Promise<Result<Looked, AppError>>;
  /** One that is the same but for our reference. */
  possible?(attempt: Creation): Promise<Attempt['possible']>;
  /** Shows it in its list, after it was made or may have been. */
  show(): Promise<unknown>;
};

/** The same customer and amount: how bills look alike. */
export const sameBill = ({ customer, amount }: Wish, attempt: Creation, sinceMs: number): boolean =>
  attempt.atMs >= sinceMs &&
  attempt.customer === customer &&
  attempt.amount.minor === amount?.minor &&
  attempt.amount.currency === amount.currency;
