/** How head office stands, in words. */
import { useTranslation } from 'react-i18next';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import type { HeadOfficeFailure } from '#shared/domain/head-office.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatTime } from '../../i18n/format.ts';

/** These pass by themselves; the others need a person. */
const PASSING: readonly HeadOfficeFailure[] = ['not-reached', 'read-only', 'disk-full'];

export const isLate = (standing: HeadOfficeStanding): boolean =>
  standing.failure !== null || standing.pcs.some(({ broken }) => broken !== null);

/** "Up to date", or what waits and since when it is not reached. `isWithin`: it goes on a sentence. */
export function useStandingWords(isWithin = false): (standing: HeadOfficeStanding | null) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  const within = isWithin ? { context: 'within' } : {};
  const time = (atMs: number | null) => formatTime(atMs ?? nowMs, nowMs, locale);
  return (standing) => {
    if (!standing?.isAsked) return t('headOffice.asking', within);
    const { failure, failingSinceMs, waiting, waitingSinceMs, pcs } = standing;
    const parts: string[] = [];
    if (failure !== null) {
      const how = PASSING.includes(failure) ? 'reach' : 'refused';
      parts.push(t(`headOffice.failingSince.${how}`, { ...within, time: time(failingSinceMs) }));
    }
    for (const { name, broken } of pcs) if (broken) parts.push(t('headOffice.notFit', { name }));
    if (waiting > 0) parts.push(t('headOffice.waiting', { ...counted(waiting), time: time(waitingSinceMs) }));
    return parts.length > 0 ? parts.join(' · ') : t('headOffice.upToDate', within);
  };
}
