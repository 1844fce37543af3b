/** A deposit that an imported statement has: its row, and the line with its import. */
import { Anchor, Button, Table } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { StatementDeposit } from '#shared/contract/bridge.ts';
import { readSubject } from '#shared/domain/bridge-subject.ts';
import { FactRow } from '../../components/fact.tsx';
import { useLocale } from '../../app-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { formatCount, formatDate } from '../../i18n/format.ts';
import { LineFacts } from '../import/index.tsx';
import { narrowBankMatchesTo } from '../reconciliation/index.tsx';

export function StatementRow({ line, onOpen }: { line: StatementDeposit; onOpen: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { lineId, bookedOn, amount, reference, description, sourceName, ground } = line;
  return (
    <Table.Tr data-statement-line={lineId}>
      <Table.Td className="no-wrap">{formatDate(bookedOn, 'short', locale)}</Table.Td>
      <Table.Td className="number-cell">
        <MoneyText value={amount} strong />
      </Table.Td>
      <Table.Td>
        <bdi>{reference === '' ? '—' : reference}</bdi>
        {description !== '' && (
          <div className="muted">
            <bdi>{description}</bdi>
          </div>
        )}
      </Table.Td>
      <Table.Td>
        <StateChip
          tone="accent"
          icon={<IconFileText size={15} />}
          label={t('bridge.deposit.from.statement')}
        />
        <div className="muted">
          <bdi>{sourceName}</bdi>
          {ground === 'other-amount' && <div>{t('bridge.deposit.ground.other-amount')}</div>}
        </div>
      </Table.Td>
      <Table.Td className="number-cell">
        <Button size="compact-sm" variant="default" onClick={onOpen}>
          {t('bridge.deposit.open')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** The id of the bridge's subject: a window or an early payout. */
function idOf(name: string): string {
  const subject = readSubject(name);
  return subject.of === 'early' ? subject.requestId : name;
}

type DrawerProps = {
  line: StatementDeposit | null;
  /** What the bridge is of. */
  subject: string;
  onClose: () => void;
};

export function StatementDrawer({ line, subject, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <SideDrawer
      opened={line !== null}
      onClose={onClose}
      title={t('bridge.deposit.line')}
      acts={
        line && (
          <div className="stack-8">
            <span className="muted size-13">{t('bridge.deposit.lineHint')}</span>
            <div>
              <Button
                component={Link}
                href="/reconcile/bank/matches"
                variant="default"
                onClick={() => narrowBankMatchesTo(line.reference)}
              >
                {t('bridge.deposit.toMatch')}
              </Button>
            </div>
          </div>
        )
      }
    >
      {line && (
        <div className="stack">
          <LineFacts line={line}>
            <FactRow name={t('bridge.deposit.import')}>
              <bdi>{line.sourceName}</bdi> · <bdi>{line.fileName}</bdi> ·{' '}
              {t('import.rowNo', { number: formatCount(line.lineNo, locale) })}
              <div>
                <Anchor
                  component={Link}
                  href={`/reconcile/imports/${encodeURIComponent(line.importId)}`}
                  size="sm"
                >
                  {t('reconciliation.place.import')}
                </Anchor>
              </div>
            </FactRow>
            <FactRow name={t('bridge.deposit.matched')}>{t(`bridge.deposit.ground.${line.ground}`)}</FactRow>
            <FactRow name={t('bridge.deposit.pays')}>
              {line.pays.map((name) => (
                <div key={name}>
                  {name === subject && line.pays.length > 1 && `${t('bridge.deposit.thisOne')} · `}
                  <IdText value={idOf(name)} />
                </div>
              ))}
            </FactRow>
          </LineFacts>
        </div>
      )}
    </SideDrawer>
  );
}
