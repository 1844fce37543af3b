/** Movements of money that are under way on any PC: nobody else can move the same money meanwhile. */
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { IdText } from '../../components/id-text.tsx';
import { TimeText } from '../../components/time-text.tsx';

export function UnderWay({ claims }: Pick<HeadOfficeStanding, 'claims'>) {
  const { t } = useTranslation();
  if (claims.length === 0) return null;
  return (
    <>
      <h3 className="drawer-heading">{t('headOffice.underWay')}</h3>
      <Table verticalSpacing={6} aria-label={t('headOffice.underWay')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('headOffice.movement')}</Table.Th>
            <Table.Th>{t('headOffice.terminal')}</Table.Th>
            <Table.Th>{t('headOffice.person')}</Table.Th>
            <Table.Th>{t('activity.column.pc')}</Table.Th>
            <Table.Th>{t('headOffice.since')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {claims.map(({ number, kind, terminalId, actor, pcName, claimedAtMs }) => (
            <Table.Tr key={number}>
              <Table.Td>{t(`operations.kind.${kind}`, { defaultValue: kind })}</Table.Td>
              <Table.Td>{terminalId !== null && <IdText value={terminalId} />}</Table.Td>
              <Table.Td>
                <bdi>{actor}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{pcName}</bdi>
              </Table.Td>
              <Table.Td>
                <TimeText atMs={claimedAtMs} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
