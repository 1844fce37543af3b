/**
 * What a bridge is of, as one name: a window by its id, a payout of several by their bank reference, several that a statement
 * says were paid together by the first of them, an early payout.
 */
export type BridgeSubject =
  | { readonly of: 'window'; readonly windowId: string }
  | { readonly of: 'payout'; readonly bankReference: string; readonly currency: string }
  | { readonly of: 'together'; readonly windowId: string }
  | { readonly of: 'early'; readonly requestId: string };

const PAYOUT = /^payout\/([A-Z_]{3,12})\/(.+)$/;
const TOGETHER = /^together\/(.+)$/;
const EARLY = /^early\/(.+)$/;

export const earlySubject = (requestId: string): string => `early/${requestId}`;
export const payoutSubject = (currency: string, bankReference: string): string =>
  `payout/${currency}/${bankReference}`;

/** By the id that is first in their order. */
export const togetherSubject = (windowIds: readonly string[]): string =>
  `together/${[...windowIds].sort()[0] ?? ''}`;

export function readSubject(name: string): BridgeSubject {
  const [, currency, bankReference] = PAYOUT.exec(name) ?? [];
  if (currency !== undefined && bankReference !== undefined) return { of: 'payout', bankReference, currency };
  const first = TOGETHER.exec(name)?.[1];
  if (first !== undefined) return { of: 'together', windowId: first };
  const requestId = EARLY.exec(name)?.[1];
  return requestId === undefined ? { of: 'window', windowId: name } : { of: 'early', requestId };
}
