/** Movements of money that are under way on any PC: nobody else can move the same money meanwhile. */
import { Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HeadOfficeClaim, HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TerminalText } from '../../components/terminal-names.tsx';
import { AgeText, TimeText } from '../../components/time-text.tsx';
import { useMay } from '../../people-store.ts';
import { PcMark } from './pc-mark.tsx';
import { TakeOver } from './take-over.tsx';

export function UnderWay({ claims, pcs }: Pick<HeadOfficeStanding, 'claims' | 'pcs'>) {
  const { t } = useTranslation();
  const may = useMay('operations.resolve');
  const [taking, setTaking] = useState<HeadOfficeClaim | null>(null);
  const self = pcs.find(({ isSelf }) => isSelf)?.id;
  // The dialog says how it ended, after its claim has left the list.
  const dialog = taking && <TakeOver key={taking.number} claim={taking} onClose={() => setTaking(null)} />;
  if (claims.length === 0) return dialog;
  return (
    <section className="stack-8 spaced">
      <div>
        <h3 className="drawer-heading">{t('headOffice.underWay')}</h3>
        <span className="muted size-13">
          {t('headOffice.noAmounts')}
          {claims.some(({ pc }) => pc !== self) && ` ${t('headOffice.takeOver.onlyIf')}`}
        </span>
      </div>
      <Table className="close-table" verticalSpacing={6} aria-label={t('headOffice.underWay')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('headOffice.movement')}</Table.Th>
            <Table.Th>{t('headOffice.terminal')}</Table.Th>
            <Table.Th>{t('headOffice.person')}</Table.Th>
            <Table.Th>{t('activity.column.pc')}</Table.Th>
            <Table.Th>{t('headOffice.since')}</Table.Th>
            <Table.Th aria-label={t('headOffice.takeOver.action')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {claims.map((claim) => (
            <Table.Tr key={claim.number}>
              <Table.Td>{t(`operations.kind.${claim.kind}`, { defaultValue: claim.kind })}</Table.Td>
              <Table.Td className="under-way-terminal">
                {claim.terminalId !== null && <TerminalText terminalId={claim.terminalId} />}
              </Table.Td>
              <Table.Td>
                <bdi>{claim.actor}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{claim.pcName}</bdi> <PcMark pcs={pcs} pc={claim.pc} />
              </Table.Td>
              <Table.Td className="no-wrap">
                <TimeText atMs={claim.claimedAtMs} />{' '}
                <span className="muted">
                  · <AgeText atMs={claim.claimedAtMs} />
                </span>
              </Table.Td>
              <Table.Td className="at-end">
                {claim.pc !== self && (
                  <GuardedButton
                    guard={may}
                    size="compact-sm"
                    variant="default"
                    onClick={() => setTaking(claim)}
                  >
                    {t('headOffice.takeOver.start')}
                  </GuardedButton>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {dialog}
    </section>
  );
}
