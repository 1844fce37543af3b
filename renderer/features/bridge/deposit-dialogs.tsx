/** Entering what the bank got, and withdrawing it again. */
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeView, Deposit } from '#shared/contract/bridge.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { currencyLabel } from '../../i18n/format.ts';
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

export function EnterDialog({ view, onClose }: { view: BridgeView; onClose: () => void }) {
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

export function WithdrawDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
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
