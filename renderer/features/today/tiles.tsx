/**
 * Four figures, each a link to the list behind it. Terminals to read and late days stand with their branches. Waiting is
 * neutral; only what is late is amber.
 */
import {
  IconChevronRight,
  IconClock,
  IconClockExclamation,
  IconHourglass,
  IconListCheck,
  IconQuestionMark,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { waitsTooLong } from '#shared/domain/waiting.ts';
import { useLocale, useNowMs, useSettings } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { TotalsText } from '../../components/money-text.tsx';
import { useTerminalName } from '../../components/terminal-names.tsx';
import { formatAge, formatCount, formatDuration } from '../../i18n/format.ts';
import { holdingUp, nextCutOff, openBranches, outstandingUnknown, standsBetween } from './selectors.ts';
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
  const notRead = today.terminalsNotReadToday.length;
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
              ...(notRead > 0
                ? [t('today.tile.withoutReads', counted(notRead))]
                : before > 0 && before < today.outstandingCount
                  ? [t('today.tile.before', counted(before))]
                  : []),
            ].join(' · ')
      }
    />
  );
}

/** A transaction that is younger needs nobody at its terminal. */
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

function OldestTile({ today }: TodayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const nameOf = useTerminalName();
  const { oldestTerminalId, oldestFirstSeenAtMs: atMs } = today;
  const late = waitsTooLong(atMs, nowMs);
  const isOld = atMs !== null && nowMs - atMs >= HOUR_MS;
  const where = oldestTerminalId === null ? null : nameOf(oldestTerminalId);
  return (
    <Tile
      name="oldest"
      href={oldestTerminalId === null ? '/terminals' : `/terminals/${encodeURIComponent(oldestTerminalId)}`}
      icon={late ? <IconClockExclamation size={16} /> : <IconClock size={16} />}
      label={t('today.tile.oldest')}
      figure={
        atMs === null
          ? '—'
          : nowMs - atMs < MINUTE_MS
            ? t('today.tile.justNow')
            : formatAge(atMs, nowMs, locale)
      }
      note={late ? t('today.tile.oldestLate') : (where ?? (isOld && t('today.tile.oldestNote')))}
      tone={late ? 'late' : undefined}
    />
  );
}

function CutOffTile({ today }: TodayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  const { cutOffWarningMinutes } = useSettings();
  const cutOff = nextCutOff(today);
  const sharing = openBranches(today).filter((one) => one.nextCutOffAtMs === cutOff?.nextCutOffAtMs);
  const whose =
    sharing.length > 1
      ? t('today.tile.cutOffOf', counted(sharing.length))
      : (cutOff?.branchName ?? t('closing.noBranch'));
  const soon =
    cutOff !== null &&
    openBranches(today).length > 0 &&
    standsBetween(today).length > 0 &&
    cutOff.nextCutOffAtMs - nowMs < cutOffWarningMinutes * 60_000;
  return (
    <Tile
      name="cut-off"
      href="/close"
      icon={<IconHourglass size={16} />}
      label={t('today.tile.cutOff')}
      figure={cutOff === null ? '—' : formatDuration(cutOff.nextCutOffAtMs - nowMs, locale)}
      note={soon ? t('today.tile.cutOffSoon') : whose}
      tone={soon ? 'late' : undefined}
    />
  );
}

function NotKnownTile({ today }: TodayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { operationsNotKnown } = today;
  return (
    <Tile
      name="not-known"
      href="/operations"
      icon={<IconQuestionMark size={16} />}
      label={t('today.tile.notKnown')}
      figure={formatCount(operationsNotKnown, locale)}
      note={
        operationsNotKnown > 0
          ? t('today.tile.notKnownNote', counted(operationsNotKnown))
          : t('today.tile.notKnownNone')
      }
      tone={operationsNotKnown > 0 ? 'unknown' : undefined}
    />
  );
}

export const Tiles = (props: TodayProps) => (
  <div className="tiles">
    <OutstandingTile {...props} />
    <OldestTile {...props} />
    <CutOffTile {...props} />
    <NotKnownTile {...props} />
  </div>
);
