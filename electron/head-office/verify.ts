/** Verifies the whole record, PC by PC, from the first entry on. */
import type { Connection } from './connection.ts';
import { noHead, verifyEntries, type Head, type Tampered } from './entry.ts';
import { listPcs, readOn, type ListedPc } from './pc.ts';

const PAGE = 2_000;

export type VerifiedPc = { readonly pc: ListedPc; readonly head: Head; readonly found: Tampered | null };

/**
 * `kept`: the heads of an earlier verification, kept away from the server. Only they show that an end was cut by somebody who
 * cut the server's own count as well.
 */
export async function verifyRecord(
  connection: Connection,
  kept: ReadonlyMap<string, Head>,
): Promise<readonly VerifiedPc[]> {
  const pcs = await listPcs(connection);
  const gone = [...kept].filter(([id]) => !pcs.some((pc) => pc.id === id));
  const verified: VerifiedPc[] = [];
  for (const pc of pcs) verified.push(await verifyPc(connection, pc, kept.get(pc.id) ?? noHead));
  for (const [id, { seq }] of gone) if (seq > 0) verified.push(removedPc(id));
  return verified;
}

const removedPc = (id: string): VerifiedPc => ({
  pc: {
    id,
    name: id,
    branch: '',
    publicKey: '',
    headSeq: 0,
    headHash: '',
    lastEntryAtMs: null,
    withdrawnAtMs: null,
    isHome: false,
  },
  head: noHead,
  found: { ok: false, pc: id, seq: 1, problem: 'cut' },
});

async function verifyPc(connection: Connection, pc: ListedPc, kept: Head): Promise<VerifiedPc> {
  let head: Head = noHead;
  for (;;) {
    const page = await readOn(connection, [pc], new Map([[pc.id, head]]), PAGE);
    const one = verifyEntries(pc, null, head, page);
    if (!one.ok) return { pc, head, found: one };
    const passed = page.find(({ seq }) => seq === kept.seq);
    if (passed && passed.hash !== kept.hash)
      return { pc, head, found: { ok: false, pc: pc.id, seq: kept.seq, problem: 'changed' } };
    head = one.head;
    if (page.length === 0) break;
  }
  // Neither an earlier verification nor the server's own count may know of more.
  const end = Math.max(pc.headSeq, kept.seq);
  if (head.seq >= end) return { pc, head, found: null };
  const last = await readOn(connection, [pc], new Map([[pc.id, { seq: end - 1 }]]), 1);
  const problem = last.length > 0 ? 'missing' : 'cut';
  return { pc, head, found: { ok: false, pc: pc.id, seq: head.seq + 1, problem } };
}
