/** Verifies the whole record, PC by PC, from the first entry on. */
import type { Connection } from './connection.ts';
import type { EntryProblem } from '#shared/domain/head-office.ts';
import { verifyArchive, type VerifiedArchive } from './archive-file.ts';
import { noHead, verifyEntries, type Head, type Tampered } from './entry.ts';
import { listPcs, readLastArchived, readOn, type ListedPc } from './pc.ts';

const PAGE = 2_000;

/** `first`: after which entry it begins; those up to there were archived, and are not looked at here. */
export type VerifiedPc = {
  readonly pc: ListedPc;
  readonly first: number;
  readonly head: Head;
  readonly found: Tampered | null;
};

/**
 * `kept`: the heads of an earlier verification, kept away from the server. Only they show that an end was cut by somebody who
 * cut the server's own count as well. `archived`: the last entry of each PC in the files of archives, if those were verified. The
 * record must go on there.
 */
export async function verifyRecord(
  connection: Connection,
  kept: ReadonlyMap<string, Head>,
  archived?: ReadonlyMap<string, Head>,
): Promise<readonly VerifiedPc[]> {
  const pcs = await listPcs(connection);
  const gone = [...kept, ...(archived ?? [])].filter(([id]) => !pcs.some((pc) => pc.id === id));
  const verified: VerifiedPc[] = [];
  for (const pc of pcs) {
    const start = await startOf(connection, pc, archived);
    verified.push(
      'problem' in start
        ? { pc, first: 0, head: noHead, found: start }
        : await verifyPc(connection, { pc, start, kept: kept.get(pc.id) ?? noHead }),
    );
  }
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
    archivedSeq: 0,
  },
  first: 0,
  head: noHead,
  found: { ok: false, pc: id, seq: 1, problem: 'cut' },
});

/** The entry after which verification begins: the last archived one, which its PC must have signed. */
async function startOf(
  connection: Connection,
  pc: ListedPc,
  archived: ReadonlyMap<string, Head> | undefined,
): Promise<Head | Tampered> {
  if (pc.archivedSeq === 0) return noHead;
  const last = (await readLastArchived(connection, [pc], null)).get(pc.id) ?? 'missing';
  const found = (seq: number, problem: EntryProblem): Tampered => ({ ok: false, pc: pc.id, seq, problem });
  if (typeof last === 'string') return found(pc.archivedSeq, last);
  const file = archived?.get(pc.id) ?? noHead;
  if (archived && file.seq !== last.seq) return found(Math.min(file.seq, last.seq) + 1, 'missing');
  if (archived && file.hash !== last.hash) return found(last.seq, 'changed');
  return { seq: last.seq, hash: last.hash };
}

type Walk = { readonly pc: ListedPc; readonly start: Head; readonly kept: Head };

async function verifyPc(connection: Connection, { pc, start, kept }: Walk): Promise<VerifiedPc> {
  const first = start.seq;
  let head: Head = start;
  for (;;) {
    const page = await readOn(connection, [pc], new Map([[pc.id, head]]), PAGE);
    const one = verifyEntries(pc, null, head, page);
    if (!one.ok) return { pc, first, head, found: one };
    const passed = page.find(({ seq }) => seq === kept.seq);
    if (passed && passed.hash !== kept.hash)
      return { pc, first, head, found: { ok: false, pc: pc.id, seq: kept.seq, problem: 'changed' } };
    head = one.head;
    if (page.length === 0) break;
  }
  // Neither an earlier verification nor the server's own count may know of more.
  const end = Math.max(pc.headSeq, kept.seq);
  if (head.seq >= end) return { pc, first, head, found: null };
  const last = await readOn(connection, [pc], new Map([[pc.id, { seq: end - 1 }]]), 1);
  const problem = last.length > 0 ? 'missing' : 'cut';
  return { pc, first, head, found: { ok: false, pc: pc.id, seq: head.seq + 1, problem } };
}

/**
 * Verifies the files of all archives in their order. Each file must go on where the one before it ended. `ends`: the last entry of each
 * PC in them. Rejects with `SpoiledArchive`.
 */
export async function verifyArchives(
  paths: readonly string[],
  kept: ReadonlyMap<string, Head>,
): Promise<{ readonly files: readonly VerifiedArchive[]; readonly ends: ReadonlyMap<string, Head> }> {
  const files: VerifiedArchive[] = [];
  for (const path of paths) files.push(await verifyArchive(path, kept));
  files.sort((a, b) => (a.header.before < b.header.before ? -1 : 1));
  const ends = new Map<string, Head>();
  const followed = files.map((file) => {
    const apart = file.header.pcs.flatMap(({ id, after }): Tampered[] => {
      const { seq, hash } = ends.get(id) ?? noHead;
      return seq === after.seq && hash === after.hash
        ? []
        : [{ ok: false, pc: id, seq: seq + 1, problem: 'missing' }];
    });
    for (const [id, head] of file.ends) ends.set(id, head);
    return { ...file, found: [...apart, ...file.found] };
  });
  return { files: followed, ends };
}
