/** The exceptions that a write-off, or a sheet of them, is about: both sides, what is done, and the remark. */
import { Table } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedDecision } from '#shared/contract/approvals.ts';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { sideText, typeText } from '../../components/exception-texts.tsx';
import { WhichItem } from '../../components/which-item.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import type { Asked } from './texts.ts';

/** A side without an item is a nought of the calculation. */
function Side({ items, other }: { items: readonly ReconcileItem[]; other: Money | undefined }) {
  if (items.length === 0)
    return other ? <MoneyText value={{ ...other, minor: 0n }} /> : <span className="muted">—</span>;
  return <MoneyList values={sumByCurrency(items.map(({ amount }) => amount))} />;
}

function What({ exception }: Pick<AskedDecision, 'exception'>) {
  const { t } = useTranslation();
  const { type, comparison } = exception;
  return (
    <>
      {typeText(t, type, comparison)}
      <WhichItem exception={exception} />
    </>
  );
}

const amountsOf = ({ exception: { ours, theirs, difference } }: AskedDecision) => [
  ...[ours, ...theirs].flatMap((item) => (item ? [item.amount] : [])),
  ...(difference ? [difference] : []),
];

export function AskedExceptions({ request }: { request: Asked }) {
  const { t } = useTranslation();
  const { exceptions, kind } = request;
  const [first] = exceptions;
  const { className, amountHead } = useAmountHead(exceptions.flatMap(amountsOf));
  if (!first) return null;
  const { comparison } = first.exception;
  return (
    <div
      className="asked-exceptions"
      tabIndex={0}
      role="region"
      aria-label={t('people.approvals.exceptions')}
    >
      <Table
        className={`close-table ${className}`}
        aria-label={t('people.approvals.exceptions')}
        stickyHeader
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reconciliation.exception')}</Table.Th>
            <Table.Th className="number-cell">{amountHead(sideText(t, 'ours', comparison))}</Table.Th>
            <Table.Th className="number-cell">{amountHead(sideText(t, 'theirs', comparison))}</Table.Th>
            <Table.Th className="number-cell">{amountHead(t('reconciliation.column.difference'))}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {exceptions.map(({ action, exception, remark }) => (
            <Fragment key={exception.key}>
              <Table.Tr data-explained={kind === 'write-off-sheet'}>
                <Table.Td>
                  <What exception={exception} />
                </Table.Td>
                <Table.Td className="number-cell">
                  <Side items={exception.ours ? [exception.ours] : []} other={exception.theirs[0]?.amount} />
                </Table.Td>
                <Table.Td className="number-cell">
                  <Side items={exception.theirs} other={exception.ours?.amount} />
                </Table.Td>
                <Table.Td className="number-cell">
                  {exception.difference && <MoneyText value={exception.difference} strong signed />}
                </Table.Td>
              </Table.Tr>
              {kind === 'write-off-sheet' && (
                <Table.Tr>
                  <Table.Td colSpan={4} className="explained-below">
                    {t(`reconciliation.sheet.will.${action}`)} · <bdi>{remark}</bdi>
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
