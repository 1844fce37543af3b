/** Amounts: one way to show them everywhere. Isolated left-to-right, tabular, the currency quieter than the number. */
import { currencyScale } from '#shared/money/currencies.ts';
import { givesBack, type MovementKind } from '#shared/domain/operation.ts';
import { negated, toDecimal, type Money } from '#shared/money/money.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { useLocale } from '../app-store.ts';
import { directionOf } from '../i18n/index.ts';
import { currencyLabel, formatDecimal } from '../i18n/format.ts';
import { AlignedDecimal, zeroOf } from './aligned-decimal.tsx';

/** `signed`: a difference, with + or − before it. */
type MoneyProps = { value: Money; strong?: boolean; size?: 16 | 20 | 28; signed?: boolean };

const signOf = ({ minor }: Money) => (minor > 0n ? '+' : minor < 0n ? '−' : '');

export function MoneyText({ value, strong = false, size, signed = false }: MoneyProps) {
  const locale = useLocale();
  const decimal = formatDecimal(toDecimal(value), locale);
  const number = (
    <span dir="ltr" className="money-number" data-zero={zeroOf(locale)}>
      <AlignedDecimal
        text={signed ? signOf(value) + decimal.replace('-', '') : decimal.replace('-', '−')}
        locale={locale}
      />
    </span>
  );
  const code = <span className="money-code">{currencyLabel(value.currency, locale.language)}</span>;
  return (
    <bdi
      dir={directionOf(locale.language)}
      data-scale={currencyScale(value.currency)}
      className={`money${strong ? ' money-strong' : ''}${size === undefined ? '' : ` size-${size}`}`}
    >
      {locale.language === 'ar' ? (
        <>
          {number} {code}
        </>
      ) : (
        <>
          {code} {number}
        </>
      )}
    </bdi>
  );
}

/** Shows one amount for each currency: currencies are never added. */
export function MoneyList({
  values,
  size,
  ...rest
}: { values: readonly Money[] } & Omit<MoneyProps, 'value'>) {
  if (values.length === 0) return <span className="muted">—</span>;
  return (
    <span className="money-list">
      {values.map((value) => (
        <MoneyText key={value.currency} value={value} {...rest} {...(size !== undefined && { size })} />
      ))}
    </span>
  );
}

/** `movement`: what these totals were moved by. */
export const TotalsText = ({
  totals,
  movement,
  ...rest
}: {
  totals: Total[];
  movement?: MovementKind;
  strong?: boolean;
  size?: 16 | 20 | 28;
}) => {
  const isBack = movement !== undefined && givesBack(movement);
  const values = totals.map(({ amount }) => (isBack ? negated(amount) : amount));
  return <MoneyList values={values} {...rest} />;
};
