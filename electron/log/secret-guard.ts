/**
 * Finds secrets in what is about to be written, and holds none: of each form of a secret it keeps the length, a rolling sum to
 * find candidates by, and a salted hash that decides. The salt is of this start.
 */
import { createHmac, randomBytes } from 'node:crypto';

/** Two guards with the same seed can use each other's hashes. */
export type GuardSeed = { readonly salt: Uint8Array; readonly base: number };
/** One form of a secret, hashed. It shows only the length of the secret. */
export type GuardedForm = { readonly length: number; readonly sum: number; readonly digest: string };

export type SecretGuard = {
  readonly seed: GuardSeed;
  /** A form that another process has hashed with this guard's seed. */
  add(form: GuardedForm): void;
  /** From now on this value is replaced wherever it would be written. */
  guard(secret: string): void;
  redact(text: string): string;
};

const SHORTEST = 4;
const MASK = '[secret]';

/** The forms of a secret in a text: plain, in JSON, in an address, and in the two usual codings. */
function formsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('hex'),
  ];
  bytes.fill(0);
  return new Set(forms);
}

const newSeed = (): GuardSeed => ({ salt: randomBytes(32), base: randomBytes(4).readUInt32LE() | 1 });

/** `onForm` gets each form, so that the guard of another process can have it, too. */
export function createSecretGuard(
  seed: GuardSeed = newSeed(),
  onForm: (form: GuardedForm) => void = () => {},
): SecretGuard {
  const { salt, base } = seed;
  const digestOf = (text: string) => createHmac('sha256', salt).update(text).digest('base64');
  /** Digests of windows of a length, by their rolling sum. */
  const lengths = new Map<number, Map<number, Set<string>>>();
  const known = new Set<string>();

  function sumOf(text: string): number {
    let sum = 0;
    for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, base) + text.charCodeAt(at)) | 0;
    return sum;
  }
  function add({ length, sum, digest }: GuardedForm): void {
    const sums = lengths.get(length) ?? new Map<number, Set<string>>();
    lengths.set(length, sums.set(sum, (sums.get(sum) ?? new Set()).add(digest)));
  }

  /** Where windows of this length begin that are a secret's. */
  function* foundIn(
    text: string,
    length: number,
    sums: ReadonlyMap<number, ReadonlySet<string>>,
  ): Generator<number> {
    if (text.length < length) return;
    let first = 1;
    for (let at = 1; at < length; at += 1) first = Math.imul(first, base);
    let sum = sumOf(text.slice(0, length));
    for (let at = 0; ; at += 1) {
      if (sums.get(sum)?.has(digestOf(text.slice(at, at + length))) === true) yield at;
      if (at + length >= text.length) return;
      const without = (sum - Math.imul(text.charCodeAt(at), first)) | 0;
      sum = (Math.imul(without, base) + text.charCodeAt(at + length)) | 0;
    }
  }

  return {
    seed,
    add,
    guard(secret) {
      if (secret.length < SHORTEST) return;
      const digest = digestOf(secret);
      if (known.has(digest)) return;
      known.add(digest);
      for (const text of formsOf(secret)) {
        const form = { length: text.length, sum: sumOf(text), digest: digestOf(text) };
        add(form);
        onForm(form);
      }
    },
    redact(text) {
      const found: [begin: number, end: number][] = [];
      for (const [length, sums] of lengths)
        for (const at of foundIn(text, length, sums)) found.push([at, at + length]);
      if (found.length === 0) return text;
      found.sort(([a], [b]) => a - b);
      let clean = '';
      let after = 0;
      for (const [begin, end] of found) {
        if (begin >= after) clean += text.slice(after, begin) + MASK;
        after = Math.max(after, end);
      }
      return clean + text.slice(after);
    },
  };
}
