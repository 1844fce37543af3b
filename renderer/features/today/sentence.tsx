/** The one sentence that the page begins with: how the day stands, and what comes first. The figures are in the tiles. */
import { useTranslation } from 'react-i18next';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useBranchName } from '../../components/close-texts.tsx';
import { useCounted } from '../../components/counted.ts';
import { formatAmounts, formatDurationAfter, formatList, formatTime } from '../../i18n/format.ts';
import { missedWindow, nextCutOff, openBranches, outstandingToClose, standsBetween } from './selectors.ts';
import type { Today } from './store.ts';
import { isolated } from '../../i18n/isolated.ts';

/** Where some branches are closed, those still open are named, unless they are more than this. */
const MOST_NAMED = 3;

/** What the branches to close still hold: said with what comes first, where something is outstanding. */
function Outstanding({ today }: { today: Today }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const amounts = outstandingToClose(today);
  if (amounts.length === 0 || standsBetween(today).length === 0) return null;
  return t('today.sentence.outstanding', {
    ...counted(openBranches(today).length),
    amount: formatAmounts(amounts, locale),
  });
}

export function Sentence({ today }: { today: Today }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  const branchName = useBranchName();
  const closesAtMs = missedWindow(today, nowMs);
  const misses = closesAtMs === null ? null : formatDurationAfter(closesAtMs - nowMs, locale);
  const words = () => {
    const cutOff = nextCutOff(today);
    if (cutOff === null) return t('today.sentence.noTerminals');
    const duration = formatDurationAfter(cutOff.nextCutOffAtMs - nowMs, locale);
    if (today.branches.some(({ clockBehind }) => clockBehind)) return t('today.sentence.clockBehind');
    const open = openBranches(today);
    if (open.length === 0) return t('today.sentence.allClosed', { duration });
    const standing = standsBetween(today);
    const overdue = standing.find(({ what }) => what === 'earlierDays')?.count ?? 0;
    const first = standing.find(({ what }) => what !== 'earlierDays');
    if (first === undefined && overdue > 0) return t('today.sentence.overdueOnly', counted(overdue));
    if (first !== undefined) {
      const next = t(`today.stands.${first.what}`, counted(first.count));
      if (overdue > 0) return t('today.sentence.overdue', { ...counted(overdue), next });
      const isNamed = open.length < today.branches.length && open.length <= MOST_NAMED;
      return t(isNamed ? 'today.sentence.beforeNamed' : 'today.sentence.before', {
        next,
        branches: formatList(
          open.map((branch) => isolated(branchName(branch))),
          locale,
        ),
      });
    }
    if (today.outstandingCount === 0 && today.newestReadAtMs !== null)
      return t('today.sentence.nothing', {
        time: formatTime(today.newestReadAtMs, nowMs, locale),
        duration,
      });
    return t('today.sentence.ready', { duration });
  };
  return (
    <p className="today-sentence" role="status">
      {words()} <Outstanding today={today} />{' '}
      {misses !== null && t('today.sentence.window', { duration: misses })}
    </p>
  );
}
