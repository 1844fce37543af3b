/** Business day and totals of a close, always in view: what its Z counts, what was counted, what differs. */
import { IconAlertTriangle, IconDoorExit, IconEyeOff, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { ZContent } from '#shared/contract/closing-z.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { SumFacts } from '../../components/sums.tsx';
import { formatAge, formatDate, formatTimeIn } from '../../i18n/format.ts';
import { SumsBefore } from './review-verdict.tsx';
import { countedOf, differenceOf } from './selectors.ts';
import { useClosing } from './store.ts';
import { isolated } from '../../i18n/isolated.ts';

/** How old the figures are: a sum is as old as its oldest part. */
export function useReadAge({ timeZone, businessDate, terminals }: ClosingDetail): {
  never: boolean;
  age: string;
} {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const reads = terminals.filter(({ state }) => state !== 'left-out').map(({ lastReadAtMs }) => lastReadAtMs);
  const never = reads.length === 0 || reads.includes(null);
  // As the rows of step 1 say it, as long as one of them is not read in this close.
  const isWhole = terminals.every(({ state }) => state === 'read' || state === 'left-out');
  const oldest = Math.min(...reads.flatMap((atMs) => atMs ?? []));
  const time = () => formatTimeIn(timeZone, oldest, businessDate, locale);
  const age = never
    ? t('closing.totals.neverRead')
    : t('closing.totals.age', { age: isWhole ? formatAge(oldest, nowMs, locale) : time() });
  return { never, age };
}

/** The day, its end, and the age of the data. */
export function DayAndAge({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { never, age } = useReadAge(closing);
  const { timeZone, endsAtMs, businessDate, frozenAtMs, state } = closing;
  const timeOf = (atMs: number) => formatTimeIn(timeZone, atMs, businessDate, locale);
  return (
    <>
      <strong>{formatDate(businessDate, 'day', locale)}</strong>
      {/* Of a day that is closed it would read as the end of its being closed. */}
      {state !== 'closed' && state !== 'cancelled' && (
        <span>{t('closing.totals.until', { time: timeOf(endsAtMs) })}</span>
      )}
      <span className={never ? 'chip' : undefined} data-tone={never ? 'late' : undefined}>
        {frozenAtMs === null ? age : t('closing.totals.fixed', { time: timeOf(frozenAtMs) })}
      </span>
    </>
  );
}

function Sums({ closing, content }: StripProps) {
  const { t } = useTranslation();
  const sums = content ? content.sums : closing.sums;
  const difference = <Difference closing={closing} />;
  if (sums !== null && sums.net.length > 0) return <SumFacts sums={sums}>{difference}</SumFacts>;
  return (
    <>
      {content && sums === null ? (
        <SumsBefore content={content} />
      ) : (
        <Fact label={t('closing.totals.expected')}>
          {sums !== null ? (
            t('closing.totals.none')
          ) : (
            <span className="chip">
              <IconEyeOff size={16} /> {t('closing.totals.blind')}
            </span>
          )}
        </Fact>
      )}
      {difference}
    </>
  );
}

/** That the count does not differ, in words: sums that lack a row, or whose result is not known, agree only as far as they go. */
export function useNoDifference({ operations, unread, terminals }: ClosingDetail): string {
  const { t } = useTranslation();
  const counted = useCounted();
  const open = operations.filter(({ carried }) => carried === null).length;
  if (open > 0) return t('closing.totals.apartFrom', counted(open));
  const isUnchecked = unread.length > 0 || terminals.some(({ leftOut }) => leftOut);
  return t(isUnchecked ? 'closing.totals.partly' : 'closing.noDifference');
}

const NoDifference = ({ closing }: { closing: ClosingDetail }) => useNoDifference(closing);

/** The difference and the counted amount. If nothing differs, how far the count agrees with the net. */
function Difference({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const differences = differenceOf(closing.lines);
  if (differences.length === 0) return null;
  if (differences.every(({ minor }) => minor === 0n))
    return (
      <Fact label={t('closing.column.difference')}>
        <NoDifference closing={closing} />
      </Fact>
    );
  return (
    <>
      <Fact term="part" label={t('closing.column.difference')}>
        <span className="late-text">
          <MoneyList values={differences} strong signed />
        </span>
      </Fact>
      <Fact term="sum" label={t('closing.column.counted')}>
        <MoneyList values={countedOf(closing.lines)} strong />
      </Fact>
    </>
  );
}

/** `content`: the issued Z. It keeps what it counted, even if the words have another meaning by now. */
type StripProps = { closing: ClosingDetail; content?: ZContent | undefined };

export function TotalsStrip({ closing, content }: StripProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { unread, leftForNext, terminals } = closing;
  // The last step names them, with what they mean.
  const toldBelow = useClosing(({ chosenStep }) => chosenStep === 'confirm') && content === undefined;
  const leftOut = terminals.filter(({ state }) => state === 'left-out');
  const without = leftOut.length;
  // Their rows are those of a read of before this close.
  const before =
    closing.frozenAtMs === null && content === undefined && closing.sums !== null
      ? terminals.filter(({ state }) => state !== 'read' && state !== 'left-out').length
      : 0;
  const [only] = leftOut;
  // A blind count says itself that it is one.
  const isBlind = content === undefined && closing.sums === null;
  if (isBlind && unread.length + without + leftForNext === 0) return null;
  return (
    <section className="close-totals" aria-label={t('closing.totals.label')} data-testid="close-totals">
      <Sums closing={closing} content={content} />
      <div className="close-notes">
        {unread.length > 0 && !toldBelow && (
          <span className="chip wraps" data-tone="late" data-testid="close-unread">
            <IconAlertTriangle size={16} /> {t('closing.totals.unread', counted(unread.length))}
          </span>
        )}
        {before > 0 && (
          <span className="chip wraps">
            <IconHistory size={16} /> {t('closing.totals.before', counted(before))}
          </span>
        )}
        {without > 0 && content === undefined && (
          <span className="chip wraps">
            <IconDoorExit size={16} />{' '}
            {without === 1 && only
              ? t('closing.totals.withoutNamed', { name: isolated(only.label) })
              : t('closing.totals.without', counted(without))}
          </span>
        )}
        {leftForNext > 0 && (
          <span className="chip wraps" data-testid="close-left-for-next">
            <IconDoorExit size={16} /> {t('closing.totals.leftForNext', counted(leftForNext))}
          </span>
        )}
      </div>
    </section>
  );
}
