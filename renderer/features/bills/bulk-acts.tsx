/** What can be done with a row of a bulk bill before the bill is shared: correct it, or drop it. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { Changed } from '#shared/contract/making.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import type { Money } from '#shared/money/money.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, useNowMs } from '../../app-store.ts';
import { DateField } from '../../components/date-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { aboveZero, dueAtMsOf } from './bill-form.ts';
import { isolated } from '../../i18n/isolated.ts';

type ActProps = {
  rowKey: string;
  amount: Money | null;
  onClose: () => void;
  onEnding: (ending: Changed) => void;
};

function Correct({ rowKey, amount, onClose, onEnding }: ActProps) {
  const { t } = useTranslation();
  const nowMs = useNowMs();
  const [typed, setTyped] = useState('');
  const [due, setDue] = useState('');
  const total = amount && aboveZero(typed, amount.currency);
  const dueAtMs = dueAtMsOf(due, nowMs);
  const isAmountWrong = typed.trim() !== '' && total === null;
  const isDueWrong = due !== '' && dueAtMs === null;
  const save = async () => {
    const change = { key: rowKey, amount: total && wireMoney(total), dueAtMs };
    const answer = await call('bills.correct', change);
    if (!answer.ok) return answer.error;
    onEnding(answer.value.ending);
    return null;
  };
  return (
    <FormDialog
      title={t('bills.correct.title')}
      action={t('app.actions.save')}
      ready={!isAmountWrong && !isDueWrong && (total !== null || dueAtMs !== null)}
      onSave={save}
      onClose={onClose}
    >
      <p className="muted">{t('bills.correct.about')}</p>
      <TextInput
        label={t('bills.correct.amount')}
        data-autofocus
        inputMode="decimal"
        dir="ltr"
        value={typed}
        error={isAmountWrong && t('bills.wrong.amount')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <DateField
        label={t('bills.correct.due')}
        value={due}
        error={isDueWrong && t('bills.wrong.due')}
        onChange={setDue}
      />
    </FormDialog>
  );
}

function Drop({ rowKey, name, amount, onClose, onEnding }: ActProps & { name: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const drop = async () => {
    const answer = await call('bills.drop', { key: rowKey });
    if (!answer.ok) return answer.error;
    onEnding(answer.value.ending);
    return null;
  };
  const words = { name: isolated(name), amount: amount ? formatMoney(amount, locale) : '—' };
  return (
    <FormDialog
      title={t('bills.drop.title')}
      action={t('bills.drop.confirm')}
      ready
      onSave={drop}
      onClose={onClose}
    >
      <p>{t('bills.drop.consequence', words)}</p>
    </FormDialog>
  );
}

/** The interface names no values of the state (§4.7): a word that is not known here says nothing of what can become of the bill. */
function standingOf({ cells: { bulkState } }: KeptRow): 'shared' | 'draft' | null {
  if (bulkState?.is !== 'text') return null;
  return bulkState.text === 'shared' || bulkState.text === 'draft' ? bulkState.text : null;
}

/** A bill that its customer has cannot be changed any more: the gateway refuses it. */
const isShared = (row: KeptRow): boolean => standingOf(row) === 'shared';

/** What can still become of a bill. */
export function BulkStanding({ row }: { row: KeptRow }) {
  const { t } = useTranslation();
  const standing = standingOf(row);
  if (row.isGone || standing === null) return null;
  return <p className="set-off">{t(`bills.standing.${standing}`)}</p>;
}

export function BulkActs({ row }: { row: KeptRow }) {
  const { t } = useTranslation();
  const { key, cells, isGone } = row;
  const guard = useCanMoveMoney('bill');
  const [open, setOpen] = useState<'correct' | 'drop' | null>(null);
  const [ending, setEnding] = useState<Changed | null>(null);
  const amount = cells.amount?.is === 'money' ? cells.amount.money : null;
  const act = { rowKey: key, amount, onClose: () => setOpen(null), onEnding: setEnding };
  return (
    <>
      {ending && (
        <div className="told banner" data-tone={ending === 'not-known' ? 'unknown' : 'good'} role="status">
          {t(`bills.ending.${ending}`)}
        </div>
      )}
      {!isGone && !isShared(row) && (
        <>
          <GuardedButton guard={guard} variant="default" onClick={() => setOpen('correct')}>
            {t('bills.correct.action')}
          </GuardedButton>
          <GuardedButton
            guard={guard}
            variant="subtle"
            color="red"
            className="act-away"
            onClick={() => setOpen('drop')}
          >
            {t('bills.drop.action')}
          </GuardedButton>
        </>
      )}
      {open === 'correct' && <Correct {...act} />}
      {open === 'drop' && <Drop {...act} name={cells.billTo?.is === 'text' ? cells.billTo.text : key} />}
    </>
  );
}
