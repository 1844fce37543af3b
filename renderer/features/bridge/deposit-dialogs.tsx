/** Entering what the bank got, and withdrawing it again. */
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeView, Deposit } from '#shared/contract/bridge.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { useLocale } from '../../app-store.ts';
import { DateField } from '../../components/date-field.tsx';
import { FormDialog, ReasonDialog } from '../../components/form-dialog.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { currencyLabel } from '../../i18n/format.ts';
import { useBridge } from './store.ts';

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
    <FormDialog
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
      <DateField
        label={t('bridge.deposit.receivedOn')}
        required
        value={receivedOn}
        onChange={setReceivedOn}
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
    </FormDialog>
  );
}

export function WithdrawDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { t } = useTranslation();
  const withdrawDeposit = useBridge((state) => state.withdrawDeposit);
  return (
    <ReasonDialog
      title={t('bridge.deposit.withdrawTitle')}
      action={t('bridge.deposit.withdraw')}
      onSave={(reason) => withdrawDeposit(deposit.depositId, reason)}
      onClose={onClose}
    >
      <div className="muted">
        <MoneyText value={deposit.amount} strong /> {t('bridge.deposit.withdrawText')}
      </div>
    </ReasonDialog>
  );
}
