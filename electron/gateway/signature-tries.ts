/**
 * What an event's signature should cover, and what it would cover if a known mistake was made. Pure: whether a key signs one of these
 * texts is asked where the keys are (`Sender.matches`).
 */
import { transferEvents } from '#shared/domain/webhook.ts';
import type { SignatureCause, UnreadableCause, Verifier } from '#shared/domain/signature.ts';
import { isObject, type Obj } from './fields.ts';
import { NumberText, parseLossless } from './json.ts';
import { urlEncoded, valueText } from './signatures.ts';

/** `cause` null: as it should be. `mode`: the profile's own keys, or those of the merchant in the other environment. */
export type Try = {
  readonly cause: SignatureCause | null;
  readonly mode: 'own' | 'other';
  readonly key: 'paymentKey' | 'transferKey';
  readonly text: string;
};
type Unreadable = {
  readonly kind: 'unreadable';
  readonly cause: UnreadableCause;
  readonly field: string | null;
};
type Readable = {
  readonly kind: 'readable';
  readonly verifier: Verifier;
  readonly signedText: string;
  /** Lower-case hex. */
  readonly signature: string;
  /** False if the header had another form than lower-case hex. */
  readonly isPlain: boolean;
  /** The right one first. No two have the same key and text. */
  readonly tries: readonly Try[];
};

const unreadable = (cause: UnreadableCause, field: string | null = null): Unreadable => ({
  kind: 'unreadable',
  cause,
  field,
});

const HEX = /^[0-9a-f]{64}$/i;
/** A header as lower-case hex: other spellings of the same 32 bytes are recognised. Null if it cannot be an HMAC-SHA256. */
function hexIn(header: string): string | null {
  const bare = header.replace(/^(sha256|hmac-sha256|v1)=/i, '').replace(/^"|"$/g, '');
  if (HEX.test(bare)) return bare.toLowerCase();
  const bytes = Buffer.from(bare, 'base64url');
  return /^[\w+/-]{43}=?$/.test(bare) && bytes.length === 32 ? bytes.toString('hex') : null;
}

function parsed(bodyText: string): Obj | null {
  try {
    const body = parseLossless(bodyText);
    return isObject(body) ? body : null;
  } catch {
    // Not JSON: there is nothing that names what was signed.
    return null;
  }
}

type Pair = { readonly name: string; readonly value: unknown };
type Write = (value: string) => string;
const raw: Write = (value) => value;
const plus: Write = (value) => urlEncoded(value).replaceAll('%20', '+');
const lowerEscapes: Write = (value) => urlEncoded(value).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());
const fewerEscapes: Write = (value) => encodeURIComponent(value.toWellFormed());

const inArrayOrder = (pairs: readonly Pair[]) => pairs;
const sorted = (pairs: readonly Pair[]) =>
  pairs.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
const textOf = (pairs: readonly Pair[], write: Write): string =>
  pairs.map(({ name, value }) => `${name}=${write(valueText(value) ?? '')}`).join('&');

/** Numbers as other programs write them again: without trailing zeros, or with so many decimals. */
const REWRITTEN: readonly ((text: string) => string)[] = [
  (text) => String(Number(text)),
  ...[1, 2, 3].map((decimals) => (text: string) => Number(text).toFixed(decimals)),
];
const rewritten = (pairs: readonly Pair[]): Pair[][] =>
  REWRITTEN.map((again) =>
    pairs.map(({ name, value }) => ({
      name,
      value: value instanceof NumberText ? again(value.text) : value,
    })),
  );

const RULES = {
  transaction: { key: 'paymentKey', order: sorted, write: urlEncoded },
  transfer: { key: 'transferKey', order: inArrayOrder, write: raw },
} as const;

function triesOf(pairs: readonly Pair[], verifier: Verifier): Try[] {
  const own = RULES[verifier];
  const other = RULES[verifier === 'transaction' ? 'transfer' : 'transaction'];
  const right = textOf(own.order(pairs), own.write);
  const one = (cause: SignatureCause | null, text: string, by: Partial<Try> = {}): Try => ({
    cause,
    mode: 'own',
    key: own.key,
    text,
    ...by,
  });
  const as = (cause: SignatureCause, write: Write) => one(cause, textOf(own.order(pairs), write));
  const otherText = textOf(other.order(pairs), other.write);
  const all = [
    one(null, right),
    one('other-mode', right, { mode: 'other' }),
    one('other-verifier', otherText, { key: other.key }),
    one('other-verifier', right, { key: other.key }),
    one('other-order', textOf(other.order(pairs), own.write)),
    ...(verifier === 'transaction'
      ? [
          as('plus-for-spaces', plus),
          as('not-encoded', raw),
          as('other-escapes', lowerEscapes),
          as('other-escapes', fewerEscapes),
        ]
      : [as('encoded', urlEncoded), as('plus-for-spaces', plus)]),
    one('other-verifier', otherText),
    ...rewritten(pairs).map((again) => one('body-rewritten', textOf(own.order(again), own.write))),
  ];
  const met = new Set<string>();
  return all.filter(({ mode, key, text }) => {
    const name = `${mode} ${key} ${text}`;
    return met.has(name) ? false : met.add(name);
  });
}

/** A delivery's body as it was received, and the header with its signature. */
export function readSigned(bodyText: string, header: string): Unreadable | Readable {
  const given = header.trim().replace(/^x-signature\s*:\s*/i, '');
  if (given === '') return unreadable('signature-missing');
  const signature = hexIn(given);
  if (signature === null) return unreadable('signature-malformed');
  const body = parsed(bodyText);
  if (body === null) return unreadable('not-json');
  const data = isObject(body['data']) ? body['data'] : body;
  const keys = data['signatureKeys'];
  const isNamed = Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string');
  if (!isNamed) return unreadable('keys-missing');
  const names: string[] = keys;
  const missing = names.find((name) => !Object.hasOwn(data, name));
  if (missing !== undefined) return unreadable('field-missing', missing);
  const odd = names.find((name) => valueText(data[name]) === null);
  if (odd !== undefined) return unreadable('field-not-simple', odd);
  const isTransfer =
    Object.hasOwn(data, 'transferId') || transferEvents.some((event) => event === body['event']);
  const verifier = isTransfer ? 'transfer' : 'transaction';
  const tries = triesOf(
    names.map((name) => ({ name, value: data[name] })),
    verifier,
  );
  return {
    kind: 'readable',
    verifier,
    signedText: tries[0]?.text ?? '',
    signature,
    isPlain: given === signature,
    tries,
  };
}
