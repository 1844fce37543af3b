/** The use cases of reconciliation: runs, lists, what people decide, its settings, and sheets that go out and come back. */
import { hostname } from 'node:os';
import type { Channel, EventName, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { ReconciliationSettings } from '#shared/contract/reconciliation.ts';
import { reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { createDateFinder, isTimeZone } from '#shared/time/business-date.ts';
import type { ProfileContext } from '../context.ts';
import type { StartReconciliation } from '../../database/reconciliation-client.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import { createActs } from './acts.ts';
import { createBankRules } from './bank-rules.ts';
import { createPages } from './pages.ts';
import { createRuns } from './runs.ts';
import { createSheets } from './sheets.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;
export type ReconciliationService = ReturnType<typeof createReconciliationService>;

/** After these events the last result is out of date. */
const CHANGES: ReadonlySet<EventName> = new Set([
  'closing.changed',
  'headOffice.closes',
  'settlement.changed',
  'import.changed',
]);

export function createReconciliationService(
  context: ProfileContext,
  startRun: StartReconciliation,
  readSheet: ReadSheet,
) {
  const { db, clock, emit } = context;
  const runs = createRuns(context, startRun);
  /** Runs again only if the last result is out of date: without a first result, nothing runs by itself. */
  function runAgain(): void {
    db.call('reconciliation.outOfDate', { nowMs: clock.nowMs() })
      .then((causes) => {
        if (causes.length === 0) return;
        emit('reconciliation.changed', { what: 'out-of-date' });
        runs.soon();
      })
      .catch((error: unknown) => context.log.warn('reconciliation-not-asked', { error: String(error) }));
  }

  const withFacts = async (
    settings: ReconciliationSettings,
  ): Promise<OutputOf<'reconciliation.settings.get'>> => ({
    settings,
    firstClosedOn: await db.call('reconciliation.firstClosedOn', null),
  });

  return {
    ...createPages(context),
    ...createActs(context, () => runs.soon()),
    ...createBankRules(context, () => runs.soon()),
    ...createSheets(context, readSheet),

    async overview(): Answer<'reconciliation.overview'> {
      const found = await db.call('reconciliation.overview', { nowMs: clock.nowMs() });
      return ok({ ...found, ...runs.state() });
    },
    async run(): Answer<'reconciliation.run'> {
      runs.start();
      return ok({});
    },
    async cancel(): Answer<'reconciliation.cancel'> {
      runs.cancel();
      return ok({});
    },

    async settings(): Answer<'reconciliation.settings.get'> {
      return ok(await withFacts(await db.call('reconciliation.settings', null)));
    },
    async setSettings(
      settings: ParsedInputOf<'reconciliation.settings.set'>,
    ): Answer<'reconciliation.settings.set'> {
      const { from, timeZone, weekend } = settings;
      if (!isTimeZone(timeZone)) return err(reconciliationError('time-zone-unknown', { timeZone }));
      if (new Set(weekend).size === 7) return err(reconciliationError('weekend-whole-week'));
      const today = createDateFinder({ timeZone, cutOff: '00:00' })(clock.nowMs());
      if (from !== null && from > today) return err(reconciliationError('from-to-come', { today }));
      const who = { by: context.actor(), atMs: clock.nowMs(), machine: hostname() };
      await db.call('reconciliation.storeSettings', { ...who, settings });
      emit('reconciliation.changed', { what: 'settings' });
      runAgain();
      return ok(await withFacts(settings));
    },

    /** Hears the events that other parts of the app send to windows. */
    hear(event: EventName): void {
      if (CHANGES.has(event)) runAgain();
    },
    stop: () => runs.stop(),
  };
}
