/** The columns of the preview: a line as it would be saved, or the cells of one that cannot be read, each bad one marked. */
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { ImportPreviewRow } from '#shared/contract/import-file.ts';
import type { LineField } from '#shared/domain/statement.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { ChoosableColumn } from '../../components/column-choice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { formatCount, formatDate, type Locale } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { columnOfField, type MappingDraft } from './mapping.ts';

type Row = ImportPreviewRow;
type Problem = Row['problems'][number];
type Line = NonNullable<Row['line']>;

export const problemText = (t: TFunction, { field, problem }: Problem): string =>
  `${t(`import.field.${field}`)}: ${t(`import.problem.${problem}.title`)}`;

/** The same as a sentence with its row, for places that do not stand beside it. */
export const problemSaid = (
  t: TFunction,
  { field, problem, text }: Problem,
  row: number,
  locale: Locale,
): string =>
  t(`import.problem.${problem}.said`, {
    row: formatCount(row, locale),
    field: t(`import.field.${field}`),
    text: isolated(text),
  });

/** Why a line is not saved, in words; empty for one that is. */
const whyNot = (t: TFunction, row: Row): string => {
  if (row.state === 'skipped') return row.reason === null ? '' : t(`import.skip.${row.reason}`);
  return row.problems.map((problem) => problemText(t, problem)).join('; ');
};

function State({ row, t }: { row: Row; t: TFunction }) {
  switch (row.state) {
    case 'good':
      return <StateChip tone="good" icon={<IconCheck size={16} />} label={t('import.state.good')} />;
    case 'bad':
      return <StateChip tone="bad" icon={<IconAlertTriangle size={16} />} label={whyNot(t, row)} />;
    case 'skipped':
      return <StateChip tone="neutral" icon={<IconMinus size={16} />} label={whyNot(t, row)} />;
  }
}

/** A cell that cannot be read, as the file has it. */
export function BadCell({ problem, t }: { problem: Problem; t: TFunction }) {
  return (
    <span className="import-bad-cell" title={t(`import.problem.${problem.problem}.title`)}>
      <IconAlertTriangle size={14} aria-hidden />
      {problem.text === '' ? <i>{t('import.bad.emptyCell')}</i> : <bdi>{problem.text}</bdi>}
    </span>
  );
}

/** Cells of these fields stand in one column of the grid. */
const AMOUNT_FIELDS: readonly LineField[] = ['amount', 'debit', 'credit', 'mark', 'currency'];

type FieldFacts = {
  id: string;
  fields: readonly LineField[];
  header: string;
  width: number;
  flex?: number;
  align?: 'end';
  optional?: boolean;
  amounts?: (row: Row) => readonly Money[];
};

function fieldColumn(
  t: TFunction,
  draft: MappingDraft | null,
  { fields, ...facts }: FieldFacts,
  show: (line: Line) => ReactNode,
  text: (line: Line) => string,
): ChoosableColumn<Row> {
  const rawOf = ({ cells }: Row): string => {
    const columns = draft === null ? [] : fields.map((field) => columnOfField(draft, field));
    return [...new Set(columns)]
      .map((column) => (column === null ? '' : (cells[column] ?? '')))
      .filter((cell) => cell !== '')
      .join(' · ');
  };
  const badOf = ({ problems }: Row) => problems.find(({ field }) => fields.includes(field));
  return {
    ...facts,
    render: (row) => {
      if (row.line) return show(row.line);
      const bad = badOf(row);
      return bad ? <BadCell problem={bad} t={t} /> : <bdi className="muted">{rawOf(row)}</bdi>;
    },
    text: (row) => (row.line ? text(row.line) : (badOf(row)?.text ?? rawOf(row))),
  };
}

/** Of lines that cannot be read the head, too, says the currency that all others have. */
const amountColumn = (t: TFunction, draft: MappingDraft | null, currency: string | null) =>
  fieldColumn(
    t,
    draft,
    {
      id: 'amount',
      fields: AMOUNT_FIELDS,
      header: t('import.field.amount'),
      width: 140,
      align: 'end',
      amounts: ({ line }) => (line ? [line.amount] : currency === null ? [] : [{ minor: 0n, currency }]),
    },
    (line) => <MoneyText value={line.amount} signed />,
    (line) => toDecimal(line.amount),
  );

export function previewColumns(
  t: TFunction,
  locale: Locale,
  draft: MappingDraft | null,
  /** Of all lines that will be saved; null if they have several, or none. */
  currency: string | null,
): ChoosableColumn<Row>[] {
  const plain = (
    field: 'reference' | 'orderId' | 'description' | 'counterparty' | 'account',
    width: number,
    rest: Partial<FieldFacts> = {},
  ) =>
    fieldColumn(
      t,
      draft,
      { id: field, fields: [field], header: t(`import.field.${field}`), width, ...rest },
      (line) =>
        field === 'description' || field === 'counterparty' ? (
          <bdi>{line[field]}</bdi>
        ) : (
          line[field] !== '' && <IdText value={line[field]} />
        ),
      (line) => line[field],
    );
  const date = (field: 'bookedOn' | 'valueOn', rest: Partial<FieldFacts> = {}) =>
    fieldColumn(
      t,
      draft,
      { id: field, fields: [field], header: t(`import.field.${field}`), width: 158, ...rest },
      (line) => {
        const value = line[field];
        return value === null ? '—' : formatDate(value, 'dated', locale);
      },
      (line) => line[field] ?? '',
    );
  return [
    {
      id: 'row',
      header: t('import.sample.row'),
      width: 72,
      pinned: true,
      render: (row) => <span className="opens">{formatCount(row.row, locale)}</span>,
      text: (row) => String(row.row),
    },
    {
      id: 'state',
      header: t('import.column.state'),
      width: 210,
      render: (row) => <State row={row} t={t} />,
      text: (row) => (row.state === 'good' ? t('import.state.good') : whyNot(t, row)),
    },
    date('bookedOn'),
    amountColumn(t, draft, currency),
    plain('reference', 120, { flex: 1 }),
    plain('orderId', 130, { flex: 1 }),
    plain('description', 200, { flex: 2 }),
    plain('counterparty', 150, { optional: true }),
    plain('account', 150, { optional: true }),
    date('valueOn', { optional: true }),
  ];
}
