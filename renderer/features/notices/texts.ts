/** A notice in words, and where it leads. */
import { useTranslation } from 'react-i18next';
import type { Notice } from '#shared/contract/notices.ts';
import { NO_BRANCH } from '#shared/domain/closing.ts';
import { useCounted } from '../../components/counted.ts';
import { useLocale } from '../../app-store.ts';
import { formatDate, formatDuration, formatDurationAfter } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';

type NoticeWords = { title: string; body: string; link: string };

/** Names stand among words of the other direction. */
const askedIn = ({ requestedBy, pcName }: { requestedBy: string; pcName: string }, age: string) => ({
  name: isolated(requestedBy),
  pc: isolated(pcName),
  age,
});

export function useNoticeWords(): (notice: Notice, nowMs: number) => NoticeWords {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const nameOf = ({ branchKey, branchName }: { branchKey: string; branchName: string | null }) =>
    branchName ?? (branchKey === NO_BRANCH ? t('closing.noBranch') : branchKey);
  return (notice, nowMs) => {
    switch (notice.kind) {
      case 'cut-off-near': {
        return {
          title: t('notices.cutOff.title', { time: formatDurationAfter(notice.cutOffAtMs - nowMs, locale) }),
          body: t('notices.cutOff.body', {
            ...counted(notice.outstanding),
            branch: nameOf(notice),
          }),
          link: '/terminals',
        };
      }
      case 'day-not-closed': {
        const date = formatDate(notice.businessDate, 'day', locale);
        const late = t('notices.notClosed.body', { ...counted(notice.daysLate), branch: nameOf(notice) });
        return {
          title: t('notices.notClosed.title', { date }),
          // A close that was begun may have a provisional Z already.
          body: notice.closingId === null ? `${late} ${t('notices.notClosed.noZ')}` : late,
          link: notice.closingId === null ? '/close/branches' : `/close/day/${notice.closingId}`,
        };
      }
      case 'words-not-known': {
        const { words, transactions, changed } = notice;
        return {
          title: t('notices.words.title', counted(words)),
          body: t(changed ? 'notices.words.changed' : 'notices.words.body', counted(transactions)),
          link: '/settings/words',
        };
      }
      case 'hold-ending': {
        const { holds, key, endsAtMs } = notice;
        return {
          title: t('notices.hold.title', counted(holds)),
          body: t('notices.hold.body', { time: formatDurationAfter(endsAtMs - nowMs, locale) }),
          link: holds === 1 ? `/payments/${encodeURIComponent(key)}` : '/payments',
        };
      }
      case 'deliveries-failing':
        return {
          title: t('notices.deliveries.title', counted(notice.deliveries)),
          body: t('notices.deliveries.body'),
          link: '/integration/deliveries/only/deliveryState=failed',
        };
      case 'approval-asked':
        return {
          title: t('notices.approval.title', counted(notice.requests)),
          body: t('notices.approval.body', askedIn(notice, formatDuration(nowMs - notice.sinceMs, locale))),
          link: '/operations',
        };
      case 'result-not-known':
        return {
          title: t('notices.notKnown.title', { what: t(`operations.kind.${notice.movement}`) }),
          body: t(notice.level === 'urgent' ? 'notices.notKnown.person' : 'notices.notKnown.body', {
            age: formatDurationAfter(nowMs - notice.sinceMs, locale),
          }),
          link: `/operations/${notice.opId}`,
        };
    }
  };
}
