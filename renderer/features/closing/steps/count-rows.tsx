/** The rows of a count: a line with its fields, what may explain its difference, and the sums of all terminals. */
import { Button, Table, TextInput } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { kindOfLine, lineKey, shownOfLine } from '#shared/domain/closing.ts';
import { isReturn } from '#shared/domain/kinds/index.ts';
import { addMoney, negated, sumByCurrency, type Money } from '#shared/money/money.ts';
import { typedCount } from '#shared/money/typed-money.ts';
import { useLocale } from '../../../app-store.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { currencyLabel, formatCount, formatMoney } from '../../../i18n/format.ts';
import { useMay } from '../../../people-store.ts';
import { groupOf, slipsKey, type ShownLine, type SumLine } from '../count-lines.ts';
import { Hints } from '../hints.tsx';
import { differenceTyped, readTyped } from '../selectors.ts';
import { useClosing } from '../store.ts';
import { DifferenceText } from '../texts.tsx';

type CountRowProps = {
  shown: ShownLine;
  name: string;
  blind: boolean;
  withSlips: boolean;
  /** Set on a line of which the expected amount is known and nothing has been typed yet. */
  onAgree: (() => void) | null;
  onLeave: () => void;
};

function AmountField({ shown, onLeave }: Pick<CountRowProps, 'shown' | 'onLeave'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const type = useClosing((state) => state.type);
  const mayCount = useMay('close.count').allowed;
  const { line, text } = shown;
  const read = readTyped(text, line);
  const isBack = isReturn(kindOfLine(line));
  const example = formatMoney({ minor: 123450n, currency: line.currency }, { ...locale, digits: 'latin' });
  return (
    <TextInput
      id={`count-${lineKey(line)}`}
      className="count-input"
      data-group={groupOf(shown)}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      maxLength={60}
      // Money that goes back is typed without a sign. The minus stands before the field.
      leftSection={isBack ? '−' : undefined}
      readOnly={!mayCount}
      value={text}
      error={read === 'not-understood' && t('closing.count.notUnderstood', { example })}
      onChange={(event) => type(lineKey(line), event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}

function SlipsField({ shown, name, onLeave }: Pick<CountRowProps, 'shown' | 'name' | 'onLeave'>) {
  const { t } = useTranslation();
  const type = useClosing((state) => state.type);
  const mayCount = useMay('close.count').allowed;
  const { line, slips } = shown;
  if (slips === null) return null;
  return (
    <TextInput
      id={`count-${slipsKey(line)}`}
      className="count-input"
      data-group={groupOf(shown)}
      aria-label={`${t('closing.column.slips')}, ${name}`}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      readOnly={!mayCount}
      value={slips}
      error={slips.trim() !== '' && typedCount(slips) === null && t('closing.count.slipsNotUnderstood')}
      onChange={(event) => type(slipsKey(line), event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}

function Result({ shown, name, onAgree }: Pick<CountRowProps, 'shown' | 'name' | 'onAgree'>) {
  const { t } = useTranslation();
  const { line, text } = shown;
  if (onAgree)
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconEqual size={14} />}
        aria-label={t('closing.count.agreesLabel', { name })}
        onClick={onAgree}
      >
        {t('closing.count.agrees')}
      </Button>
    );
  const difference = text === line.typed ? line.difference : differenceTyped(text, line);
  return difference ? <DifferenceText value={shownOfLine(line, difference)} /> : '—';
}

export function CountRow({ shown, name, blind, withSlips, onAgree, onLeave }: CountRowProps) {
  const locale = useLocale();
  const { line, text } = shown;
  const columns = (blind ? 2 : 5) + (withSlips ? 1 : 0);
  return (
    <>
      <Table.Tr className="count-row" data-line={lineKey(line)}>
        <Table.Td>
          <label htmlFor={`count-${lineKey(line)}`}>
            {name} <span className="money-code">{currencyLabel(line.currency, locale.language)}</span>
          </label>
        </Table.Td>
        {!blind && (
          <>
            <Table.Td className="number-cell">
              {line.count === null ? '—' : formatCount(line.count, locale)}
            </Table.Td>
            <Table.Td className="number-cell">
              {line.expected ? <MoneyText value={shownOfLine(line, line.expected)} /> : '—'}
            </Table.Td>
          </>
        )}
        <Table.Td>
          <AmountField shown={shown} onLeave={onLeave} />
        </Table.Td>
        {withSlips && (
          <Table.Td>
            <SlipsField shown={shown} name={name} onLeave={onLeave} />
          </Table.Td>
        )}
        {!blind && (
          <Table.Td className="number-cell">
            <Result shown={shown} name={name} onAgree={onAgree} />
          </Table.Td>
        )}
      </Table.Tr>
      {line.hints.length > 0 && text === line.typed && (
        <Table.Tr>
          <Table.Td colSpan={columns} className="hints-cell">
            <Hints line={line} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** What goes back has a minus. */
const shownOf = ({ side }: SumLine, amount: Money | null) =>
  amount && shownOfLine({ paymentType: null, side }, amount);

/** A currency that has both sides: its sales less its returns, as the Z calls them. */
export function NetRow({ sums, blind, withSlips }: { sums: SumLine[]; blind: boolean; withSlips: boolean }) {
  const { t } = useTranslation();
  const sumOf = (of: 'expected' | 'counted' | 'soFar') => {
    const amounts = sums.flatMap((sum) => shownOf(sum, sum[of]) ?? []);
    const isWhole = of === 'soFar' || amounts.length === sums.length;
    return isWhole ? (sumByCurrency(amounts)[0] ?? null) : null;
  };
  const [expected, counted] = [sumOf('expected'), sumOf('counted')];
  return (
    <SumCells
      name={t('terminals.sum.net')}
      currency={sums[0]?.currency ?? ''}
      {...{ expected, counted, soFar: sumOf('soFar'), blind, withSlips }}
    />
  );
}

type SumRowProps = {
  sum: SumLine;
  blind: boolean;
  withSlips: boolean;
};

/** The branch: the sum of its terminals, as it is typed. */
export function SumRow({ sum, blind, withSlips }: SumRowProps) {
  const { t } = useTranslation();
  return (
    <SumCells
      name={`${t('closing.count.allTerminals')} · ${t(`closing.side.${sum.side}`)}`}
      currency={sum.currency}
      expected={shownOf(sum, sum.expected)}
      counted={shownOf(sum, sum.counted)}
      soFar={shownOf(sum, sum.soFar)}
      {...{ blind, withSlips }}
    />
  );
}

type SumCellsProps = {
  name: string;
  currency: string;
  expected: Money | null;
  counted: Money | null;
  soFar: Money | null;
  blind: boolean;
  withSlips: boolean;
};

/** What is typed so far is quiet, and compared with nothing until every terminal is in it. */
function SumCells(props: SumCellsProps) {
  const { name, currency, expected, counted, soFar, blind, withSlips } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const difference = expected && counted && addMoney(counted, negated(expected));
  return (
    <Table.Tr className="count-sum">
      <Table.Td colSpan={blind ? 1 : 2}>
        {name} <span className="money-code">{currencyLabel(currency, locale.language)}</span>
      </Table.Td>
      {!blind && (
        <Table.Td className="number-cell">{expected ? <MoneyText value={expected} strong /> : '—'}</Table.Td>
      )}
      <Table.Td className="number-cell count-typed">
        {counted ? (
          <MoneyText value={counted} strong />
        ) : soFar ? (
          <span className="muted no-wrap">
            {t('closing.count.soFar')} <MoneyText value={soFar} />
          </span>
        ) : (
          '—'
        )}
      </Table.Td>
      {withSlips && <Table.Td />}
      {!blind && (
        <Table.Td className="number-cell">
          {difference ? <DifferenceText value={difference} strong /> : '—'}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
