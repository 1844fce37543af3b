/**
 * What neither the sentence nor the branches below it say, each a link to the list behind it. Waiting is neutral; only what is
 * late is amber.
 */
import {
  IconChevronRight,
  IconClock,
  IconClockExclamation,
  IconListCheck,
  IconQuestionMark,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { TotalsText } from '../../components/money-text.tsx';
import { formatAge, formatCount } from '../../i18n/format.ts';
import { holdingUp, outstandingUnknown, waitsTooLong } from './selectors.ts';
import type { Today } from './store.ts';

type TileProps = {
  name: string;
  href: string;
  icon: ReactNode;
  label: string;
  figure: ReactNode;
  note: ReactNode;
  tone?: 'late' | 'unknown' | undefined;
};

const Tile = ({ name, href, icon, label, figure, note, tone }: TileProps) => (
  <Link href={href} className="tile" data-tone={tone} data-tile={name}>
    <span className="tile-label">
      {icon} {label}
      <IconChevronRight size={16} className="mirror tile-arrow" aria-hidden />
    </span>
    <span className="tile-figure">{figure}</span>
    <span className="tile-note">{note}</span>
  </Link>
);

type TodayProps = { today: Today };

function OutstandingTile({ today }: TodayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const before = holdingUp(today);
  return (
    <Tile
      name="outstanding"
      href="/terminals"
      icon={<IconListCheck size={16} />}
      label={t('today.tile.outstanding')}
      figure={
        outstandingUnknown(today) ? (
          '—'
        ) : today.outstandingCount === 0 ? (
          formatCount(0, locale)
        ) : (
          <TotalsText totals={today.outstanding} strong />
        )
      }
      note={
        today.terminalsNeverRead > 0
          ? t('terminals.footer.neverRead', counted(today.terminalsNeverRead))
          : [
              t('terminals.footer.transactions', counted(today.outstandingCount)),
              ...(before > 0 && before < today.outstandingCount
                ? [t('today.tile.before', counted(before))]
                : []),
            ].join(' · ')
      }
    />
  );
}

function OldestTile({ today }: TodayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const { oldestTerminalId } = today;
  const late = waitsTooLong(today, nowMs);
  return (
    <Tile
      name="oldest"
      href={oldestTerminalId === null ? '/terminals' : `/terminals/${encodeURIComponent(oldestTerminalId)}`}
      icon={late ? <IconClockExclamation size={16} /> : <IconClock size={16} />}
      label={t('today.tile.oldest')}
      figure={today.oldestFirstSeenAtMs === null ? '—' : formatAge(today.oldestFirstSeenAtMs, nowMs, locale)}
      note={late ? t('today.tile.oldestLate') : t('today.tile.oldestNote')}
      tone={late ? 'late' : undefined}
    />
  );
}

function NotKnownTile({ today }: TodayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { operationsNotKnown } = today;
  return (
    <Tile
      name="not-known"
      href="/operations"
      icon={<IconQuestionMark size={16} />}
      label={t('today.tile.notKnown')}
      figure={formatCount(operationsNotKnown, locale)}
      note={operationsNotKnown > 0 ? t('today.tile.notKnownNote') : t('today.tile.notKnownNone')}
      tone={operationsNotKnown > 0 ? 'unknown' : undefined}
    />
  );
}

export const Tiles = (props: TodayProps) => (
  <div className="tiles">
    <OutstandingTile {...props} />
    <OldestTile {...props} />
    <NotKnownTile {...props} />
  </div>
);
