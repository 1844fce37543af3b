/** The first rows of a table as the file has them, each column under what it is; the row of names marked. */
import { Button, Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatCount } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { fieldsOfColumn, type InspectedTable, type MappingDraft } from './mapping.ts';
import {
  isAmountColumn,
  isDayColumn,
  isNoAmount,
  isNoDay,
  isNoLine,
  notAmounts,
  rowsBelowNames,
} from './samples.ts';
import { useImport } from './store.ts';

type CellProps = { text: string; isAmount: boolean; isDay: boolean };

function Cell({ text, isAmount, isDay }: CellProps) {
  const { t } = useTranslation();
  return (
    <Table.Td className={isAmount ? 'number-cell' : undefined} title={text}>
      {isAmount && isNoAmount(text) && (
        <IconAlertTriangle size={14} aria-label={t('import.sample.noAmount')} />
      )}
      <bdi>{text}</bdi>
      {isDay && isNoDay(text) && <span className="muted"> · {t('import.sample.noLine')}</span>}
    </Table.Td>
  );
}

type SampleProps = { table: InspectedTable; draft: MappingDraft | null; most: number; busy?: boolean };

export function SampleTable({ table, draft, most, busy = false }: SampleProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { columns, firstRows, reading } = table;
  const header = reading.headerRow ?? 0;
  // Rows above the names are shown where the row of names is chosen; where columns are, only what is read.
  const rows = (draft ? rowsBelowNames(table) : firstRows).slice(0, most);
  const places = columns.map(({ column }) => column);
  const isAmount = (column: number) => draft !== null && isAmountColumn(draft, column);
  const ofDay = (column: number) => draft !== null && isDayColumn(draft, column);
  return (
    // A wide file is moved sideways by keys, too.
    <div
      className="import-sample"
      data-busy={busy || undefined}
      tabIndex={0}
      role="region"
      aria-label={t('import.sample.label')}
    >
      <Table className="close-table" aria-label={t('import.sample.label')}>
        {draft && (
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="import-sample-names">
                <span className="visually-hidden">{t('import.sample.row')}</span>
                <span aria-hidden>{t('import.sample.inFile')}</span>
                <div aria-hidden>{t('import.sample.inCloseout')}</div>
              </Table.Th>
              {columns.map(({ column, header: name }) => {
                const fields = fieldsOfColumn(draft, column);
                return (
                  <Table.Th
                    key={column}
                    className={isAmount(column) ? 'number-cell' : undefined}
                    data-used={fields.length > 0 || undefined}
                  >
                    <bdi>
                      {name === '' ? t('import.columnNo', { number: formatCount(column + 1, locale) }) : name}
                    </bdi>
                    <div>
                      {fields.length === 0
                        ? t('import.sample.unused')
                        : fields.map((field) => t(`import.field.${field}`)).join(' · ')}
                    </div>
                  </Table.Th>
                );
              })}
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>
          {rows.map(({ row, cells }) => (
            <Table.Tr
              key={row}
              data-header={(!draft && row === header) || undefined}
              data-no-line={(draft !== null && isNoLine(table, draft, cells)) || undefined}
            >
              <Table.Td className="muted">{formatCount(row, locale)}</Table.Td>
              {places.map((place) => (
                <Cell key={place} text={cells[place] ?? ''} isAmount={isAmount(place)} isDay={ofDay(place)} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Above the table: a cell that is only marked in it is easily overlooked. */
export function NotAmounts({ table, draft }: { table: InspectedTable; draft: MappingDraft }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { open, working } = useImport();
  const found = notAmounts(table, draft);
  const [first] = found;
  if (!first) return null;
  return (
    <div className="inline-row" data-testid="import-not-amounts">
      <p className="chip flush" data-tone="bad" role="status">
        <IconAlertTriangle size={16} aria-hidden />
        {t('import.sample.unreadable', {
          ...counted(found.length),
          row: formatCount(first.row, locale),
          text: isolated(first.text),
        })}
      </p>
      <Button size="compact-sm" variant="default" disabled={working !== null} onClick={() => open('file')}>
        {t('import.bad.chooseAgain')}
      </Button>
    </div>
  );
}
