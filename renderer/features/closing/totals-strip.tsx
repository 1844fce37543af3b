/** Business day and totals of a close, always in view: what its Z counts, what was counted, what differs. */
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { SumFacts } from '../../components/sums.tsx';
import { formatAge, formatDate, formatTimeIn } from '../../i18n/format.ts';
import { differenceOf } from './selectors.ts';

/** A sum is as old as the oldest of its parts. */
function Age({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const reads = closing.terminals
    .filter(({ state }) => state !== 'left-out')
    .map(({ lastReadAtMs }) => lastReadAtMs);
  const never = reads.length === 0 || reads.includes(null);
  const oldest = Math.min(...reads.flatMap((atMs) => atMs ?? []));
  const text = never ? t('closing.totals.neverRead') : formatAge(oldest, nowMs, locale);
  return (
    <Fact label={t('closing.totals.age')}>
      <span className="chip" data-tone={never ? 'late' : undefined}>
        {closing.frozenAtMs === null
          ? text
          : t('closing.totals.fixed', {
              time: formatTimeIn(closing.timeZone, closing.frozenAtMs, closing.businessDate, locale),
            })}
      </span>
    </Fact>
  );
}

function Sums({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const { sums } = closing;
  if (sums === null) {
    return (
      <Fact label={t('closing.totals.expected')}>
        <span className="chip">
          <IconEyeOff size={16} /> {t('closing.totals.blind')}
        </span>
      </Fact>
    );
  }
  if (sums.net.length === 0)
    return <Fact label={t('closing.totals.expected')}>{t('closing.totals.none')}</Fact>;
  return <SumFacts sums={sums} />;
}

export function TotalsStrip({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const differences = differenceOf(closing.lines);
  const counted = useCounted();
  const { businessDate, timeZone, endsAtMs, unread } = closing;
  return (
    <section className="close-totals" aria-label={t('closing.totals.label')} data-testid="close-totals">
      <Fact label={t('closing.totals.day', { time: formatTimeIn(timeZone, endsAtMs, businessDate, locale) })}>
        <strong className="size-20">{formatDate(businessDate, 'day', locale)}</strong>
      </Fact>
      <Sums closing={closing} />
      {unread.length > 0 && (
        <span className="chip wraps" data-tone="bad" data-testid="close-unread">
          <IconAlertTriangle size={16} /> {t('closing.totals.unread', counted(unread.length))}
        </span>
      )}
      {differences.length > 0 && (
        <Fact label={t('closing.column.difference')}>
          {differences.every(({ minor }) => minor === 0n) ? (
            <strong className="size-20">{t('closing.noDifference')}</strong>
          ) : (
            <MoneyList values={differences} strong size={20} signed />
          )}
        </Fact>
      )}
      <Age closing={closing} />
    </section>
  );
}
