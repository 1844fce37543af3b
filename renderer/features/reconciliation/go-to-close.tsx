/** What has no close here: where it can still be closed, and that earlier days than the first close have none. */
import { Anchor, Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { Comparison, ExceptionType } from '#shared/domain/reconciliation.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { typeText } from '../../components/exception-texts.tsx';
import { formatDate } from '../../i18n/format.ts';
import { hasChangedSince, useReconciliation } from './store.ts';
import { isolated } from '../../i18n/isolated.ts';

const SETTINGS = { href: '/settings', state: { part: 'reconciliation' } } as const;

export function StartDateLink() {
  const { t } = useTranslation();
  return (
    <Anchor component={Link} {...SETTINGS} inherit underline="always" className="no-wrap">
      {t('reconciliation.before.change')}
    </Anchor>
  );
}

/** The first close, where the start date is set to a day before it: of the days between the two nothing can be matched. */
const useFirstClose = (): string | null =>
  useReconciliation(({ settings }) => {
    const first = settings?.firstClosedOn ?? null;
    const from = settings?.settings.from ?? null;
    return first !== null && from !== null && from < first ? first : null;
  });

/** The act of the page, unless it has to be compared again first. */
const useVariant = () => (useReconciliation(hasChangedSince) ? 'default' : 'filled');

const ACT = { size: 'compact-sm' } as const;

/** Which the first close is. `says`: what can be done about it. */
function FirstClose({ date, says }: { date: string; says: 'leaveOut' | 'leaveOutAll' | 'orClose' }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return t(`reconciliation.firstClose.${says}`, { date: formatDate(date, 'short', locale) });
}

/** `leads`: nothing else ends all that is listed. */
function ChangeStart({ leads = false }: { leads?: boolean }) {
  const { t } = useTranslation();
  const variant = useVariant();
  return (
    <Button component={Link} {...SETTINGS} {...ACT} variant={leads ? variant : 'default'}>
      {t('reconciliation.before.change')}
    </Button>
  );
}

/** Names the way to the days of a branch that are to be closed; null: of any branch. */
export const closeLabel = (t: TFunction, branch: string | null): string =>
  branch === null
    ? t('reconciliation.waitsFor.open.close')
    : t('reconciliation.waitsFor.open.branch', { branch: isolated(branch) });

/** The cause that several have in common, in words, with what would end it at the end of its row. */
function CauseRow({ text, acts }: { text: ReactNode; acts: ReactNode }) {
  return (
    <div className="type-cause">
      <p>{text}</p>
      {acts && <span className="cause-acts">{acts}</span>}
    </div>
  );
}

/** What waits for a close is ended by closing. `oldest`: the close that the oldest of it waits for. */
export function WaitsForClose({ oldest }: { oldest: { branch: string; date: string } | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const variant = useVariant();
  const firstClose = useFirstClose();
  return (
    <CauseRow
      text={
        <>
          <strong>{t('reconciliation.expectedReason.day-open')}.</strong>{' '}
          {t('reconciliation.expectedWhy.day-open')}{' '}
          {oldest !== null &&
            t('reconciliation.waitsFor.oldest', {
              branch: isolated(oldest.branch),
              date: formatDate(oldest.date, 'short', locale),
            })}{' '}
          {firstClose !== null && <FirstClose date={firstClose} says="orClose" />}
        </>
      }
      acts={
        <>
          {firstClose !== null && <ChangeStart />}
          <Button component={Link} href="/close/branches" {...ACT} variant={variant}>
            {closeLabel(t, oldest?.branch ?? null)}
          </Button>
        </>
      }
    />
  );
}

/** Settled, and no close has it, nor will one: the start date is before the first close, or a close lacks it. */
function MissingInCloses({ isBefore }: { isBefore: boolean }) {
  const { t } = useTranslation();
  const variant = useVariant();
  if (isBefore) return <ChangeStart leads />;
  return (
    <Button component={Link} href="/close/history" {...ACT} variant={variant}>
      {t('reconciliation.closedDays')}
    </Button>
  );
}

/** `count`: how many exceptions are open, all of this type. Null if the count and the type are shown beside it already. */
type CauseProps = { type: ExceptionType; comparison: Comparison; count: number | null };

/** If all exceptions that are listed have one cause: the cause, and what would end it. */
export function Cause({ type, comparison, count }: CauseProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const firstClose = useFirstClose();
  const isInNoClose = type === 'missing-in-ours' && comparison === 'sales';
  return (
    <CauseRow
      text={
        <>
          {count !== null && (
            <strong>
              {t('reconciliation.groups.allOf', {
                ...counted(count),
                type: typeText(t, type, comparison),
              })}{' '}
            </strong>
          )}
          {isInNoClose && firstClose !== null ? (
            <FirstClose date={firstClose} says="leaveOutAll" />
          ) : (
            t(`reconciliation.why.${type}`, { context: comparison })
          )}
        </>
      }
      acts={isInNoClose && <MissingInCloses isBefore={firstClose !== null} />}
    />
  );
}

type Dated = Pick<ReconcileException, 'type' | 'comparison' | 'date'>;

/** True for what was settled and is in no close because its day is earlier than the first one. */
export function useIsBeforeCloses({ type, comparison, date }: Dated): boolean {
  const firstClose = useFirstClose();
  if (type !== 'missing-in-ours' || comparison !== 'sales') return false;
  return firstClose !== null && date !== null && date < firstClose;
}

/** What would end it, and every other sale from before that day with it. The act stands below. */
export function EarlierThanCloses() {
  const firstClose = useFirstClose();
  return firstClose !== null && <FirstClose date={firstClose} says="leaveOut" />;
}

/** The way to the start date: a later one leaves this exception out, and every other sale from before it. */
export function StartDateAct() {
  const { t } = useTranslation();
  return (
    <Button component={Link} {...SETTINGS}>
      {t('reconciliation.before.change')}
    </Button>
  );
}

/** Of one exception: the closes of which one may lack it. */
export function ClosedDaysAct() {
  const { t } = useTranslation();
  return (
    <Button component={Link} href="/close/history">
      {t('reconciliation.closedDays')}
    </Button>
  );
}
