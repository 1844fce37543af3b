/** Gives an amount up: a remark and the own PIN, and above the limit a second person's, or the request that waits for one. */
import { useTranslation } from 'react-i18next';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { Money } from '#shared/money/money.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ApprovedReasonDialog } from '../../components/approved-reason-dialog.tsx';
import { nameOf, subjectOf, TypeChip } from '../../components/exception-texts.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { amountToWriteOff } from './write-off.ts';

type WriteOffProps = { exception: ReconcileException; onClose: () => void };

/** The exception that is written off: its amount, its type and its name. */
function Standing({ exception, amount }: { exception: ReconcileException; amount: Money }) {
  const subject = subjectOf(exception);
  return (
    <div className="reconcile-standing">
      <MoneyText value={amount} strong size={28} />
      <TypeChip exception={exception} />
      {subject && <IdText value={nameOf(subject)} />}
    </div>
  );
}

export function WriteOffDialog({ exception, onClose }: WriteOffProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const amount = amountToWriteOff(exception);
  if (amount === null) return null;
  const { key, version } = exception;
  const seen = { key, version };
  return (
    <ApprovedReasonDialog
      title={t('reconciliation.writeOff.title')}
      consequence={t('reconciliation.writeOff.consequence')}
      confirmLabel={t('reconciliation.writeOff.action', { amount: formatMoney(amount, locale) })}
      label={t('reconciliation.column.remark')}
      act={{ action: { do: 'write-off' }, amounts: [amount] }}
      about="write-off"
      requestOf={(remark) => ({ kind: 'write-off', exception: seen, remark })}
      run={async (remark, authorization) =>
        authorization === null
          ? err(inputError('invalid', { where: 'authorization' }))
          : call('reconciliation.writeOff', { exception: seen, remark, authorization })
      }
      onClose={onClose}
    >
      <Standing exception={exception} amount={amount} />
    </ApprovedReasonDialog>
  );
}
