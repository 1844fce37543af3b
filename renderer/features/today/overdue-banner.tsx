/**
 * On every page but the two that act on it, as long as a day before today is not closed; sharper from the second day on.
 */
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatDate } from '../../i18n/format.ts';
import { chooseBranchToClose } from '../closing/index.tsx';
import { useToday } from './store.ts';

export function OverdueBanner() {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const [path] = useLocation();
  const profileId = useActiveProfile()?.id ?? null;
  const { today, load } = useToday();
  useEffect(() => {
    if (profileId !== null) void load();
  }, [profileId, load]);
  const overdue = today?.overdue ?? [];
  const [first, second, ...others] = [...overdue].sort((a, b) => b.daysLate - a.daysLate);
  if (!first || path.startsWith('/close') || path === '/today' || profileId === null) return null;
  const urgent = first.daysLate >= 2;
  const facts = {
    date: formatDate(first.businessDate, 'day', locale),
    branch: first.branchName ?? t('closing.noBranch'),
    ...counted(first.daysLate),
  };
  return (
    <div className="banner" data-tone={urgent ? 'bad' : 'late'} role="alert" data-testid="overdue">
      {urgent ? <IconAlertTriangle size={18} /> : <IconClockExclamation size={18} />}
      <span>
        <strong>{urgent ? t('today.overdue.urgent', facts) : t('today.overdue.yesterday', facts)}</strong>{' '}
        {second &&
          (others.length === 0
            ? t('today.overdue.also', {
                date: formatDate(second.businessDate, 'short', locale),
                branch: second.branchName ?? t('closing.noBranch'),
              })
            : t('today.overdue.more', counted(overdue.length - 1)))}
      </span>
      <Link
        href={
          first.closingId === null || first.why === 'reopened'
            ? '/close/branches'
            : `/close/day/${first.closingId}`
        }
        className="banner-link"
        onClick={() => chooseBranchToClose(first.branchKey)}
      >
        {first.why === 'provisional' ? t('today.overdue.finish') : t('today.overdue.close')}
      </Link>
    </div>
  );
}
