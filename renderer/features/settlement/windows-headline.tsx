/** The answer of the windows: how much of what the bank paid is not explained, and what waits for its deposit. */
import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { absolute, negated, sumByCurrency, type Money } from '#shared/money/money.ts';
import { useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyList } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { localDate } from '../../i18n/format.ts';
import { isOverdue } from './overdue.ts';

const standsAs = (windows: readonly ListedWindow[], ...states: ListedWindow['bridge']['state'][]) =>
  windows.filter(({ bridge }) => states.includes(bridge.state));

export const unexplainedOf = (windows: readonly ListedWindow[]) =>
  standsAs(windows, 'unexplained', 'missing');

/** If nothing is known to be unexplained: everything is explained only if the rows of every paid window are here. */
function NothingUnexplained({ windows }: { windows: readonly ListedWindow[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const unread = standsAs(windows, 'not-downloaded').length;
  if (unread > 0)
    return (
      <span className="inline-row">
        <IconDownload size={20} aria-hidden />
        {t('settlement.headline.notDownloaded', counted(unread))}
      </span>
    );
  const withoutAmounts = standsAs(windows, 'no-amounts').length;
  if (withoutAmounts > 0)
    return (
      <span className="inline-row">
        <IconAlertTriangle size={20} aria-hidden />
        {t('settlement.headline.noAmounts', counted(withoutAmounts))}
      </span>
    );
  if (standsAs(windows, 'explained').length === 0) return <span>{t('settlement.headline.nothingPaid')}</span>;
  return (
    <span className="inline-row">
      <IconCircleCheck size={20} aria-hidden className="good-icon" />
      {t('settlement.headline.explained')}
    </span>
  );
}

/** What the bank paid too little and too much, apart: one would hide the other. A deposit that is missing is too little. */
function Unexplained({ windows }: { windows: readonly ListedWindow[] }) {
  const { t } = useTranslation();
  const amounts = windows.flatMap(({ bridge, net }) =>
    bridge.state === 'missing' ? (net ? [negated(net)] : []) : (bridge.unexplained ?? []),
  );
  const parts = [
    ['tooLittle', amounts.filter(({ minor }) => minor < 0n)],
    ['tooMuch', amounts.filter(({ minor }) => minor > 0n)],
  ] as const satisfies readonly (readonly [string, Money[]])[];
  const there = parts.filter(([, some]) => some.length > 0);
  const last = there.length - 1;
  return there.map(([name, some], at) => (
    <span key={name}>
      {at > 0 && ` ${t('settlement.headline.and')} `}
      <MoneyList values={sumByCurrency(some).map(absolute)} strong /> {t(`settlement.headline.${name}`)}
      {at === last && '.'}
    </span>
  ));
}

export function WindowsHeadline({ windows }: { windows: readonly ListedWindow[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const odd = unexplainedOf(windows);
  const today = localDate(useNowMs());
  const overdue = windows.filter((window) => isOverdue(window, today)).length;
  return (
    <>
      {odd.length > 0 ? (
        <span className="inline-row">
          <IconAlertTriangle size={20} aria-hidden />
          <span>
            {t('settlement.headline.unexplained', counted(odd.length))} <Unexplained windows={odd} />
          </span>
        </span>
      ) : (
        <NothingUnexplained windows={windows} />
      )}
      {overdue > 0 && (
        <StateChip
          tone="late"
          icon={<IconClockExclamation size={16} />}
          label={t('settlement.headline.overdue', counted(overdue))}
        />
      )}
    </>
  );
}

/** What waits for a statement or its deposit, beside the picture: it is no trouble yet. */
export function WindowsWaiting({ windows }: { windows: readonly ListedWindow[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const today = localDate(useNowMs());
  // The headline has those that are overdue, whatever they lack.
  const inTime = windows.filter((window) => !isOverdue(window, today));
  const unstated = standsAs(inTime, 'no-statement').length;
  const waiting = standsAs(inTime, 'no-deposit').length;
  return (
    <>
      {waiting > 0 && (
        <span>
          {t(
            `settlement.headline.${inTime.length < windows.length ? 'othersWait' : 'waiting'}`,
            counted(waiting),
          )}
        </span>
      )}
      {unstated > 0 && (
        <span>
          {t('settlement.headline.needStatement', counted(unstated))}{' '}
          <Anchor component={Link} href="/reconcile/import" inherit underline="always">
            {t('bridge.deposit.importStatement')}
          </Anchor>
        </span>
      )}
    </>
  );
}
