/** What has no close here: where it can still be closed, and that earlier days than the first close have none. */
import { Anchor, Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLocale } from '../../app-store.ts';
import { formatDate } from '../../i18n/format.ts';
import { hasChangedSince, useReconciliation } from './store.ts';

const SETTINGS = { href: '/settings', state: { part: 'reconciliation' } } as const;

export function StartDateLink() {
  const { t } = useTranslation();
  return (
    <Anchor component={Link} {...SETTINGS} inherit>
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

/** Which the first close is, and the way to another start date. `date`: the first close. */
function ChangeStart({ date }: { date: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const variant = useVariant();
  return (
    <>
      {t('reconciliation.firstClose', { date: formatDate(date, 'short', locale) })}{' '}
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
      {firstClose !== null && <ChangeStart date={firstClose} />}
      <Button
        component={Link}
        href="/close/branches"
        {...ACT}
        variant={firstClose === null ? variant : 'default'}
      >
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

/** The same as the main act on one exception. `date`: the day it is of, if that is known. */
export function MissingInClosesAct({ date }: { date: string | null }) {
  const { t } = useTranslation();
  const firstClose = useFirstClose();
  const isEarlier = firstClose !== null && date !== null && date < firstClose;
  return (
    <Button component={Link} {...(isEarlier ? SETTINGS : { href: '/close/history' })} fullWidth>
      {t(isEarlier ? 'reconciliation.before.change' : 'reconciliation.closedDays')}
    </Button>
  );
}
