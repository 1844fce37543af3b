/** The window that closes next, always in view: how long it is open, and what will miss it. */
import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClockHour4, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { NextWindow } from '#shared/contract/settlement.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { TotalsText } from '../../components/money-text.tsx';
import { formatAge, formatDurationAfter, formatTime } from '../../i18n/format.ts';

/** From then on what would miss the window is late; before, it only waits. */
const SOON_MS = 2 * 3_600_000;

function Misses({ next }: { next: NextWindow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  const { outstandingCount, outstanding, oldestReadAtMs, closesAtMs } = next;
  const soon = closesAtMs - nowMs < SOON_MS;
  const age =
    oldestReadAtMs === null
      ? t('settlement.next.neverRead')
      : t('settlement.next.asOf', { age: formatAge(oldestReadAtMs, nowMs, locale) });
  if (outstandingCount === 0)
    return (
      <span className="chip" data-tone={oldestReadAtMs === null ? 'late' : 'good'}>
        {oldestReadAtMs === null ? <IconAlertTriangle size={16} /> : <IconCircleCheck size={16} />}
        {oldestReadAtMs !== null && t('settlement.next.nothingMisses')} <span className="muted">{age}</span>
      </span>
    );
  return (
    <Anchor
      component={Link}
      href="/terminals"
      className="next-window-misses"
      data-tone={soon ? 'late' : undefined}
    >
      {soon ? <IconAlertTriangle size={16} aria-hidden /> : <IconHourglass size={16} aria-hidden />}
      <span>
        {t('settlement.next.misses', counted(outstandingCount))} <TotalsText totals={outstanding} strong />
      </span>
      <span className="muted">{age}</span>
      <strong>{t('settlement.next.acknowledge')}</strong>
    </Anchor>
  );
}

export function NextWindowStrip({ next, onOpen }: { next: NextWindow; onOpen: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const left = next.closesAtMs - nowMs;
  return (
    <section className="next-window" aria-label={t('settlement.next.label')}>
      <button type="button" className="next-window-open" onClick={onOpen}>
        <IconClockHour4 size={18} aria-hidden />
        <strong>{t('settlement.next.label')}</strong>
        <span>
          {left > 0
            ? t('settlement.next.closesIn', {
                duration: formatDurationAfter(left, locale),
                time: formatTime(next.closesAtMs, nowMs, locale),
              })
            : t('settlement.next.closed')}
        </span>
      </button>
      <Misses next={next} />
    </section>
  );
}
