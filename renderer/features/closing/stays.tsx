/** What a close leaves: transactions that are counted but not acknowledged, and what is in none of its sums. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ZContent } from '#shared/contract/closing-z.ts';
import { useCounted } from '../../components/counted.ts';
import { IdText } from '../../components/id-text.tsx';

/** A part that says of each terminal or operation what stays, and why. */
function Stays({
  title,
  subject,
  what,
  children,
}: {
  title: string;
  subject: string;
  what: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className="review-part">
      <h3>{title}</h3>
      <Table aria-label={title} className="close-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{subject}</Table.Th>
            <Table.Th>{what}</Table.Th>
            <Table.Th>{t('closing.column.reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}

/** In no sum of the close: terminals, and operations whose result is not known. */
export function StaysOut({ terminals, carried }: Pick<ZContent, 'terminals' | 'carried'>) {
  const { t } = useTranslation();
  const out = terminals.flatMap(({ leftOut, ...one }) =>
    leftOut ? [{ ...one, reason: leftOut.reason }] : [],
  );
  if (out.length === 0 && carried.length === 0) return null;
  return (
    <Stays
      title={t('closing.review.staysOut')}
      subject={t('closing.review.what')}
      what={t('closing.review.stays')}
    >
      {out.map(({ terminalId, label, reason }) => (
        <Table.Tr key={terminalId}>
          <Table.Td>
            <bdi>{label}</bdi>
          </Table.Td>
          <Table.Td>{t('closing.read.state.left-out')}</Table.Td>
          <Table.Td>{t(`closing.leaveReason.${reason}`)}</Table.Td>
        </Table.Tr>
      ))}
      {carried.map(({ opId, kind, note, approvedBy }) => (
        <Table.Tr key={opId}>
          <Table.Td>
            {t(`operations.kind.${kind}`)} <IdText value={opId} />
          </Table.Td>
          <Table.Td>{t('closing.review.carried', { approvedBy })}</Table.Td>
          <Table.Td>
            <bdi>{note}</bdi>
          </Table.Td>
        </Table.Tr>
      ))}
    </Stays>
  );
}

/** Counted in the sums of the close, and not acknowledged with it. */
export function LeftUnacknowledged({ terminals }: Pick<ZContent, 'terminals'>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const left = terminals.flatMap(({ leftOut, outstandingLeft, ...one }) =>
    outstandingLeft && !leftOut ? [{ ...one, ...outstandingLeft }] : [],
  );
  if (left.length === 0) return null;
  return (
    <Stays
      title={t('closing.review.leftUnacknowledged')}
      subject={t('closing.review.terminal')}
      what={t('closing.review.left')}
    >
      {left.map(({ terminalId, label, count, reason }) => (
        <Table.Tr key={terminalId}>
          <Table.Td>
            <bdi>{label}</bdi>
          </Table.Td>
          <Table.Td>{t('terminals.footer.transactions', counted(count))}</Table.Td>
          <Table.Td>{t(`closing.leaveReason.${reason}`)}</Table.Td>
        </Table.Tr>
      ))}
    </Stays>
  );
}
