/**
 * One entry of the shared record: its canonical text, its hash, its signature, and how a reader verifies it. Pure.
 *
 * The server is not trusted. A PC numbers its entries 1, 2, 3 …, puts the hash of the one before into each, and signs the hash
 * with a key that never leaves its keychain. The id of a PC is made of its public key, so nobody can give a PC another key.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import { environments, type Environment } from '#shared/domain/environment.ts';
import type { EntryProblem } from '#shared/domain/head-office.ts';

/** What happened, before the PC has numbered and signed it. `body` is canonical JSON. */
export type Fact = { readonly kind: string; readonly atMs: number; readonly body: string };

/** Whose entries they are: the same in every entry of a PC. `branch` is '' on a PC that sees every branch. */
export type Place = {
  readonly environment: Environment;
  readonly merchant: string;
  readonly branch: string;
};

/** A server that holds several chains must not mix them, however well an entry is signed. Null: of any chain. */
export type Chain = Pick<Place, 'environment' | 'merchant'> | null;
export const isOfChain = (entry: Place, chain: Chain): boolean =>
  chain === null || (entry.environment === chain.environment && entry.merchant === chain.merchant);

/** Hashes are SHA-256, the signature is Ed25519; both in hex. `previous` is '' in a PC's first entry. */
export type Entry = Fact &
  Place & {
    readonly pc: string;
    readonly seq: number;
    readonly previous: string;
    readonly hash: string;
    readonly signature: string;
  };

/** An entry as a server or a file gives it: its shape is checked, and nothing of it is verified yet. */
export const entrySchema = z.object({
  pc: z.string(),
  seq: z.number().int().positive(),
  environment: z.enum(environments),
  merchant: z.string(),
  branch: z.string(),
  kind: z.string(),
  atMs: z.number().int(),
  body: z.string(),
  previous: z.string(),
  hash: z.string(),
  signature: z.string(),
});

/** The last entry of a PC that a reader has verified, or that the PC itself has made. */
export type Head = { readonly seq: number; readonly hash: string };
export const noHead: Head = { seq: 0, hash: '' };

/** `privateKey` is the seed of an Ed25519 key in hex; it stays in the keychain. */
export type Identity = { readonly pc: string; readonly publicKey: string; readonly privateKey: string };

const RAW_BYTES = 32;
/** What stands before the 32 bytes of a key in its DER form (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const privateKeyOf = (seed: string) =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
/** One for each PC of the chain: making one takes as long as verifying by it. */
const publicKeys = new Map<string, KeyObject>();
export function publicKeyOf(raw: string): KeyObject {
  const known = publicKeys.get(raw);
  if (known) return known;
  const key = Buffer.concat([PUBLIC_HEAD, Buffer.from(raw, 'hex')]);
  const made = createPublicKey({ key, format: 'der', type: 'spki' });
  publicKeys.set(raw, made);
  return made;
}

/** The first 128 bits of the SHA-256 of the public key. */
export const pcIdOf = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'hex'), 'hex').slice(0, RAW_BYTES);

export function newIdentity(): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = (key: Buffer) => key.subarray(-RAW_BYTES).toString('hex');
  const open = raw(publicKey.export({ format: 'der', type: 'spki' }));
  return {
    pc: pcIdOf(open),
    publicKey: open,
    privateKey: raw(privateKey.export({ format: 'der', type: 'pkcs8' })),
  };
}

/** An array, not an object: every value has its place, and no name can be left out or doubled. */
const canonicalText = (e: Omit<Entry, 'hash' | 'signature'>): string =>
  JSON.stringify([
    'head-office-1',
    e.pc,
    e.seq,
    e.environment,
    e.merchant,
    e.branch,
    e.kind,
    e.atMs,
    e.body,
    e.previous,
  ]);
export const hashOf = (entry: Omit<Entry, 'hash' | 'signature'>): string =>
  hash('sha256', canonicalText(entry), 'hex');

/** The entries of these facts, in their order, after `head`. */
export function makeEntries(
  identity: Identity,
  place: Place,
  head: Head,
  facts: readonly Fact[],
): readonly Entry[] {
  const key = privateKeyOf(identity.privateKey);
  let { seq, hash: previous } = head;
  return facts.map(({ kind, atMs, body }) => {
    const { environment, merchant, branch } = place;
    seq += 1;
    const bare = { pc: identity.pc, seq, environment, merchant, branch, kind, atMs, body, previous };
    const own = hashOf(bare);
    previous = own;
    return { ...bare, hash: own, signature: sign(null, Buffer.from(own, 'hex'), key).toString('hex') };
  });
}

/** `seq`: the number of the entry that first does not fit. */
export type Tampered = {
  readonly ok: false;
  readonly pc: string;
  readonly seq: number;
  readonly problem: EntryProblem;
};
export type Verified = { readonly ok: true; readonly head: Head } | Tampered;

/** A PC as the server names it. `headSeq`: how many entries the server says it has of it. */
export type KnownPc = { readonly id: string; readonly publicKey: string; readonly headSeq: number };
export type SigningPc = Pick<KnownPc, 'id' | 'publicKey'>;

/** Verifies entries of one PC of the chain that follow `head`, in the order of their numbers: each by its own signature. */
export function verifyEntries(pc: SigningPc, chain: Chain, head: Head, entries: readonly Entry[]): Verified {
  const found = (seq: number, problem: EntryProblem): Tampered => ({ ok: false, pc: pc.id, seq, problem });
  if (pcIdOf(pc.publicKey) !== pc.id) return found(head.seq + 1, 'key');
  const key = publicKeyOf(pc.publicKey);
  let { seq, hash: previous } = head;
  for (const entry of entries) {
    if (entry.seq > seq + 1) return found(seq + 1, 'missing');
    if (entry.seq !== seq + 1 || entry.pc !== pc.id) return found(entry.seq, 'inserted');
    if (hashOf(entry) !== entry.hash) return found(entry.seq, 'changed');
    if (!isSigned(entry, key)) return found(entry.seq, 'signature');
    if (entry.previous !== previous || !isOfChain(entry, chain)) return found(entry.seq, 'inserted');
    seq = entry.seq;
    previous = entry.hash;
  }
  return { ok: true, head: { seq, hash: previous } };
}

/** One entry of a PC whose others may not be seen from here. Null if the PC signed it, as it is, and it is of the chain. */
export function problemOf(pc: SigningPc, chain: Chain, entry: Entry): EntryProblem | null {
  if (pcIdOf(pc.publicKey) !== pc.id) return 'key';
  if (entry.pc !== pc.id || !isOfChain(entry, chain)) return 'inserted';
  if (hashOf(entry) !== entry.hash) return 'changed';
  return isSigned(entry, publicKeyOf(pc.publicKey)) ? null : 'signature';
}

export function isSigned(
  { hash: own, signature }: Pick<Entry, 'hash' | 'signature'>,
  key: KeyObject,
): boolean {
  return verify(null, Buffer.from(own, 'hex'), key, Buffer.from(signature, 'hex'));
}
