/** The match by hand: both sides beside each other, and how far apart the picks are always in view. */
import { Button, Kbd, TextInput, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconKeyboard, IconLink } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { negated, type Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { exceptionPath } from '../../components/exception-path.ts';
import { sideText } from '../../components/exception-texts.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatDate } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { listId, MatchSide } from './match-side.tsx';
import { readUnmatched, useMatching } from './match-store.ts';
import { runningOf, settledBefore, type Running } from './running.ts';
import { useReconciliation } from './store.ts';
import { SubPage } from './sub-page.tsx';
import { UnmatchDialog } from './unmatch-dialog.tsx';

const NO_TOLERANCE: Money[] = [];

function Made() {
  const { t } = useTranslation();
  const counted = useCounted();
  const made = useMatching((state) => state.made);
  const [undoing, setUndoing] = useState(false);
  if (!made) return null;
  return (
    <div className="banner" data-tone="good" role="status">
      <IconCircleCheck size={18} />
      <span>
        {t('reconciliation.match.made', counted(made.ours.length + made.theirs.length))}{' '}
        {made.difference.minor !== 0n && <MoneyText value={made.difference} strong signed />}
      </span>
      <button type="button" className="banner-action" onClick={() => setUndoing(true)}>
        {t('reconciliation.match.undo')}
      </button>
      {undoing && <UnmatchDialog match={made} onClose={() => setUndoing(false)} />}
    </div>
  );
}

function Difference({ running, tolerance }: { running: Running; tolerance: Money[] }) {
  const { t } = useTranslation();
  const { difference, mixed, withinTolerance, needsRemark } = running;
  const allowed = tolerance.find(({ currency }) => currency === difference?.currency);
  const tone =
    difference === null ? undefined : difference.minor === 0n ? 'good' : withinTolerance ? undefined : 'late';
  return (
    <div
      className="match-difference"
      data-tone={tone}
      role="status"
      aria-label={t('reconciliation.column.difference')}
    >
      <div className="fact-label">{t('reconciliation.column.difference')}</div>
      <div className="match-difference-figure" data-testid="running-difference">
        {mixed ? (
          <span className="bad-text">{t('reconciliation.match.mixed')}</span>
        ) : difference === null ? (
          '—'
        ) : (
          <MoneyText value={difference} strong size={20} signed />
        )}
      </div>
      <div className="muted">
        {allowed ? (
          <>
            {t('reconciliation.match.tolerance')} <MoneyText value={allowed} />
          </>
        ) : (
          t(needsRemark ? 'reconciliation.match.needsRemark' : 'reconciliation.match.noTolerance')
        )}
      </div>
    </div>
  );
}

function Sum({ label, count, sums }: { label: string; count: number; sums: Money[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <div className="match-sum">
      <div className="fact-label">{label}</div>
      <div>
        <MoneyList values={sums} strong size={16} />
      </div>
      <div className="muted">{t('reconciliation.match.picked', counted(count))}</div>
    </div>
  );
}

function Bar({
  comparison,
  running,
  tolerance,
}: {
  comparison: Comparison;
  running: Running;
  tolerance: Money[];
}) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const { remark, busy, setRemark, match, clear } = useMatching();
  const { ours, theirs, difference, needsRemark } = running;
  const missesRemark = needsRemark && remark.trim() === '';
  const several = ours.count + theirs.count > 1;
  const ready = may.allowed && several && difference !== null && !missesRemark && !busy;
  const confirm = () => {
    if (ready) void match(difference);
  };
  useHotkeys([['mod+Enter', confirm]], []);
  return (
    <div className="match-bar">
      <Sum label={sideText(t, 'ours', comparison)} {...ours} />
      <Sum label={sideText(t, 'theirs', comparison)} {...theirs} />
      <Difference running={running} tolerance={tolerance} />
      <form
        className="match-confirm"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <TextInput
          className="grow"
          label={t('reconciliation.column.remark')}
          required={needsRemark}
          maxLength={500}
          placeholder={needsRemark ? t('reconciliation.match.remarkNeeded') : ''}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
        <Button variant="default" disabled={ours.count + theirs.count === 0} onClick={clear}>
          {t('reconciliation.match.clear')}
        </Button>
        <GuardedButton
          guard={may}
          type="submit"
          disabled={!ready}
          loading={busy}
          leftSection={<IconLink size={16} />}
          rightSection={
            <Kbd size="xs" dir="ltr">
              Ctrl+Enter
            </Kbd>
          }
        >
          {t('reconciliation.match.action')}
        </GuardedButton>
      </form>
      <NotAllowed may={may} />
    </div>
  );
}

const absolute = (minor: bigint) => (minor < 0n ? -minor : minor);
/** The side with less: what it lacks is looked for there. Null: nothing is missing. */
function lackingSide({ ours, theirs }: Running, { minor }: Money): 'ours' | 'theirs' | null {
  if (minor === 0n) return null;
  const sumOf = ({ sums }: Running['ours']) => absolute(sums[0]?.minor ?? 0n);
  return sumOf(ours) < sumOf(theirs) ? 'ours' : 'theirs';
}

/** Warns if the picked settlement is earlier than the picked close: money does not come before its sale. */
function SettledBefore({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const picks = useMatching((state) => state.picks);
  const early = comparison === 'sales' ? settledBefore(picks.ours, picks.theirs) : null;
  if (early === null) return null;
  return (
    <p className="match-warning chip" data-tone="late" role="status">
      <IconAlertTriangle size={16} aria-hidden />
      {t('reconciliation.match.settledBefore', {
        settled: formatDate(early.settled, 'short', locale),
        closed: formatDate(early.closed, 'short', locale),
      })}
    </p>
  );
}

/** What the keys do, for who asks. */
function Keys() {
  const { t } = useTranslation();
  const keys = t('reconciliation.match.keys');
  return (
    <Tooltip label={keys} multiline w={320} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" leftSection={<IconKeyboard size={18} />} aria-description={keys}>
        {t('reconciliation.match.keysShort')}
      </Button>
    </Tooltip>
  );
}

const focusList = (side: 'ours' | 'theirs') => document.getElementById(listId(side))?.focus();

export function MatchPage({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const { settings, load, loadSettings } = useReconciliation();
  const { picks, error, begin } = useMatching();
  useEffect(() => {
    if (useMatching.getState().comparison !== comparison) begin(comparison);
    else readUnmatched();
    void loadSettings();
  }, [comparison, begin, loadSettings]);
  const refresh = useCallback(() => {
    void load();
    readUnmatched();
  }, [load]);
  useRefreshKey(refresh);
  const tolerance = settings?.settings.tolerance ?? NO_TOLERANCE;
  const running = runningOf(picks.ours, picks.theirs, tolerance);
  const { difference } = running;
  const lacking = difference && lackingSide(running, difference);
  const back = exceptionPath(comparison);
  return (
    <SubPage title={t('reconciliation.match.title')} comparison={comparison} back={back} actions={<Keys />}>
      <Made />
      {error && <ErrorNotice error={error} />}
      <div className="match-sides">
        <MatchSide
          comparison={comparison}
          side="ours"
          near={lacking === 'ours' ? difference : null}
          onCross={() => focusList('theirs')}
        />
        <MatchSide
          comparison={comparison}
          side="theirs"
          near={lacking === 'theirs' && difference ? negated(difference) : null}
          onCross={() => focusList('ours')}
        />
      </div>
      <SettledBefore comparison={comparison} />
      <Bar comparison={comparison} running={running} tolerance={tolerance} />
    </SubPage>
  );
}
