/** Whether the state of a checkout says what its last transaction says. Pure. */
import type { Checkout } from '#shared/contract/checkouts.ts';

const SAID_BY: Readonly<Record<string, readonly string[]>> = {
  PAID: ['pay'],
  AUTHORIZED: ['authorize', 'authorization'],
  REFUNDED: ['refund'],
  VOIDED: ['void'],
  REVERSED: ['reversal'],
};

export const isSaidBy = (status: Checkout['status'], lastTransaction: string | null): boolean =>
  status?.kind === 'known' && lastTransaction !== null
    ? (SAID_BY[status.value]?.includes(lastTransaction) ?? false)
    : false;
