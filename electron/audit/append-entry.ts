/** Appends one entry: every text is redacted first, and the entry must follow the head that Closeout knows. */
import { hostname } from 'node:os';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { mapTexts, type NewEntry } from './entry.ts';
import { stillFits, type OpenRecord } from './open-record.ts';

export type NamedEntry = NewEntry & { readonly actor: string };

/** Answers false, and logs an error, if the storage refused the entry. The act that the entry tells of has happened anyway. */
export async function appendEntry(record: OpenRecord, entry: NamedEntry): Promise<boolean> {
  const { db, clock, log, profileId } = record;
  const { action, target, params, outcome, atMs, actor } = entry;
  const clean = (text: string) => record.redact(text).toWellFormed();
  try {
    const { after, anchor } = await db.call('audit.append', {
      atMs: atMs ?? clock.nowMs(),
      actor: clean(actor),
      machine: clean(hostname()),
      action,
      target: clean(target),
      params: canonicalJson(mapTexts(params, clean)),
      outcome: clean(outcome),
    });
    if (!record.broken && after !== record.head) await stillFits(record);
    else record.head = anchor.head;
    return true;
  } catch (error) {
    log.error('audit-not-recorded', { profileId, action, error: String(error) });
    return false;
  }
}
