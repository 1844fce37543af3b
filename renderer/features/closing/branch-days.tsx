/** The days of one branch that can be closed, with the suggested day preselected, and the settings of the branch. */
import { Alert, Button, Radio } from '@mantine/core';
import { IconArrowNarrowRight, IconClockExclamation, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ClosingBranch } from '#shared/contract/closing-day.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { formatDate, formatTimeIn } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { BranchSettingsDialog } from './branch-settings-dialog.tsx';
import { sumOfDay, type BranchSum } from './branch-sums.ts';
import { useClosing } from './store.ts';
import { useBranchName, ZName } from './texts.tsx';

type Day = ClosingBranch['openDays'][number];

/** Open days oldest first, and today also if nothing of it waits yet: a day without sales closes, too. */
function daysOf({ openDays, businessDate }: ClosingBranch): Day[] {
  if (openDays.some((day) => day.businessDate === businessDate)) return openDays;
  return [...openDays, { businessDate, daysLate: 0, why: 'rows', closingId: null, count: 0 }];
}

type DayProps = {
  day: Day;
  /** When it ends; null for a day that is over. */
  ends: string | null;
  /** What the day comes to, where that is known. */
  net: Total[];
  /** The card of the branch has the count of its only day with transactions. */
  told: boolean;
};

function DayChoice({ day, ends, net, told }: DayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const words = [
    ends === null ? null : t('closing.branches.today'),
    day.daysLate > 0 ? t('closing.branches.daysLate', counted(day.daysLate)) : null,
    day.why === 'rows'
      ? day.count === 0
        ? t('closing.branches.noSales')
        : told
          ? null
          : t('terminals.footer.transactions', counted(day.count))
      : t(`closing.branches.why.${day.why}`),
    ends === null ? null : t('closing.totals.until', { time: ends }),
  ];
  return (
    <Radio
      value={day.businessDate}
      label={
        <>
          <strong className="size-16">{formatDate(day.businessDate, 'day', locale)}</strong>
          {net.length > 0 && (
            <>
              {' · '}
              <TotalsText totals={net} strong />
            </>
          )}
        </>
      }
      description={
        <span className="chip" data-tone={day.daysLate > 0 ? 'late' : undefined}>
          {day.daysLate > 0 && <IconClockExclamation size={14} />}
          {words.filter((word) => word !== null).join(' · ')}
        </span>
      }
    />
  );
}

type BranchProps = { branch: ClosingBranch };

function BranchHead({ branch }: BranchProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const branchName = useBranchName();
  const maySet = useMay('settings.app');
  const [settings, setSettings] = useState(false);
  return (
    <>
      <header className="branch-head">
        <div>
          <h2>{branchName(branch)}</h2>
          <p className="muted">
            {t('closing.branches.terminals', counted(branch.terminalCount))} ·{' '}
            {t('closing.branches.lastClose')}: <LastClose branch={branch} />
          </p>
        </div>
        <span className="push">
          <GuardedButton
            guard={maySet}
            variant="default"
            leftSection={<IconSettings size={16} />}
            onClick={() => setSettings(true)}
          >
            {t('closing.menu.settings')}
          </GuardedButton>
        </span>
      </header>
      {settings && <BranchSettingsDialog branchKey={branch.branchKey} onClose={() => setSettings(false)} />}
    </>
  );
}

/** The day that was closed last, with its Z, and by whom. */
function LastClose({ branch: { lastClosed, settings } }: BranchProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!lastClosed) return <>{t('closing.branches.never')}</>;
  const { businessDate, number, closed } = lastClosed;
  return (
    <>
      {formatDate(businessDate, 'short', locale)} · <ZName number={number} /> ·{' '}
      {t('closing.branches.closedBy')} <bdi>{closed.by}</bdi> ·{' '}
      <bdi>{formatTimeIn(settings.timeZone, closed.atMs, businessDate, locale)}</bdi>
    </>
  );
}

function BegunText({ branch, begun }: BranchProps & { begun: NonNullable<ClosingBranch['begun']> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <p>
      {t('closing.branches.begunText', {
        date: formatDate(begun.businessDate, 'day', locale),
        by: begun.by,
        time: formatTimeIn(branch.settings.timeZone, begun.atMs, branch.businessDate, locale),
      })}
    </p>
  );
}

/** `told`: the sum of the branch stands in its card above. */
type DaysProps = BranchProps & { sum: BranchSum | undefined; told?: boolean };

function ClockBehind() {
  const { t } = useTranslation();
  return (
    <Alert
      color="red"
      icon={<IconClockExclamation size={20} />}
      title={t('closing.branches.clockTitle')}
      role="alert"
    >
      {t('closing.branches.clockText')}
    </Alert>
  );
}

export function BranchDays({ branch, sum, told = false }: DaysProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [, navigate] = useLocation();
  const { begin, busy } = useClosing();
  const [date, setDate] = useState(branch.suggestedDate);
  const mayBegin = useMay('close.count');
  const days = daysOf(branch);
  const { begun } = branch;
  const isTold = told && Boolean(sum) && days.filter(({ count }) => count > 0).length === 1;
  const ends = formatTimeIn(branch.settings.timeZone, branch.nextCutOffAtMs, branch.businessDate, locale);
  const chosen = days.find((day) => day.businessDate === date) ?? days[0];
  const goesOn = chosen?.closingId && chosen.why !== 'reopened' ? chosen.closingId : null;
  const go = async () => {
    if (goesOn) return navigate(`/close/day/${goesOn}`);
    const closingId = await begin(branch.branchKey, date);
    if (closingId !== null) navigate(`/close/day/${closingId}`);
  };
  return (
    <section className="close-frame">
      <BranchHead branch={branch} />
      {branch.clockBehind && <ClockBehind />}
      {begun ? (
        <BegunText branch={branch} begun={begun} />
      ) : (
        <Radio.Group label={t('closing.branches.which')} value={date} onChange={setDate}>
          <div className="close-days">
            {days.map((day) => (
              <DayChoice
                key={day.businessDate}
                day={day}
                ends={day.businessDate === branch.businessDate ? ends : null}
                net={isTold ? [] : (sumOfDay(day, days, sum)?.sums?.net ?? [])}
                told={isTold}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      <footer className="close-actions">
        {begun ? (
          <Button
            rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
            onClick={() => navigate(`/close/day/${begun.closingId}`)}
          >
            {t('closing.branches.goOn')}
          </Button>
        ) : (
          <GuardedButton
            guard={goesOn ? { allowed: true } : mayBegin}
            loading={busy === 'closing.begin'}
            disabled={branch.clockBehind}
            rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
            onClick={() => void go()}
          >
            {chosen?.why === 'provisional'
              ? t('closing.branches.finish', { date: formatDate(date, 'day', locale) })
              : t('closing.branches.begin', { date: formatDate(date, 'day', locale) })}
          </GuardedButton>
        )}
        {!begun && !goesOn && <NotAllowed may={mayBegin} />}
      </footer>
    </section>
  );
}
