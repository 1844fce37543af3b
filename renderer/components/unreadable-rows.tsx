/** Rows that cannot be read safely: for each what is wrong, its order and amount if they can be read, and its text as it came. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnreadableRow } from '#shared/domain/pos-transaction.ts';
import { useLocale } from '../app-store.ts';
import { formatCount, formatDecimal, type Locale } from '../i18n/format.ts';
import { useCounted } from './counted.ts';
import { CopyTextButton } from './copy-text-button.tsx';
import { useTypeName } from './line-names.ts';

/** More of them make nobody wiser, and the window slow; all of them are stored. */
const MOST_SHOWN = 100;

type Named = Readonly<Record<string, unknown>>;

/** The digits of a number as they came. */
const asWritten = (_key: string, value: unknown, context: { source?: string } = {}) =>
  typeof value === 'number' ? (context.source ?? String(value)) : value;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** More decimals than the currency has stay: the row came with them. */
const DECIMAL = /^\d+(\.\d+)?$/;
const amountText = (amount: string, locale: Locale) =>
  DECIMAL.test(amount) ? formatDecimal(amount, locale) : amount;

type Words = { locale: Locale; typeName: (paymentType: string) => string };

/** What a person needs to look the row up: the money first, then order and reference, if the row has them (§4.10). */
type RowNames = { money: string; order: string | null; reference: string | null };

function namesOf(raw: string, { locale, typeName }: Words): RowNames {
  try {
    const { merchant_order_id, ref_number, amount, currency, payment_type } = JSON.parse(
      raw,
      asWritten,
    ) as Named;
    const shown = isText(amount) ? amountText(amount, locale) : amount;
    const kind = isText(payment_type) ? typeName(payment_type) : payment_type;
    return {
      money: [kind, currency, shown].filter(isText).join(' '),
      order: isText(merchant_order_id) ? merchant_order_id : null,
      reference: isText(ref_number) ? ref_number : null,
    };
  } catch {
    // The row is not JSON. Only its text can be shown.
    return { money: '', order: null, reference: null };
  }
}

/** `otherwise`: what stands for a row that says nothing of it. */
function Names({ row, otherwise }: { row: UnreadableRow; otherwise?: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const typeName = useTypeName();
  const { money, order, reference } = namesOf(row.raw, { locale, typeName });
  const ids = [
    ...(order === null ? [] : [{ name: t('terminals.column.order'), id: order }]),
    ...(reference === null ? [] : [{ name: t('terminals.column.reference'), id: reference }]),
  ];
  return (
    <span className="row-names">
      {money !== '' && (
        <strong>
          <bdi dir="ltr">{money}</bdi>
        </strong>
      )}
      {ids.map(({ name, id }, at) => (
        <Fragment key={name}>
          {(money !== '' || at > 0) && ' · '}
          {name} <bdi dir="ltr">{id}</bdi>
        </Fragment>
      ))}
      {money === '' && ids.length === 0 && otherwise}
    </span>
  );
}

/** Which rows they are, where the rest was said before. */
export function UnreadableNames({ rows }: { rows: readonly UnreadableRow[] }) {
  return rows.slice(0, MOST_SHOWN).map((row) => <Names key={row.rowId} row={row} />);
}

type RowsProps = {
  rows: readonly UnreadableRow[];
  /** Each can be copied as it came, for whoever is asked about it. */
  copyable?: boolean;
};

export function UnreadableRows({ rows, copyable = false }: RowsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const more = rows.length - MOST_SHOWN;
  return (
    <ul className="unreadable-rows" tabIndex={0} aria-label={t('terminals.unreadable.label')}>
      {rows.slice(0, MOST_SHOWN).map((row) => (
        <li key={row.rowId}>
          <Names
            row={row}
            otherwise={t('terminals.unreadable.row', { row: formatCount(row.index + 1, locale) })}
          />
          {t(`terminals.unreadable.problem.${row.problem}`, { field: row.field })}
          {copyable && (
            <span className="row-copy">
              <CopyTextButton text={row.raw} label={t('terminals.unreadable.copy')} size="compact-xs" />
            </span>
          )}
          <details>
            <summary>{t('terminals.unreadable.raw')}</summary>
            <code className="raw-row" dir="ltr">
              {row.raw}
            </code>
          </details>
        </li>
      ))}
      {more > 0 && <li>{t('terminals.unreadable.more', counted(more))}</li>}
    </ul>
  );
}
