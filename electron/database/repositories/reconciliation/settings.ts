/** Settings of reconciliation: what somebody set, or what holds until then. */
import { z } from 'zod';
import {
  reconciliationSettingsSchema,
  type ReconciliationSettings,
} from '#shared/contract/reconciliation.ts';
import { defaultReconciliationSettings } from '#shared/domain/reconciliation-settings.ts';
import { settingChanges } from '../../../audit/setting-changes.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { standingOthers } from '../closing/other-closes.ts';
import { recordAct, type By } from '../closing/records.ts';

export const parseSettings = (value: string | undefined): ReconciliationSettings =>
  value === undefined ? defaultReconciliationSettings : reconciliationSettingsSchema.parse(JSON.parse(value));

export const readSettings = (journal: ReadableDb): ReconciliationSettings =>
  parseSettings(journal.prepare<{ value: string }>('SELECT value FROM reconciliation_settings').get()?.value);

/** The business day of the first close that stands: what was there before it was before we began. */
export function firstClosedOn(files: {
  readonly cache: ReadableDb;
  readonly journal: ReadableDb;
}): string | null {
  const own = files.journal
    .prepare<{ first: string | null }>(
      `SELECT MIN(business_date) AS first FROM closing WHERE number IS NOT NULL AND state <> 'reopened'`,
    )
    .get()?.first;
  const [other] = standingOthers(files.cache);
  const days = [own, other?.businessDate].filter((day) => typeof day === 'string');
  return days.sort()[0] ?? null;
}

/** Of the holidays only how many: they are hundreds of dates. */
const toRecord = ({ weekend, holidays, ...rest }: ReconciliationSettings) => ({
  ...rest,
  weekend: weekend?.map(String) ?? null,
  holidays: holidays.length,
});

export function storeSettings(
  journal: WritableDb,
  { settings, ...who }: By & { settings: ReconciliationSettings },
): null {
  const before = readSettings(journal);
  journal
    .prepare('INSERT OR REPLACE INTO reconciliation_settings (only_one, value) VALUES (1, ?)')
    .run(JSON.stringify(z.encode(reconciliationSettingsSchema, settings)));
  const changes = settingChanges(toRecord(before), toRecord(settings));
  recordAct(journal, who, 'reconciliation.settings-changed', 'settings', changes);
  return null;
}
