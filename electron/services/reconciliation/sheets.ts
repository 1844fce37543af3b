/** Sheets of exceptions go out, and come back filled in. The last one that came back is kept until it is applied as a whole. */
import { MOST_ASKED } from '#shared/contract/approvals.ts';
import type { Channel, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../context.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import { checkFilledSheet, decisionsOf, type CheckedSheet } from './check-sheet.ts';
import { decide, decisionOf, toApprove, type ToApprove } from './decide.ts';
import { sheetOfExceptions } from './exceptions-sheet.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;

export function createSheets(context: ProfileContext, readSheet: ReadSheet) {
  let kept: CheckedSheet | null = null;
  const keptSheet = (sheetId: string): Result<CheckedSheet, AppError> =>
    kept?.sheetId === sheetId ? ok(kept) : err(reconciliationError('sheet-gone'));

  return {
    sheet: (input: ParsedInputOf<'reconciliation.saveSheet'>) => sheetOfExceptions(context, input),

    async checkSheet(input: ParsedInputOf<'reconciliation.checkSheet'>): Answer<'reconciliation.checkSheet'> {
      const checked = await checkFilledSheet(context, readSheet, input);
      if (checked.ok) kept = checked.value;
      return checked;
    },

    /** The amounts of its write-offs, for the confirmation; null if this is not the last sheet that came back. */
    sheetAmounts(sheetId: string): Money[] | null {
      const sheet = keptSheet(sheetId);
      return sheet.ok ? sheet.value.writeOffs.map(({ amount }) => amount) : null;
    },

    /** The content of a request for approval of this sheet. */
    sheetToApprove(sheetId: string): Result<ToApprove, AppError> {
      const sheet = keptSheet(sheetId);
      if (!sheet.ok) return sheet;
      const decisions = decisionsOf(sheet.value.rows);
      return decisions.length > MOST_ASKED
        ? err(reconciliationError('too-many', { most: MOST_ASKED }))
        : ok(toApprove(decisions));
    },

    async applySheet(sheetId: string, approvedBy: string | null): Answer<'reconciliation.applySheet'> {
      const sheet = keptSheet(sheetId);
      if (!sheet.ok) return sheet;
      const { applicable, rows } = sheet.value;
      const done = await decide(context, decisionsOf(rows).map(decisionOf), approvedBy);
      if (!done.ok) return done;
      kept = null;
      return ok({ resolved: applicable.resolve, writtenOff: applicable.writeOff });
    },
  };
}
