/** The answer of a bridge in one sentence: whether what the bank got is explained, and by how much it is not. */
import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { BridgeView } from '#shared/contract/bridge.ts';
import { useLocale } from '../../app-store.ts';
import { bridgePath } from '../../components/bridge-path.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { WithdrawDialog } from './deposit-dialogs.tsx';
import { enteredBeside } from './entered-beside.ts';
import { isolated } from '../../i18n/isolated.ts';

/** `together`: its money came in the deposit of several windows, and is counted there. */
type Standing = 'open' | 'together' | 'waiting' | 'nothing-due' | 'missing' | 'explained' | 'unexplained';

export function standingOf(view: BridgeView): Standing {
  const { isOpen, deposited, unexplained, noDeposit, paidIn, expected } = view;
  if (deposited !== null && unexplained !== null)
    return unexplained.minor === 0n ? 'explained' : 'unexplained';
  if (isOpen) return 'open';
  if (paidIn !== null) return 'together';
  if (noDeposit?.state === 'missing') return 'missing';
  return expected.minor > 0n ? 'waiting' : 'nothing-due';
}

export const toneOfVerdict = (view: BridgeView): 'bad' | undefined =>
  ['missing', 'unexplained'].includes(standingOf(view)) ? 'bad' : undefined;

const ICONS = {
  open: IconHourglass,
  together: IconInfoCircle,
  'nothing-due': IconInfoCircle,
  waiting: IconHourglass,
  missing: IconAlertTriangle,
  unexplained: IconAlertTriangle,
  explained: IconCircleCheck,
} as const;

export function Verdict({ view }: { view: BridgeView }) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const [withdrawing, setWithdrawing] = useState(false);
  const locale = useLocale();
  const beside = enteredBeside(view);
  const standing = standingOf(view);
  const Icon = ICONS[standing];
  const { expected, deposited, unexplained, paidIn, of } = view;
  const isAmountFirst = standing === 'waiting' || (standing === 'open' && of === 'early');
  return (
    <>
      <span className="inline-row">
        <Icon size={20} aria-hidden className={standing === 'explained' ? 'good-icon' : undefined} />
        <span>
          {standing === 'unexplained' && unexplained && <MoneyText value={unexplained} signed strong />}
          {isAmountFirst && <MoneyText value={expected} strong />}{' '}
          {t(`bridge.verdict.${standing}`, { context: view.of })}{' '}
          {standing === 'together' && paidIn !== null && (
            <Anchor component={Link} href={bridgePath(paidIn)} size="sm" underline="always">
              {t('bridge.toTogether')}
            </Anchor>
          )}
          {beside && (
            <span className="verdict-cause">
              {t('bridge.verdict.enteredBeside', {
                by: isolated(beside.by),
                date: formatDate(beside.receivedOn, 'short', locale),
              })}
            </span>
          )}
        </span>
      </span>
      {/* With a deposit, both stand in the lines below. */}
      {!isAmountFirst && deposited === null && (
        <span className="muted">
          {t('bridge.line.expected')} <MoneyText value={expected} />
        </span>
      )}
      {beside && (
        // It takes money out of the sum, so it never has the accent colour.
        <GuardedButton
          guard={may}
          size="compact-sm"
          variant="default"
          className="push"
          onClick={() => setWithdrawing(true)}
        >
          <bdi>{t('bridge.deposit.withdrawOf', { amount: formatMoney(beside.amount, locale) })}</bdi>
        </GuardedButton>
      )}
      {beside && withdrawing && <WithdrawDialog deposit={beside} onClose={() => setWithdrawing(false)} />}
    </>
  );
}
