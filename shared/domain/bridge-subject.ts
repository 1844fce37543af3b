/** What a bridge is of, as one name: a window by its id, a payout of several by their bank reference, an early payout. */
export type BridgeSubject =
  | { readonly of: 'window'; readonly windowId: string }
  | { readonly of: 'payout'; readonly bankReference: string; readonly currency: string }
  | { readonly of: 'early'; readonly requestId: string };

const PAYOUT = /^payout\/([A-Z_]{3,12})\/(.+)$/;
const EARLY = /^early\/(.+)$/;

export const earlySubject = (requestId: string): string => `early/${requestId}`;
export const payoutSubject = (currency: string, bankReference: string): string =>
  `payout/${currency}/${bankReference}`;

export function readSubject(name: string): BridgeSubject {
  const [, currency, bankReference] = PAYOUT.exec(name) ?? [];
  if (currency !== undefined && bankReference !== undefined) return { of: 'payout', bankReference, currency };
  const requestId = EARLY.exec(name)?.[1];
  return requestId === undefined ? { of: 'window', windowId: name } : { of: 'early', requestId };
}
