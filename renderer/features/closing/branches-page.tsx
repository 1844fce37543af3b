/** Close day, before a close is open: which branch, which day. */
import { Button, Skeleton } from '@mantine/core';
import {
  IconBuildingStore,
  IconCircleCheck,
  IconClockExclamation,
  IconEyeOff,
  IconHistory,
} from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ClosingBranch } from '#shared/contract/closing-day.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MoneyList, TotalsText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatDate, formatDurationAfter } from '../../i18n/format.ts';
import { BranchDays } from './branch-days.tsx';
import { useBranchSums, type BranchSum } from './branch-sums.ts';
import { useClosing } from './store.ts';
import { useBranchName, ZName } from './texts.tsx';

/** `ownCutOff`: the branch’s day does not end with the others’, so its card says when it ends. */
type CardProps = { branch: ClosingBranch; sum: BranchSum | undefined; chosen: boolean; ownCutOff: boolean };

/** The money of a branch, or the reason why it is not said. */
function CardSum({ branch, sum }: Pick<CardProps, 'branch' | 'sum'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const days = branch.openDays.filter(({ count }) => count > 0);
  const [only] = days;
  const of =
    only && days.length === 1
      ? formatDate(only.businessDate, 'short', locale)
      : t('closing.branches.ofDays', counted(days.length));
  if (sum === undefined) return <span className="muted">—</span>;
  if (sum === null)
    return (
      <span className="chip">
        <IconEyeOff size={16} /> {t('closing.totals.blind')}
      </span>
    );
  if (sum.count === 0) return <span className="muted">{t('closing.branches.noSales')}</span>;
  return (
    <>
      <TotalsText totals={sum.sums?.net ?? []} strong size={20} />
      <span className="muted">
        {t('terminals.sum.net')} · {t('terminals.footer.transactions', counted(sum.count))}
        {days.length > 0 && ` · ${of}`}
      </span>
    </>
  );
}

function BranchCard({ branch, sum, chosen, ownCutOff }: CardProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  const branchName = useBranchName();
  const chooseBranch = useClosing((state) => state.chooseBranch);
  const late = branch.openDays.filter(({ daysLate }) => daysLate > 0).length;
  const closed = branch.lastClosed?.businessDate === branch.businessDate && branch.openDays.length === 0;
  return (
    <button
      type="button"
      className="branch-card"
      aria-current={chosen ? 'true' : undefined}
      data-late={late > 0 || undefined}
      onClick={() => chooseBranch(branch.branchKey)}
    >
      <span className="branch-card-name">
        <IconBuildingStore size={16} aria-hidden /> {branchName(branch)}
      </span>
      <span className="branch-card-sum">
        {closed ? (
          <span className="chip" data-tone="good">
            <IconCircleCheck size={16} /> {t('closing.branches.closedToday')} ·{' '}
            <ZName number={branch.lastClosed?.number ?? 0} />
          </span>
        ) : (
          <CardSum branch={branch} sum={sum} />
        )}
      </span>
      <span className="branch-card-block" data-tone={late > 0 ? 'late' : undefined}>
        {late > 0 && <IconClockExclamation size={14} aria-hidden />}
        {branch.begun
          ? t('closing.branches.begun')
          : late > 0
            ? `${t('closing.branches.late', counted(late))} · ${t('closing.branches.daysLate', counted(daysLateOf(branch)))}`
            : t('closing.branches.terminals', counted(branch.terminalCount))}
        {ownCutOff &&
          ` · ${t('closing.branches.cutOffIn', { duration: formatDurationAfter(branch.nextCutOffAtMs - nowMs, locale) })}`}
      </span>
    </button>
  );
}

type BranchSums = ReturnType<typeof useBranchSums>;

/** How many days late the oldest day of a branch is; 0 if none is. */
const daysLateOf = ({ openDays }: ClosingBranch): number =>
  Math.max(0, ...openDays.map(({ daysLate }) => daysLate));

/** The one that is most days late first; the rest keep their order. */
const latestFirst = (branches: readonly ClosingBranch[]): ClosingBranch[] =>
  branches.toSorted((a, b) => daysLateOf(b) - daysLateOf(a));

/** How many branches are still to close, with what money, how late the oldest is, and by when. */
function Headline({ branches, sums }: { branches: readonly ClosingBranch[]; sums: BranchSums }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  const left = branches.filter(({ openDays, begun }) => begun !== null || openDays.length > 0);
  if (left.length === 0)
    return (
      <span className="inline-row">
        <IconCircleCheck size={20} aria-hidden className="good-icon" /> {t('closing.branches.answerNone')}
      </span>
    );
  const nextMs = Math.min(...left.map(({ nextCutOffAtMs }) => nextCutOffAtMs));
  const late = Math.max(...left.map(daysLateOf));
  // A sum that is kept back from this person, or could not be told, leaves the whole untold.
  const told = left.map(({ branchKey }) => sums.get(branchKey) ?? null);
  const open = told.flatMap((one) => one?.sums?.net ?? []).map(({ amount }) => amount);
  return (
    <>
      <span>
        {t('closing.branches.answer', counted(left.length))}{' '}
        {open.length > 0 && !told.includes(null) && (
          <>
            {t('closing.branches.toClose')} <MoneyList values={sumByCurrency(open)} strong />
          </>
        )}
      </span>
      {late > 0 && (
        <StateChip
          tone="late"
          icon={<IconClockExclamation size={16} />}
          label={t('closing.branches.oldestLate', counted(late))}
        />
      )}
      <span className="muted">
        {t('closing.branches.answerCutOff', { duration: formatDurationAfter(nextMs - nowMs, locale) })}
      </span>
    </>
  );
}

function Choice({ branches, sums }: { branches: ClosingBranch[]; sums: BranchSums }) {
  const { t } = useTranslation();
  const branchKey = useClosing((state) => state.branchKey);
  const differ = new Set(branches.map(({ nextCutOffAtMs }) => nextCutOffAtMs)).size > 1;
  const chosen =
    branches.find((branch) => branch.branchKey === branchKey) ??
    branches.find(({ begun }) => begun !== null) ??
    latestFirst(branches)[0];
  if (!chosen)
    return (
      <EmptyState
        icon={<IconBuildingStore size={32} />}
        title={t('closing.branches.emptyTitle')}
        text={t('closing.branches.emptyText')}
        action={
          <Button component={Link} href="/terminals">
            {t('closing.branches.emptyAction')}
          </Button>
        }
      />
    );
  if (branches.length === 1)
    return (
      <div className="page-scroll">
        <BranchDays branch={chosen} sum={sums.get(chosen.branchKey)} />
      </div>
    );
  return (
    <div className="page-scroll branches">
      <nav aria-label={t('closing.branches.label')}>
        <ol className="branch-cards">
          {latestFirst(branches).map((branch) => (
            <li key={branch.branchKey}>
              <BranchCard
                branch={branch}
                sum={sums.get(branch.branchKey)}
                chosen={branch === chosen}
                ownCutOff={differ}
              />
            </li>
          ))}
        </ol>
      </nav>
      <div className="card close-work">
        <BranchDays key={chosen.branchKey} branch={chosen} sum={sums.get(chosen.branchKey)} told />
      </div>
    </div>
  );
}

const NONE: ClosingBranch[] = [];

/** `resume`: where exactly one close is begun, it is opened; nobody has to look for it. */
export function BranchesPage({ resume }: { resume: boolean }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { branches, error, loadBranches } = useClosing();
  const sums = useBranchSums(branches ?? NONE);
  const load = useCallback(() => void loadBranches(), [loadBranches]);
  useEffect(() => {
    void loadBranches().then(() => {
      const begun = useClosing.getState().branches?.flatMap((branch) => branch.begun ?? []) ?? [];
      if (resume && begun.length === 1 && begun[0])
        navigate(`/close/day/${begun[0].closingId}`, { replace: true });
    });
  }, [loadBranches, navigate, resume]);
  useRefreshKey(load);
  return (
    <Page
      title={t('app.nav.close')}
      headline={branches && branches.length > 0 && <Headline branches={branches} sums={sums} />}
      actions={
        <Button
          variant="default"
          leftSection={<IconHistory size={16} />}
          component={Link}
          href="/close/history"
        >
          {t('closing.menu.history')}
        </Button>
      }
    >
      {error && (
        <div className="pad">
          <ErrorNotice error={error} onRetry={load} />
        </div>
      )}
      {branches ? (
        <Choice branches={branches} sums={sums} />
      ) : (
        !error && <Skeleton height={240} m={24} radius={10} />
      )}
    </Page>
  );
}
