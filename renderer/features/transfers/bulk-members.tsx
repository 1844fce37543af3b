/** Who gets how much of a bulk transfer: what two people agree to. */
import { Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toAsciiDigits } from '#shared/text/digits.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useCounted } from '../../components/counted.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { SumRow } from '../../components/sum-row.tsx';
import { TimeText } from '../../components/time-text.tsx';
import type { Bulk, BulkPreparation } from './use-bulk.ts';

type MemberOf = BulkPreparation['members'][number];

const lastFour = (number: string) => toAsciiDigits(number).replace(/\D/g, '').slice(-4);

/** Whole, so that two people can compare it; of a batch that is paid again only its end is here. */
function MemberNumber({ member: { ending }, number }: { member: MemberOf; number: string | undefined }) {
  if (number === undefined || lastFour(number) !== lastFour(ending)) return <bdi dir="ltr">{ending}</bdi>;
  return (
    <span className="no-wrap">
      <IdText value={number.replace(/\s/g, '')} />
    </span>
  );
}

type MemberProps = {
  member: MemberOf;
  /** As it stands in the file. */
  number: string | undefined;
  /** Above the table it is said of all of them that nothing was sent to their numbers before. */
  isSaid: boolean;
};

function Member({ member, number, isSaid }: MemberProps) {
  const { t } = useTranslation();
  const { recipient, method, bank, amount, isFirst, before } = member;
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{shownText(recipient)}</bdi>
      </Table.Td>
      <Table.Td>
        <MemberNumber member={member} number={number} />
      </Table.Td>
      <Table.Td>{method === 'wallet' ? t('transfers.method.wallet') : <bdi>{shownText(bank)}</bdi>}</Table.Td>
      <Table.Td className="number-cell">
        <MoneyText value={amount} />
      </Table.Td>
      {!isSaid && (
        <Table.Td className="size-13">
          {isFirst && (
            <StateChip tone="late" icon={<IconAlertTriangle size={14} />} label={t('transfers.bulk.first')} />
          )}
          {before && (
            <div className="sheet-problem">
              {t('transfers.bulk.sentBefore')} <TimeText atMs={before.atMs} dated />
            </div>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

export function Members({
  members,
  amount,
  numbers,
}: Pick<BulkPreparation, 'members' | 'amount'> & Pick<Bulk, 'numbers'>) {
  const { t } = useTranslation();
  const { className, amountHead } = useAmountHead([amount]);
  const counted = useCounted();
  const title = t('transfers.bulk.members', counted(members.length));
  const allFirst = t('transfers.bulk.allFirst', counted(members.length));
  const isSaid = members.every(({ isFirst, before }) => isFirst && !before);
  return (
    <section className="stack-8">
      <span className="row-8 flow">
        <strong>{title}</strong>
        {isSaid && <StateChip tone="late" icon={<IconAlertTriangle size={14} />} label={allFirst} />}
      </span>
      <div className="sheet-rows" tabIndex={0} role="region" aria-label={title}>
        <Table className={`close-table ${className}`} aria-label={title} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('sheets.column.recipient')}</Table.Th>
              <Table.Th>{t('sheets.column.number')}</Table.Th>
              <Table.Th>{t('sheets.column.method')}</Table.Th>
              <Table.Th className="number-cell">{amountHead(t('sheets.column.amount'))}</Table.Th>
              {!isSaid && <Table.Th>{t('transfers.bulk.known')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map((member, at) => (
              <Member key={at} member={member} number={numbers?.[at]} isSaid={isSaid} />
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <SumRow label={t('transfers.bulk.inAll')} before={3} after={isSaid ? 0 : 1}>
              <MoneyText value={amount} strong />
            </SumRow>
          </Table.Tfoot>
        </Table>
      </div>
    </section>
  );
}
