/** A close as it is stored, the settings of its branch, and the entry of the audit record that each act leaves. */
import { z } from 'zod';
import { branchSettingsSchema, type BranchSettings } from '#shared/contract/closing-day.ts';
import { closingStates, countWays, defaultBranchSettings } from '#shared/domain/closing.ts';
import type { BusinessDay } from '#shared/time/business-date.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import type { AuditAction, AuditParams } from '../../../audit/entry.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { append } from '../audit.ts';

const text = z.string().nullable();
const whole = z.number().int().nullable();
const recordSchema = z.object({
  closing_id: z.string(),
  seq: z.number(),
  branch_key: z.string(),
  branch_name: text,
  business_date: z.string(),
  time_zone: z.string(),
  cut_off: z.string(),
  ends_at_ms: z.number(),
  state: z.enum(closingStates),
  begun_at_ms: z.number(),
  begun_by: z.string(),
  frozen_at_ms: whole,
  counts: z.number(),
  counted: z.number(),
  count_by: z.enum(countWays),
  count_slips: z.number(),
  number: whole,
  revision: whole,
  closed_at_ms: whole,
  closed_by: text,
  provisional_at_ms: whole,
  provisional_by: text,
  provisional_note: text,
  cancelled_at_ms: whole,
  cancelled_by: text,
  cancel_reason: text,
  reopened_at_ms: whole,
  reopened_by: text,
  reopen_reason: text,
  reopen_approved_by: text,
  replaces: text,
});
export type ClosingRecord = z.output<typeof recordSchema>;
/** Who does it, when and where: the same for every act. */
export type By = { readonly by: string; readonly atMs: number; readonly machine: string };

export const dayOf = ({ time_zone, cut_off }: ClosingRecord): BusinessDay => ({
  timeZone: time_zone,
  cutOff: cut_off,
});

export function closingsWhere(journal: ReadableDb, where: string, ...args: unknown[]): ClosingRecord[] {
  return journal
    .prepare(`SELECT * FROM closing WHERE ${where}`)
    .all(...args)
    .map((row) => recordSchema.parse(row));
}
export const getClosing = (journal: ReadableDb, closingId: string): ClosingRecord | null =>
  closingsWhere(journal, 'closing_id = ?', closingId)[0] ?? null;

/** The close of a branch that is begun, if any. */
export const begunClosing = (journal: ReadableDb, branchKey: string): ClosingRecord | null =>
  closingsWhere(journal, `branch_key = ? AND state = 'open'`, branchKey)[0] ?? null;

type Column = Exclude<keyof ClosingRecord, 'closing_id' | 'seq'>;
export function setClosing(
  journal: WritableDb,
  closingId: string,
  values: Partial<Pick<ClosingRecord, Column>>,
): void {
  const names = Object.keys(values) as Column[];
  journal
    .prepare(`UPDATE closing SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE closing_id = ?`)
    .run(...names.map((name) => values[name]), closingId);
}

/** What somebody set, over what holds until somebody does. */
export function settingsOf(journal: ReadableDb, branchKey: string): BranchSettings {
  const row = journal
    .prepare<{ value: string }>('SELECT value FROM branch_settings WHERE branch_key = ?')
    .get(branchKey);
  if (!row) return defaultBranchSettings;
  const { countBy, countSlips } = defaultBranchSettings;
  // Settings of before a count was of each terminal say nothing of it.
  return z.decode(branchSettingsSchema, {
    countBy,
    countSlips,
    ...(JSON.parse(row.value) as object),
  } as never);
}

export function storeSettings(journal: WritableDb, branchKey: string, settings: BranchSettings): void {
  journal
    .prepare('INSERT OR REPLACE INTO branch_settings (branch_key, value) VALUES (?, ?)')
    .run(branchKey, JSON.stringify(z.encode(branchSettingsSchema, settings)));
}

/**
 * In the transaction of the act itself: one is never there without the other. Answers the entry's number. Facts are codes,
 * counts and hashes; what people write is in the close, not here.
 */
export function recordAct(
  journal: WritableDb,
  { by, atMs, machine }: By,
  action: AuditAction,
  target: string,
  params: AuditParams,
): number {
  const { anchor } = append(journal, {
    atMs,
    actor: by.toWellFormed(),
    machine: machine.toWellFormed(),
    action,
    target,
    params: canonicalJson(params),
    outcome: 'ok',
  });
  return anchor.count;
}
