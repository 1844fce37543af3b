/** What the bank got, as people enter it: in parts, and a mistake is withdrawn with its reason. */
import { Button, Group, Modal, Table, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeView, Deposit } from '#shared/contract/bridge.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { currencyLabel, formatDate } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { useBridge } from './store.ts';

type DialogProps = {
  title: string;
  action: string;
  ready: boolean;
  onSave: () => Promise<AppError | null>;
  onClose: () => void;
  children: ReactNode;
};

function DepositDialog({ title, action, ready, onSave, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const save = async () => {
    setBusy(true);
    const wrong = await onSave();
    setBusy(false);
    if (wrong) setError(wrong);
    else onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{title}</strong>}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <form
        style={{ display: 'grid', gap: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void save();
        }}
      >
        {error && <ErrorNotice error={error} />}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button type="submit" disabled={!ready} loading={busy}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function EnterDialog({ view, onClose }: { view: BridgeView; onClose: () => void }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const enterDeposit = useBridge((state) => state.enterDeposit);
  const [typed, setTyped] = useState('');
  const [receivedOn, setReceivedOn] = useState('');
  const [reference, setReference] = useState('');
  const [note, setNote] = useState('');
  const { currency } = view.expected;
  const wrong = typed.trim() !== '' && typedMoney(typed, currency) === null;
  return (
    <DepositDialog
      title={t('bridge.deposit.title')}
      action={t('bridge.deposit.enter')}
      ready={typed.trim() !== '' && !wrong && receivedOn !== ''}
      onSave={() => enterDeposit({ typed, receivedOn, reference, note })}
      onClose={onClose}
    >
      <TextInput
        label={`${t('bridge.column.amount')} (${currencyLabel(currency, language)})`}
        required
        data-autofocus
        dir="ltr"
        inputMode="decimal"
        placeholder="0.00"
        error={wrong && t('bridge.deposit.wrong')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <TextInput
        label={t('bridge.deposit.receivedOn')}
        type="date"
        required
        value={receivedOn}
        onChange={(event) => setReceivedOn(event.currentTarget.value)}
      />
      <TextInput
        label={t('bridge.deposit.reference')}
        maxLength={200}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <Textarea
        label={t('bridge.deposit.note')}
        maxLength={500}
        autosize
        minRows={1}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DepositDialog>
  );
}

function WithdrawDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { t } = useTranslation();
  const withdrawDeposit = useBridge((state) => state.withdrawDeposit);
  const [reason, setReason] = useState('');
  return (
    <DepositDialog
      title={t('bridge.deposit.withdrawTitle')}
      action={t('bridge.deposit.withdraw')}
      ready={reason.trim() !== ''}
      onSave={() => withdrawDeposit(deposit.depositId, reason)}
      onClose={onClose}
    >
      <div className="muted">
        <MoneyText value={deposit.amount} strong /> {t('bridge.deposit.withdrawText')}
      </div>
      <Textarea
        label={t('closing.column.reason')}
        required
        data-autofocus
        maxLength={500}
        autosize
        minRows={1}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DepositDialog>
  );
}

function DepositRow({ deposit, onWithdraw }: { deposit: Deposit; onWithdraw: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const may = useMay('reconcile');
  const { receivedOn, amount, reference, note, by, withdrawn } = deposit;
  return (
    <Table.Tr data-withdrawn={withdrawn !== null || undefined}>
      <Table.Td>{formatDate(receivedOn, 'short', locale)}</Table.Td>
      <Table.Td ta="end">
        {withdrawn ? (
          <s>
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
        <bdi>{by}</bdi>
        {withdrawn && (
          <div className="muted">
            {t('bridge.deposit.withdrawn', { by: withdrawn.by, reason: withdrawn.reason })}
          </div>
        )}
      </Table.Td>
      <Table.Td ta="end">
        {!withdrawn && (
          <GuardedButton guard={may} size="compact-sm" variant="default" onClick={onWithdraw}>
            {t('bridge.deposit.withdraw')}
          </GuardedButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

export function Deposits({ view }: { view: BridgeView }) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const [entering, setEntering] = useState(false);
  const [withdrawing, setWithdrawing] = useState<Deposit | null>(null);
  const { deposits } = view;
  return (
    <section aria-labelledby="bridge-deposits" className="bridge-deposits">
      <Group justify="space-between">
        <h2 id="bridge-deposits">{t('bridge.deposit.heading')}</h2>
        <GuardedButton
          guard={may}
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setEntering(true)}
        >
          {t('bridge.deposit.title')}
        </GuardedButton>
      </Group>
      {deposits.length === 0 ? (
        <p className="muted">{t('bridge.deposit.none')}</p>
      ) : (
        <Table aria-labelledby="bridge-deposits">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('bridge.deposit.receivedOn')}</Table.Th>
              <Table.Th ta="end">{t('bridge.column.amount')}</Table.Th>
              <Table.Th>{t('bridge.deposit.reference')}</Table.Th>
              <Table.Th>{t('bridge.deposit.by')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deposits.map((deposit) => (
              <DepositRow
                key={deposit.depositId}
                deposit={deposit}
                onWithdraw={() => setWithdrawing(deposit)}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {entering && <EnterDialog view={view} onClose={() => setEntering(false)} />}
      {withdrawing && <WithdrawDialog deposit={withdrawing} onClose={() => setWithdrawing(null)} />}
    </section>
  );
}
