/** The report of a sheet, row by row: what will be done, or why not. Problems come first. */
import { Table } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { useCounted } from '../../components/counted.ts';
import { nameOf, subjectOf, typeText } from '../../components/exception-texts.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { amountToWriteOff } from '../../components/write-off.ts';

type Row = OutputOf<'reconciliation.checkSheet'>['rows'][number];
/** More than anybody reads in a dialog; the rest is in the sheet itself. */
const SHOWN = 200;

function What({ row }: { row: Row }) {
  const { t } = useTranslation();
  const { exception, keyText } = row;
  const subject = exception && subjectOf(exception);
  const amount = exception && amountToWriteOff(exception);
  if (!exception) return <IdText value={keyText === '' ? null : keyText} />;
  return (
    <>
      {typeText(t, exception.type, exception.comparison)} {subject && <IdText value={nameOf(subject)} />}{' '}
      {amount && <MoneyText value={amount} />}
    </>
  );
}

function Result({ row }: { row: Row }) {
  const { t } = useTranslation();
  if (row.problem !== null)
    return (
      <StateChip
        tone="late"
        icon={<IconAlertTriangle size={16} />}
        label={t(`reconciliation.sheet.problem.${row.problem}`)}
      />
    );
  return (
    <StateChip
      tone="good"
      icon={<IconCircleCheck size={16} />}
      label={t(`reconciliation.sheet.will.${row.action ?? 'resolve'}`)}
    />
  );
}

export function SheetRows({ rows }: { rows: Row[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (rows.length === 0) return <p className="muted">{t('reconciliation.sheet.noRows')}</p>;
  const first = [...rows].sort(
    (a, b) => Number(a.problem === null) - Number(b.problem === null) || a.row - b.row,
  );
  return (
    <div
      className="reconcile-sheet-rows"
      tabIndex={0}
      role="region"
      aria-label={t('reconciliation.sheet.report')}
    >
      <Table className="close-table" aria-label={t('reconciliation.sheet.report')} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="number-cell">{t('reconciliation.sheet.row')}</Table.Th>
            <Table.Th>{t('reconciliation.exception')}</Table.Th>
            <Table.Th>{t('reconciliation.column.remark')}</Table.Th>
            <Table.Th>{t('reconciliation.sheet.result')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.slice(0, SHOWN).map((row) => (
            <Table.Tr key={row.row} data-problem={row.problem ?? undefined}>
              <Table.Td className="number-cell">{counted(row.row).number}</Table.Td>
              <Table.Td>
                <What row={row} />
              </Table.Td>
              <Table.Td>
                <bdi>{row.remark === '' ? '—' : row.remark}</bdi>
              </Table.Td>
              <Table.Td>
                <Result row={row} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > SHOWN && (
        <p className="muted">{t('reconciliation.sheet.moreRows', counted(rows.length - SHOWN))}</p>
      )}
    </div>
  );
}
