/** Reconciliation: write-offs ask on the ladder first, and a sheet is saved as a report. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import { absolute, type Money } from '#shared/money/money.ts';
import { inputError, reconciliationError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { ReportService } from '../services/reports/index.ts';
import type { Confirm } from '../services/approvals/index.ts';

type Channels =
  | 'reconciliation.writeOff'
  | 'reconciliation.settings.get'
  | 'reconciliation.settings.set'
  | 'reconciliation.saveSheet'
  | 'reconciliation.applySheet';
type Needs = {
  readonly confirm: Confirm;
  readonly reports: Pick<ReportService, 'save'>;
};

const writeOffOf = (amounts: readonly Money[], authorization: Authorization) => ({
  action: { do: 'write-off' as const },
  right: 'reconcile' as const,
  amounts: amounts.map(absolute),
  authorization,
  requestable: null,
});

export const createReconciliationHandlers = (
  use: UseSession,
  { confirm, reports }: Needs,
): HandlersOf<Channels> => ({
  'reconciliation.writeOff': ({ authorization, ...input }) =>
    use(async (session) => {
      const { reconciliation } = session;
      const wanted = await reconciliation.toWriteOff(input);
      if (!wanted.ok) return wanted;
      const { amount } = wanted.value;
      return confirm(
        session,
        writeOffOf([amount], authorization),
        ({ approvedBy }) => reconciliation.writeOff(input, amount, approvedBy),
        () => input.exception.key,
        { subject: input.exception.key, kinds: ['write-off'] },
      );
    }),
  'reconciliation.settings.get': () => use(({ reconciliation }) => reconciliation.settings()),
  'reconciliation.settings.set': (input) => use(({ reconciliation }) => reconciliation.setSettings(input)),
  'reconciliation.saveSheet': (input) =>
    use(async ({ reconciliation, audit }) => {
      const sheet = await reconciliation.sheet(input);
      if (!sheet.ok) return sheet;
      const saved = await reports.save(sheet.value.save, (entry) => audit.record(entry));
      return saved.ok ? ok({ ...saved.value, rows: sheet.value.rows }) : saved;
    }),
  'reconciliation.applySheet': ({ sheetId, authorization }) =>
    use(async (session) => {
      const { reconciliation } = session;
      const amounts = reconciliation.sheetAmounts(sheetId);
      if (amounts === null) return err(reconciliationError('sheet-gone'));
      if (amounts.length === 0) return reconciliation.applySheet(sheetId, null);
      if (authorization === null) return err(inputError('invalid', { where: 'authorization' }));
      return confirm(
        session,
        writeOffOf(amounts, authorization),
        ({ approvedBy }) => reconciliation.applySheet(sheetId, approvedBy),
        () => sheetId,
        { subject: sheetId, kinds: ['write-off-sheet'] },
      );
    }),
});
