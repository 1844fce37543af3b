/** The columns of what was imported. */
import { IconAlertTriangle, IconCheck, IconRestore } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ImportView } from '#shared/contract/import-file.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { accountEnd } from '../../components/account-end.ts';
import type { GridColumn } from '../../components/grid-columns.ts';
import { MoneyList } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatCount, formatDates, formatDateTime, type Locale } from '../../i18n/format.ts';
import { OutcomeCell } from './outcome.tsx';

/** A source without a name is called by its account number. The last digits are enough to recognise it. */
const shortName = (t: TFunction, name: string): string =>
  /^[A-Z]{0,4}\d[\dA-Z]+$/.test(name) ? t('import.accountNamed', { end: accountEnd(name) }) : name;

export function StatusChip({ status, t }: { status: ImportView['status']; t: TFunction }) {
  const label = t(`import.status.${status}`);
  switch (status) {
    case 'whole':
      return <StateChip tone="good" icon={<IconCheck size={16} />} label={label} />;
    case 'lines-missing':
      return <StateChip tone="bad" icon={<IconAlertTriangle size={16} />} label={label} />;
    case 'withdrawn':
      return <StateChip tone="neutral" icon={<IconRestore size={16} />} label={label} />;
  }
}

const netsOf = ({ totals }: ImportView): Money[] => totals.map(({ net }) => net);

/** `allWhole`: none of them is withdrawn or lacks a line. `kind`: what all of them are; null if they are of both kinds. */
type ColumnsOf = { allWhole: boolean; kind: ImportView['kind'] | null };

export function listColumns(
  t: TFunction,
  locale: Locale,
  { allWhole, kind }: ColumnsOf,
): GridColumn<ImportView>[] {
  const words = (
    id: string,
    header: string,
    width: number,
    value: (row: ImportView) => string,
    flex?: number,
  ): GridColumn<ImportView> => ({
    id,
    header,
    width,
    ...(flex !== undefined && { flex }),
    render: (row) => <bdi className="cell-text">{value(row)}</bdi>,
    text: value,
  });
  return [
    {
      id: 'source',
      header: t('import.fact.source'),
      width: 180,
      pinned: true,
      render: ({ source }) => (
        <strong className="row-name">
          <bdi title={source.name}>{shortName(t, source.name)}</bdi>
        </strong>
      ),
      text: ({ source }) => source.name,
    },
    {
      ...words('kind', t('import.fact.kind'), 110, (row) => t(`import.kind.${row.kind}`)),
      hidden: kind !== null,
    },
    words('days', t('import.fact.days'), 150, ({ span }) =>
      span === null ? '—' : formatDates(span.from, span.to, locale, 'plain'),
    ),
    {
      id: 'lines',
      header: t('import.fact.lines'),
      width: 76,
      align: 'end',
      render: ({ lines }) => formatCount(lines, locale),
      text: ({ lines }) => String(lines),
    },
    {
      id: 'leftOut',
      header: t('import.fact.leftOut'),
      width: 90,
      align: 'end',
      render: ({ leftOut }) =>
        leftOut === 0 ? (
          '—'
        ) : (
          <span className="chip" data-tone="late">
            <IconAlertTriangle size={14} aria-hidden />
            {formatCount(leftOut, locale)}
          </span>
        ),
      text: ({ leftOut }) => String(leftOut),
    },
    {
      id: 'net',
      header: t('import.total.net'),
      width: 146,
      align: 'end',
      early: true,
      amounts: netsOf,
      render: (row) => <MoneyList values={netsOf(row)} strong />,
      text: (row) =>
        netsOf(row)
          .map((amount) => `${amount.currency} ${toDecimal(amount)}`)
          .join('; '),
    },
    {
      id: 'outcome',
      header: t('import.fact.compared'),
      width: 160,
      flex: 1,
      render: ({ importId, status }) => status === 'whole' && <OutcomeCell importId={importId} />,
      text: () => '',
    },
    {
      id: 'status',
      // That all of them count is what is expected.
      hidden: allWhole,
      header: t('import.column.state'),
      width: 120,
      render: ({ status }) => <StatusChip status={status} t={t} />,
      text: ({ status }) => t(`import.status.${status}`),
    },
    {
      id: 'at',
      header: t('import.fact.at'),
      width: 120,
      render: ({ by, atMs }) => (
        <span>
          <bdi>{by}</bdi> · <TimeText atMs={atMs} />
        </span>
      ),
      text: ({ by, atMs }) => `${by} · ${formatDateTime(atMs, locale)}`,
    },
    words('file', t('import.fact.file'), 140, ({ fileName }) => fileName, 1),
  ];
}
