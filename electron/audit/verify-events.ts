/**
 * Verification of the operation events, of what they say of their operations, and of the marks that others keep of them. Pure.
 */
import { eventHash, type EventLink } from '../database/repositories/journal/chain.ts';
import type { RecordedOperation } from '../database/repositories/journal/record-hash.ts';
import { walkChain, type Break, type ChainProblem } from './walk-chain.ts';

/** Count and head of the chain of events, as somebody else wrote them down. */
export type Mark = { readonly count: number; readonly head: string };
type EventsVerdict =
  | { readonly ok: true; readonly count: number; readonly operations: OperationsVerified }
  | {
      readonly ok: false;
      readonly in: 'events' | 'operations';
      readonly at: number;
      readonly problem: ChainProblem;
    };
/** `before`: stored by a version that hashed no operation; nothing vouches for their columns. */
export type OperationsVerified = { readonly hashed: number; readonly before: number };

const RECORD = '"recordSha256":"';

/** Most events have no such parameter: they are not parsed for it. Undefined: the text is none of ours. */
function recordOf({ params }: EventLink): string | null | undefined {
  if (!params.includes(RECORD)) return null;
  try {
    const { recordSha256 } = JSON.parse(params) as { recordSha256?: unknown };
    return typeof recordSha256 === 'string' ? recordSha256 : undefined;
  } catch {
    // Hashed again by somebody who does not know what stands here.
    return undefined;
  }
}

/** `operations` is read after the events; null if there are none to compare. */
export function verifyEvents(
  events: Iterable<EventLink>,
  operations: Iterable<RecordedOperation> | null,
  marks: readonly Mark[] = [],
): EventsVerdict {
  const wanted = new Map<number, Set<string>>();
  for (const { count, head } of marks) wanted.set(count, (wanted.get(count) ?? new Set()).add(head));
  const fits = (seq: number, head: string) => {
    const heads = wanted.get(seq);
    return heads === undefined || (heads.size === 1 && heads.has(head));
  };
  const records = new Map<string, string | null>();
  const no = ({ at, problem }: Omit<Break, 'ok'>) => ({
    ok: false as const,
    in: 'events' as const,
    at,
    problem,
  });
  const chain = walkChain(events, eventHash, (event) => {
    const record = recordOf(event);
    if (record === undefined || !fits(event.seq, event.hash))
      return { ok: false, at: event.seq, problem: 'changed' };
    // The newest one counts: what an operation covers may be renewed before it is sent again.
    records.set(event.opId, record ?? records.get(event.opId) ?? null);
    return null;
  });
  if (!chain.ok) return no(chain);
  if (!fits(0, '')) return no({ at: 1, problem: 'changed' });
  const least = marks.reduce((most, { count }) => Math.max(most, count), 0);
  if (chain.count < least) return no({ at: chain.count + 1, problem: 'cut' });
  const verified = operations ? verifyOperations(operations, records) : { hashed: 0, before: 0 };
  return 'hashed' in verified ? { ok: true, count: chain.count, operations: verified } : verified;
}

function verifyOperations(
  operations: Iterable<RecordedOperation>,
  records: Map<string, string | null>,
): OperationsVerified | Extract<EventsVerdict, { ok: false }> {
  let hashed = 0;
  let before = 0;
  const no = (at: number, problem: ChainProblem) => ({
    ok: false as const,
    in: 'operations' as const,
    at,
    problem,
  });
  try {
    for (const { opId, seq, sha256 } of operations) {
      if (seq !== hashed + before + 1) return no(hashed + before + 1, 'missing');
      const record = records.get(opId);
      if (record === undefined) return no(seq, 'inserted');
      if (record !== null && record !== sha256) return no(seq, 'changed');
      if (record === null) before += 1;
      else hashed += 1;
      records.delete(opId);
    }
  } catch (error) {
    // A number that no program of ours writes cannot be read as one.
    if (error instanceof RangeError) return no(hashed + before + 1, 'changed');
    throw error;
  }
  const gone = [...records.values()].some((record) => record !== null);
  return gone ? no(hashed + before + 1, 'missing') : { hashed, before };
}
