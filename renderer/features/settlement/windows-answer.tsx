/** The answer of the windows: how much of what the bank paid is not explained, and what waits for its deposit. */
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyList } from '../../components/money-text.tsx';

const standsAs = (windows: readonly ListedWindow[], ...states: ListedWindow['bridge']['state'][]) =>
  windows.filter(({ bridge }) => states.includes(bridge.state));

export const unexplainedOf = (windows: readonly ListedWindow[]) =>
  standsAs(windows, 'unexplained', 'missing');

export function WindowsAnswer({ windows }: { windows: readonly ListedWindow[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const odd = unexplainedOf(windows);
  const amounts = sumByCurrency(
    odd.flatMap(({ bridge, net }) => (bridge.state === 'missing' ? (net ?? []) : (bridge.unexplained ?? []))),
  );
  const waiting = standsAs(windows, 'no-deposit', 'no-statement').length;
  return (
    <>
      <span className="inline-row">
        {odd.length > 0 ? (
          <IconAlertTriangle size={20} aria-hidden />
        ) : (
          <IconCircleCheck size={20} aria-hidden className="good-icon" />
        )}
        <span>
          {odd.length > 0
            ? t('settlement.answer.unexplained', counted(odd.length))
            : t('settlement.answer.explained')}{' '}
          {odd.length > 0 && <MoneyList values={amounts} strong signed />}
        </span>
      </span>
      {waiting > 0 && <span className="muted">{t('settlement.answer.waiting', counted(waiting))}</span>}
    </>
  );
}
