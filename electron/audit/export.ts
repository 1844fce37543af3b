/** The record as JSON lines: a head line, every entry, every operation event. The head line is the anchor of what follows. */
import { z } from 'zod';
import type { Database } from '../database/client.ts';
import { parseAnchor, type Anchor } from './anchor.ts';
import type { AuditEntry } from './entry.ts';
import type { EventLink } from '../database/repositories/journal/chain.ts';
import { verifyRecord, type Verdict } from './verify.ts';

const PAGE = 500;
const VERSION = 1;

export type ExportFacts = { profileId: string; appVersion: string; madeAtMs: number };

/** Lines without their line ends. What is appended meanwhile is not in it. */
export async function* exportRecord(db: Database, facts: ExportFacts): AsyncGenerator<string> {
  const anchor = await db.call('audit.anchor', null);
  const { profileId, appVersion, madeAtMs } = facts;
  const madeAt = new Date(madeAtMs).toISOString();
  yield JSON.stringify({ kind: 'head', version: VERSION, profileId, appVersion, madeAt, ...anchor });
  for (let after = 0; after < anchor.count;) {
    const entries = await db.call('audit.entries', { after, upTo: anchor.count, limit: PAGE });
    for (const entry of entries) yield JSON.stringify({ kind: 'entry', ...entry });
    after = entries.at(-1)?.seq ?? anchor.count;
  }
  for (let after = 0; after < anchor.eventCount;) {
    const events = await db.call('audit.events', { after, upTo: anchor.eventCount, limit: PAGE });
    for (const event of events) yield JSON.stringify({ kind: 'event', ...event });
    after = events.at(-1)?.seq ?? anchor.eventCount;
  }
}

const link = {
  seq: z.number(),
  atMs: z.number(),
  params: z.string(),
  previous: z.string(),
  hash: z.string(),
};
const entryLine = z.object({
  ...link,
  actor: z.string(),
  machine: z.string(),
  action: z.string(),
  target: z.string(),
  outcome: z.string(),
  eventCount: z.number(),
  eventHead: z.string(),
});
const eventLine = z.object({
  ...link,
  opId: z.string(),
  code: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
const headLine = z.object({
  kind: z.literal('head'),
  version: z.literal(VERSION),
  profileId: z.string(),
  appVersion: z.string(),
  madeAt: z.string(),
});
type VerifiedExport = { head: z.output<typeof headLine>; verdict: Verdict };

const lineOf = (text: string): { kind?: unknown } | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    // A line that is not JSON is one that was changed.
    return null;
  }
};

const changed = (where: 'entries' | 'events', at: number): Verdict => ({
  ok: false,
  in: where,
  at,
  problem: 'changed',
});
const longer = (where: 'entries' | 'events', count: number): Verdict => ({
  ok: false,
  in: where,
  at: count + 1,
  problem: 'inserted',
});

/**
 * Verifies an exported text against itself, and, where `kept` is given (the keychain's anchor), against that. Null: this is
 * no export of a record. Who can write the file can also make a sound one of other facts: compare the head with `kept`, or
 * with what was written down when it was made.
 */
export function verifyExport(text: string, kept: Anchor | null = null): VerifiedExport | null {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const head = headLine.safeParse(lineOf(first));
  const anchor = parseAnchor(first);
  if (!head.success || !anchor) return null;
  const entries: AuditEntry[] = [];
  const events: EventLink[] = [];
  const answer = (verdict: Verdict) => ({ head: head.data, verdict });
  for (const line of lines) {
    const value = lineOf(line);
    const entry = value?.kind === 'entry' ? entryLine.safeParse(value) : null;
    const event = value?.kind === 'event' ? eventLine.safeParse(value) : null;
    if (entry?.success) entries.push(entry.data);
    else if (event?.success) events.push(event.data);
    else
      return answer(
        events.length > 0 ? changed('events', events.length + 1) : changed('entries', entries.length + 1),
      );
  }
  const record = { entries, events, operations: null, owner: head.data.profileId };
  const verdict = verifyRecord({ ...record, anchor });
  if (!verdict.ok) return answer(verdict);
  // The head line was written with the rest: nothing may come after what it counts.
  if (entries.length > anchor.count) return answer(longer('entries', anchor.count));
  if (events.length > anchor.eventCount) return answer(longer('events', anchor.eventCount));
  // The kept anchor may be older than the export: an export that is longer than its anchor is not at fault.
  return answer(kept ? verifyRecord({ ...record, anchor: { ...kept, open: true } }) : verdict);
}
