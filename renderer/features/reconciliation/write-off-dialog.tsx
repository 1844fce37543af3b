/** Writes an amount off that did not come, or that came too much: a remark and the own PIN, and above the limit a second person's, or the request that waits for one. */
import { useTranslation } from 'react-i18next';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { Money } from '#shared/money/money.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ApprovedReasonDialog } from '../../components/approved-reason-dialog.tsx';
import { TypeChip } from '../../components/exception-texts.tsx';
import { WhichItem } from '../../components/which-item.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { amountToWriteOff, gapToWriteOff, isSurplus } from '../../components/write-off.ts';

type WriteOffProps = { exception: ReconcileException; onClose: () => void };

/** The exception that is written off: its amount with its sign, its type, and which sale or payout it is. */
function Standing({ exception, gap }: { exception: ReconcileException; gap: Money }) {
  return (
    <div className="reconcile-standing">
      <MoneyText value={gap} strong signed size={28} />
      <div>
        <TypeChip exception={exception} />
        <WhichItem exception={exception} />
      </div>
    </div>
  );
}

export function WriteOffDialog({ exception, onClose }: WriteOffProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const amount = amountToWriteOff(exception);
  const gap = gapToWriteOff(exception);
  if (amount === null || gap === null) return null;
  const { key, version } = exception;
  const seen = { key, version };
  const more = isSurplus(exception);
  const act = t(`reconciliation.writeOff.${more ? 'accept' : 'action'}`, {
    amount: formatMoney(amount, locale),
  });
  return (
    <ApprovedReasonDialog
      title={act}
      consequence={t(`reconciliation.writeOff.${more ? 'more' : 'less'}`)}
      confirmLabel={act}
      label={t('reconciliation.column.remark')}
      description={t('reconciliation.writeOff.why')}
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
      <Standing exception={exception} gap={gap} />
    </ApprovedReasonDialog>
  );
}
