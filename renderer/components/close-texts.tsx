/** Names of a close in words, for the pages of closing and for who approves it. */
import { useTranslation } from 'react-i18next';
import { NO_BRANCH } from '#shared/domain/closing.ts';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { Money } from '#shared/money/money.ts';
import { formatZNumber } from '../i18n/format.ts';
import { MoneyList, MoneyText } from './money-text.tsx';

/** Two branches can be without a name: one with an id only, and that of terminals that belong to none. */
export function useBranchName(): (branch: { branchKey: string; branchName: string | null }) => string {
  const { t } = useTranslation();
  return ({ branchKey, branchName }) =>
    branchName ?? (branchKey === NO_BRANCH ? t('closing.noBranch') : branchKey);
}

/** "Z 000123", as on paper and in file names. */
export const ZName = ({ number }: { number: number }) => <bdi dir="ltr">Z {formatZNumber(number)}</bdi>;

/** Counted − expected: always with its sign, and "no difference" in a word. */
export function DifferenceText({ value, ...rest }: { value: Money; strong?: boolean; size?: 20 | 28 }) {
  const { t } = useTranslation();
  if (value.minor === 0n) return <span className="muted">{t('closing.noDifference')}</span>;
  const over = value.minor > 0n;
  return (
    <span className="chip" data-tone="late" title={t(over ? 'closing.over' : 'closing.short')}>
      <MoneyText value={value} {...rest} signed />
    </span>
  );
}

type Compared = Pick<ClosingHistoryRow, 'difference' | 'linesDiffering'>;
/** The amounts by which the count of a day differs; none where it agrees, or where nothing is known. */
export const differenceOfDay = ({ difference, linesDiffering }: Compared): Money[] =>
  linesDiffering === 0 ? [] : (difference ?? []);

/** In a list of days: the amounts, or that there are none. */
export function DayDifference({ day }: { day: Compared }) {
  const { t } = useTranslation();
  if (day.linesDiffering === 0) return <span className="muted">{t('closing.noDifference')}</span>;
  return (
    <span className="late-text">
      <MoneyList values={differenceOfDay(day)} signed />
    </span>
  );
}
