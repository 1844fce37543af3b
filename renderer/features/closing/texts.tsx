/** Words for the obstacles of a step, and the words that other parts share. */
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { closingSteps, type ClosingBlock, type ClosingStep } from '#shared/domain/closing.ts';
import { useLocale, useStatus } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatCount, formatTimeIn } from '../../i18n/format.ts';

export { DifferenceText, useBranchName, ZName } from '../../components/close-texts.tsx';
export { useLineName, useTypeName } from '../../components/line-names.ts';

type Blocked = { reason: ClosingBlock; count: number };

/** Since when the terminals that are to be read were not read; null where one of them never was. */
function unreadSince({ terminals }: ClosingDetail): number | null {
  const reads = terminals
    .filter(({ state }) => state !== 'read' && state !== 'left-out')
    .map(({ lastReadAtMs }) => lastReadAtMs);
  const known = reads.filter((atMs) => atMs !== null);
  return known.length === 0 || known.length < reads.length ? null : Math.min(...known);
}

/** The number of the step that `of` waits for: the last one before it that is not done. */
const waitedFor = ({ steps }: ClosingDetail, of: ClosingStep): number =>
  steps.findLastIndex(({ step, done }) => closingSteps.indexOf(step) < closingSteps.indexOf(of) && !done) + 1;

/**
 * Why a step cannot be done yet. If it waits for an earlier step, the number of that step is named; `of` is the step that waits.
 * Without a connection the text says since when terminals have not been read.
 */
export function useBlockText(closing: ClosingDetail): (blocked: Blocked, of?: ClosingStep) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const offline = useStatus()?.connection.state === 'offline';
  const { timeZone, businessDate } = closing;
  const sinceMs = offline ? unreadSince(closing) : null;
  return ({ reason, count }, of = 'confirm') =>
    reason === 'terminals-not-read' && sinceMs !== null
      ? t('closing.block.terminals-not-read-since', {
          ...counted(count),
          time: formatTimeIn(timeZone, sinceMs, businessDate, locale),
        })
      : t(`closing.block.${reason}`, {
          ...counted(count),
          step: formatCount(waitedFor(closing, of), locale),
        });
}
