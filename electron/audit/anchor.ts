/**
 * The anchor: how long the record is and what its head is, kept outside the file. A chain alone cannot show that its end was
 * cut, that everything was hashed again from a changed entry on, or that the whole file is another one.
 */
import { z } from 'zod';
import type { Clock } from '#shared/time/clock.ts';
import type { Keychain } from '../keychain/keychain.ts';

const hash = z.string().regex(/^([0-9a-f]{64})?$/);
const count = z.number().int().nonnegative();
const anchorSchema = z.object({
  count,
  head: hash,
  /** Hash of the first entry: tells another file from a changed one. */
  first: hash,
  eventCount: count,
  eventHead: hash,
  /**
   * False: the record was closed in order, and is exactly this long. True: it is written to, or a crash came. Not given:
   * written by a version that did not say.
   */
  open: z.boolean().optional(),
  /** Places of entries that do not fit and that a person took as they are. Here, where only a person's word puts them. */
  accepted: z.array(count).max(1_000).optional(),
});
export type Anchor = z.output<typeof anchorSchema>;

/** `none`: no keychain here, so it is kept for this session at most. `unreadable`: it may exist; it must not be replaced. */
export type ReadAnchor =
  | { kind: 'found'; anchor: Anchor }
  | { kind: 'absent' }
  | { kind: 'none' }
  | { kind: 'unreadable' };

export type AnchorStore = {
  read(): Promise<ReadAnchor>;
  /** False when it was not kept. */
  write(anchor: Anchor): Promise<boolean>;
};

/** A prompt that nobody answers must hold up neither the opening nor the end of the app. */
const LIMIT_MS = 4_000;

export function parseAnchor(text: string): Anchor | null {
  try {
    return anchorSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: whoever wrote it, it is no anchor of ours.
    return null;
  }
}

/** In the operating system's keychain, beside the profile's keys. It holds no secret: what counts is who may write there. */
export function keychainAnchor(keychain: Keychain, keychainId: string, clock: Clock): AnchorStore {
  const account = `${keychainId}/audit-anchor`;
  const within = <T>(work: Promise<T>): Promise<T | null> => {
    let cancel = () => {};
    const limit = new Promise<null>((resolve) => {
      cancel = clock.after(LIMIT_MS, () => resolve(null));
    });
    return Promise.race([work, limit]).finally(() => cancel());
  };
  return {
    async read() {
      const found = await within(keychain.get(account));
      if (!found?.ok) return { kind: 'unreadable' };
      if (found.value === null) return { kind: keychain.state() === 'available' ? 'absent' : 'none' };
      const anchor = parseAnchor(found.value);
      return anchor ? { kind: 'found', anchor } : { kind: 'unreadable' };
    },
    async write(anchor) {
      const written = await within(keychain.set(account, JSON.stringify(anchor)));
      return written?.ok === true;
    },
  };
}

/** For a record without a keychain: keeps nothing. */
export const noAnchor: AnchorStore = {
  read: () => Promise.resolve({ kind: 'none' }),
  write: () => Promise.resolve(false),
};
