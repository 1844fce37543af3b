/**
 * A run: entries of one PC that follow one another, in one text, without their numbers, hashes and signatures. A reader who has the
 * entry before them works these out. That takes most of the time of reading a long record, and needs no file: another thread can
 * do it (runs-thread.ts).
 */
import {
  hashOf,
  isOfChain,
  isSigned,
  pcIdOf,
  publicKeyOf,
  type Chain,
  type Entry,
  type Fact,
  type Head,
  type Place,
  type SigningPc,
} from './entry.ts';
import { packed, toldBy, type Pack, type Told } from './pack.ts';

/** `texts`: the parts of each entry (kind, time, body), with signs between them. `hash` and `signature` are those of the last entry. */
export type Run = Place & {
  readonly pc: string;
  readonly texts: string;
  readonly hash: string;
  readonly signature: string;
};

/** Between entries, and between the parts of one. No version of Closeout writes either sign: a run that has one does not verify. */
export const [NEXT_ENTRY, NEXT_PART] = ['\x1e', '\x1f'] as const;

function factOf(text: string): Fact {
  const kind = text.indexOf(NEXT_PART);
  const at = text.indexOf(NEXT_PART, kind + 1);
  return { kind: text.slice(0, kind), atMs: Number(text.slice(kind + 1, at)), body: text.slice(at + 1) };
}

export function countOfRun({ texts }: Run): number {
  let count = 1;
  for (let at = texts.indexOf(NEXT_ENTRY); at >= 0; at = texts.indexOf(NEXT_ENTRY, at + 1)) count += 1;
  return count;
}

/**
 * The entries of a run that follows `head`. What is hashed of each entry includes the hash of the one before it. So the signature of the
 * last entry covers the whole run: whoever changes, removes, adds or moves an entry changes the last hash. Null if the run does not
 * end in what the PC signed; `verifyEntries` then finds the entry that does not fit.
 *
 * A spoiled signature inside a run is not noticed here. The entry is still what its PC signed, and `npm run head-office -- verify`
 * names it.
 */
export function entriesOfRun(pc: SigningPc, chain: Chain, head: Head, run: Run): readonly Entry[] | null {
  if (run.pc !== pc.id || pcIdOf(pc.publicKey) !== pc.id || !isOfChain(run, chain)) return null;
  const { environment, merchant, branch } = run;
  let { seq, hash: previous } = head;
  const entries = run.texts.split(NEXT_ENTRY).map((text) => {
    const { kind, atMs, body } = factOf(text);
    seq += 1;
    const bare = { pc: pc.id, seq, environment, merchant, branch, kind, atMs, body, previous };
    previous = hashOf(bare);
    return { ...bare, hash: previous, signature: '' };
  });
  return previous === run.hash && isSigned(run, publicKeyOf(pc.publicKey)) ? entries : null;
}

/** A run, and what it is verified against. `pc.headSeq`: which entry the server says is the last of its PC. */
export type ToWorkOut = {
  readonly pc: SigningPc & { readonly headSeq: number };
  readonly chain: Chain;
  readonly head: Head;
  readonly run: Run;
};
/**
 * What is kept of a run that verifies. `told`: its activity, packed. `entries`: all others. `count`: of both.
 * `hashAtEnd`: of the entry that is the last of its PC, if it is one of them.
 */
export type WorkedOut = {
  readonly pc: string;
  readonly count: number;
  readonly head: Head;
  readonly told: Pack | null;
  readonly entries: readonly Entry[];
  readonly hashAtEnd: string | null;
};

/** Null if the run is not what its PC signed. */
export function workOut({ pc, chain, head, run }: ToWorkOut): WorkedOut | null {
  const all = entriesOfRun(pc, chain, head, run);
  const last = all?.at(-1);
  if (!all || !last) return null;
  const told: Told[] = [];
  const entries: Entry[] = [];
  for (const entry of all) {
    const one = toldBy(entry);
    if (one) told.push(one);
    else entries.push(entry);
  }
  return {
    pc: pc.id,
    count: all.length,
    head: { seq: last.seq, hash: last.hash },
    told: told.length > 0 ? packed(told) : null,
    entries,
    hashAtEnd: all[pc.headSeq - head.seq - 1]?.hash ?? null,
  };
}
