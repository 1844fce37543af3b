/**
 * The deposits at the bank: lines of its imported statement, and deposits that people enter. A mistake is withdrawn with its
 * reason.
 */
import { Button, Group, Table } from '@mantine/core';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { BridgeView, Deposit } from '#shared/contract/bridge.ts';
import { sameMoney } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { ActsHead } from '../../components/acts-head.tsx';
import { SumRow } from '../../components/sum-row.tsx';
import { useAmountHead } from '../../components/amount-head.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { EnterDialog, WithdrawDialog } from './deposit-dialogs.tsx';
import { StatementDrawer, StatementRow } from './statement-lines.tsx';
import { standingOf } from './verdict.tsx';

type StandingProps = { deposit: Deposit; statement: BridgeView['statement'] };

/** Tells if an entered deposit is the statement's money or stands beside it. */
function Standing({ deposit, statement }: StandingProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (deposit.withdrawn) return null;
  const same = statement.filter(({ amount }) => sameMoney(amount, deposit.amount));
  const [line] = same;
  // Of two lines of this amount nobody knows which one it is.
  const other = same.length === 1 && line?.bookedOn !== deposit.receivedOn ? line?.bookedOn : undefined;
  if (deposit.confirmed)
    return (
      <>
        <StateChip tone="good" icon={<IconCircleCheck size={15} />} label={t('bridge.deposit.confirmed')} />
        <div className="muted">
          {other === undefined
            ? t('bridge.deposit.confirmedHint')
            : t('bridge.deposit.confirmedOn', { date: formatDate(other, 'short', locale) })}
        </div>
      </>
    );
  return statement.length > 0 && <div className="muted">{t('bridge.deposit.beside')}</div>;
}

type DepositRowProps = StandingProps & { onWithdraw: () => void };

/** A deposit that the statement also has counts there. Here it is struck out, like one that was withdrawn. */
function DepositRow({ deposit, statement, onWithdraw }: DepositRowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const may = useMay('reconcile');
  const { receivedOn, amount, reference, note, by, withdrawn, confirmed } = deposit;
  return (
    <Table.Tr data-withdrawn={withdrawn !== null || undefined} data-confirmed={confirmed || undefined}>
      <Table.Td className="no-wrap">{formatDate(receivedOn, 'short', locale)}</Table.Td>
      <Table.Td className="number-cell">
        {withdrawn || confirmed ? (
          <s className="muted">
            <MoneyText value={amount} />
          </s>
        ) : (
          <MoneyText value={amount} strong />
        )}
      </Table.Td>
      <Table.Td>
        <bdi>{reference === '' ? '—' : reference}</bdi>
        {note !== '' && (
          <div className="muted">
            <bdi>{note}</bdi>
          </div>
        )}
      </Table.Td>
      <Table.Td>
        <span>{t('bridge.deposit.enteredBy', { by })}</span>{' '}
        <Standing deposit={deposit} statement={statement} />
        {withdrawn && (
          <div className="muted">
            {t('bridge.deposit.withdrawn', { by: withdrawn.by, reason: withdrawn.reason })}
          </div>
        )}
      </Table.Td>
      <Table.Td className="number-cell">
        {!withdrawn && (
          <GuardedButton guard={may} size="compact-sm" variant="default" onClick={onWithdraw}>
            {t('bridge.deposit.withdraw')}
          </GuardedButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Missing is said only if statements cover each day on which it usually comes; a statement is asked for only where one lacks. */
function NothingThere({ view }: { view: BridgeView }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { noDeposit } = view;
  if (view.of === 'early' && view.isOpen) return <p className="muted">{t('bridge.deposit.comesLater')}</p>;
  // The verdict above says why nothing is there.
  if (['open', 'together', 'nothing-due'].includes(standingOf(view))) return null;
  if (noDeposit?.state === 'missing') return <p>{t('bridge.deposit.missing')}</p>;
  if (noDeposit?.state !== 'no-statement') return <p className="muted">{t('bridge.deposit.none')}</p>;
  const [from, to] = [noDeposit.noStatement.from, noDeposit.noStatement.to].map((date) =>
    formatDate(date, 'brief', locale),
  );
  return (
    <Group gap={12}>
      <p className="muted">
        {from === to
          ? t('bridge.deposit.noStatementDay', { date: from })
          : t('bridge.deposit.noStatement', { from, to })}
      </p>
      <Button component={Link} href="/reconcile/import">
        {t('bridge.deposit.importStatement')}
      </Button>
    </Group>
  );
}

function Head({ amount }: { amount: string }) {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Th className="no-wrap">{t('bridge.deposit.receivedOn')}</Table.Th>
      <Table.Th className="number-cell">{amount}</Table.Th>
      <Table.Th>{t('bridge.deposit.reference')}</Table.Th>
      <Table.Th>{t('bridge.deposit.source')}</Table.Th>
      <ActsHead />
    </Table.Tr>
  );
}

export function Deposits({ view }: { view: BridgeView }) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const [entering, setEntering] = useState(false);
  const [withdrawing, setWithdrawing] = useState<Deposit | null>(null);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const { deposits, statement, of, paidIn } = view;
  // A line of the statement pays several windows: its money is not entered once more beside it.
  const canEnter = of !== 'together' && paidIn === null;
  const { className, amountHead } = useAmountHead([...statement, ...deposits].map(({ amount }) => amount));
  return (
    <section aria-labelledby="bridge-deposits" className="stack-12 bridge-deposits">
      <Group justify="space-between">
        <h2 id="bridge-deposits">{t('bridge.deposit.heading')}</h2>
        {canEnter && (
          <GuardedButton
            guard={may}
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => setEntering(true)}
          >
            {t('bridge.deposit.title')}
          </GuardedButton>
        )}
      </Group>
      {deposits.length + statement.length === 0 ? (
        <NothingThere view={view} />
      ) : (
        <Table aria-labelledby="bridge-deposits" verticalSpacing={4} className={className}>
          <Table.Thead>
            <Head amount={amountHead(t('bridge.column.amount'))} />
          </Table.Thead>
          <Table.Tbody>
            {statement.map((line) => (
              <StatementRow key={line.lineId} line={line} onOpen={() => setOpenedId(line.lineId)} />
            ))}
            {deposits.map((deposit) => (
              <DepositRow
                key={deposit.depositId}
                deposit={deposit}
                statement={statement}
                onWithdraw={() => setWithdrawing(deposit)}
              />
            ))}
          </Table.Tbody>
          {deposits.length + statement.length > 1 && view.deposited && (
            <Table.Tfoot>
              <SumRow label={t('bridge.line.deposited')} before={1} after={3}>
                <MoneyText value={view.deposited} strong />
              </SumRow>
            </Table.Tfoot>
          )}
        </Table>
      )}
      <StatementDrawer
        line={statement.find(({ lineId }) => lineId === openedId) ?? null}
        subject={view.subject}
        onClose={() => setOpenedId(null)}
      />
      {entering && <EnterDialog view={view} onClose={() => setEntering(false)} />}
      {withdrawing && <WithdrawDialog deposit={withdrawing} onClose={() => setWithdrawing(null)} />}
    </section>
  );
}
