/** The columns of lines that were imported. */
import type { TFunction } from 'i18next';
import type { ImportKind } from '#shared/domain/statement.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { ChoosableColumn } from '../../components/column-choice.tsx';
import { formatCount, formatDate, type Locale } from '../../i18n/format.ts';
import { StandingText, standingText } from './line-standing.tsx';
import type { StoredLine } from './list-store.ts';

/** Of a statement each amount says by its sign which way it went; sales say it only where it went back. */
export function storedColumns(t: TFunction, locale: Locale, kind: ImportKind): ChoosableColumn<StoredLine>[] {
  const id = (field: 'reference' | 'orderId' | 'account', width: number) =>
    idColumn<StoredLine>(
      { id: field, header: t(`import.field.${field}`), width },
      (line) => (line[field] === '' ? null : line[field]),
      { flex: 1 },
    );
  const words = (field: 'description' | 'counterparty', width: number): ChoosableColumn<StoredLine> => ({
    id: field,
    header: t(`import.field.${field}`),
    width,
    flex: 1,
    render: (line) => <bdi>{line[field]}</bdi>,
    text: (line) => line[field],
  });
  const day = (value: string | null) => (value === null ? '—' : formatDate(value, 'dated', locale));
  return [
    {
      id: 'row',
      header: t('import.sample.row'),
      width: 84,
      pinned: true,
      render: ({ lineNo }) => <span className="opens">{formatCount(lineNo, locale)}</span>,
      text: ({ lineNo }) => String(lineNo),
    },
    {
      id: 'bookedOn',
      header: t('import.field.bookedOn'),
      width: 166,
      snug: true,
      render: ({ bookedOn }) => day(bookedOn),
      text: ({ bookedOn }) => bookedOn,
    },
    {
      id: 'valueOn',
      header: t('import.field.valueOn'),
      width: 166,
      snug: true,
      optional: true,
      render: ({ valueOn }) => day(valueOn),
      text: ({ valueOn }) => valueOn ?? '',
    },
    moneyColumn({ id: 'amount', header: t('import.field.amount'), width: 150 }, ({ amount }) => amount, {
      snug: true,
      strong: true,
      signed: kind === 'bank',
    }),
    {
      id: 'standing',
      header: t('import.standing.head'),
      width: 230,
      render: ({ standing }) => <StandingText standing={standing} kind={kind} />,
      text: ({ standing }) => standingText(t, locale, standing),
    },
    id('reference', 150),
    id('orderId', 150),
    words('description', 200),
    words('counterparty', 150),
    id('account', 170),
  ];
}
