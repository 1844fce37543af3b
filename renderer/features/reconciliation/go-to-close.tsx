/** What has no close here: where it can still be closed, and that earlier days than the first close have none. */
import { Anchor, Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { useLocale } from '../../app-store.ts';
import { formatDate } from '../../i18n/format.ts';
import { hasChangedSince, useReconciliation } from './store.ts';

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

const ACT = { size: 'compact-sm', className: 'cause-act' } as const;

function FirstClose({ date }: { date: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return t('reconciliation.firstClose', { date: formatDate(date, 'short', locale) });
}

/** Which the first close is, and the way to another start date. `date`: the first close. */
function ChangeStart({ date }: { date: string }) {
  const { t } = useTranslation();
  const variant = useVariant();
  return (
    <>
      <FirstClose date={date} />{' '}
      <Button component={Link} {...SETTINGS} {...ACT} variant={variant}>
        {t('reconciliation.before.change')}
      </Button>
    </>
  );
}

/** Names the way to the days of a branch that are to be closed; null: of any branch. */
export const closeLabel = (t: TFunction, branch: string | null): string =>
  branch === null
    ? t('reconciliation.waitsFor.open.close')
    : t('reconciliation.waitsFor.open.branch', { branch: `\u2068${branch}\u2069` });

/** What waits for a close is ended by closing. `branch`: the one that the oldest of it waits for. */
export function GoToClose({ branch }: { branch: string | null }) {
  const { t } = useTranslation();
  const variant = useVariant();
  const firstClose = useFirstClose();
  return (
    <>
      {firstClose !== null && (
        <>
          <FirstClose date={firstClose} /> <StartDateLink />
        </>
      )}{' '}
      <Button component={Link} href="/close/branches" {...ACT} variant={variant}>
        {closeLabel(t, branch)}
      </Button>
    </>
  );
}

/** Settled, and no close has it, nor will one: the start date is before the first close, or a close lacks it. */
export function MissingInCloses() {
  const { t } = useTranslation();
  const variant = useVariant();
  const firstClose = useFirstClose();
  if (firstClose !== null) return <ChangeStart date={firstClose} />;
  return (
    <Button component={Link} href="/close/history" {...ACT} variant={variant}>
      {t('reconciliation.closedDays')}
    </Button>
  );
}

type Dated = Pick<ReconcileException, 'type' | 'comparison' | 'date'>;

/** True for what was settled and is in no close because its day is earlier than the first one. */
export function useIsBeforeCloses({ type, comparison, date }: Dated): boolean {
  const firstClose = useFirstClose();
  if (type !== 'missing-in-ours' || comparison !== 'sales') return false;
  return firstClose !== null && date !== null && date < firstClose;
}

/** Another start date would take out every item before it, so it is no act on one exception. */
export function EarlierThanCloses() {
  const firstClose = useFirstClose();
  if (firstClose === null) return null;
  return (
    <>
      <FirstClose date={firstClose} /> <StartDateLink />
    </>
  );
}

/** The closes of which one may lack it: the main act on one exception. */
export function ClosedDaysAct() {
  const { t } = useTranslation();
  return (
    <Button component={Link} href="/close/history" fullWidth>
      {t('reconciliation.closedDays')}
    </Button>
  );
}
