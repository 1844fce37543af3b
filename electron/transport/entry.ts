/**
 * The way into the browser host: a one-time token, sent once, becomes the session's key, which the window keeps in its
 * sessionStorage. There is no cookie: the servers of other ports of this computer would get it, too.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { SESSION_ITEM } from '#shared/contract/http.ts';

const newSecret = () => randomBytes(32).toString('base64url');

function same(given: string, wanted: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}

type Entry = {
  readonly token: string;
  /** The session's key, once; null for a token that is wrong or was used. */
  redeem(given: string): string | null;
  isKey(given: string | undefined): boolean;
};

export function createEntry(): Entry {
  const token = newSecret();
  const key = newSecret();
  let used = false;
  return {
    token,
    redeem(given) {
      if (used || !same(given, token)) return null;
      used = true;
      return key;
    },
    isKey: (given) => given !== undefined && same(given, key),
  };
}

/** What the window's page does first with its key, which leaves the address and the history as if `/` had been opened. */
export const keepKeyScript = (key: string): string =>
  `sessionStorage.setItem(${JSON.stringify(SESSION_ITEM)},${JSON.stringify(key)});history.replaceState(null,'','/')`;
