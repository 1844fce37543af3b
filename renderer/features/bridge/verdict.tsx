/** The answer of a bridge in one sentence: whether what the bank got is explained, and by how much it is not. */
import { IconAlertTriangle, IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BridgeView } from '#shared/contract/bridge.ts';
import { useLocale } from '../../app-store.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { enteredBeside } from './entered-beside.ts';

type Standing = 'open' | 'waiting' | 'missing' | 'explained' | 'unexplained';

function standingOf({ isOpen, deposited, unexplained, noDeposit }: BridgeView): Standing {
  if (deposited !== null && unexplained !== null)
    return unexplained.minor === 0n ? 'explained' : 'unexplained';
  if (isOpen) return 'open';
  return noDeposit?.state === 'missing' ? 'missing' : 'waiting';
}

export const toneOfVerdict = (view: BridgeView): 'bad' | undefined =>
  ['missing', 'unexplained'].includes(standingOf(view)) ? 'bad' : undefined;

const ICONS = {
  open: IconHourglass,
  waiting: IconHourglass,
  missing: IconAlertTriangle,
  unexplained: IconAlertTriangle,
  explained: IconCircleCheck,
} as const;

export function Verdict({ view }: { view: BridgeView }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const beside = enteredBeside(view);
  const standing = standingOf(view);
  const Icon = ICONS[standing];
  const { expected, deposited, unexplained } = view;
  return (
    <>
      <span className="inline-row">
        <Icon size={20} aria-hidden className={standing === 'explained' ? 'good-icon' : undefined} />
        <span>
          {standing === 'unexplained' && unexplained && <MoneyText value={unexplained} signed strong />}
          {standing === 'waiting' && <MoneyText value={expected} strong />} {t(`bridge.verdict.${standing}`)}{' '}
          {beside && (
            <span className="verdict-cause">
              {t('bridge.verdict.enteredBeside', {
                amount: formatMoney(beside.amount, locale),
                by: `\u2068${beside.by}\u2069`,
                date: formatDate(beside.receivedOn, 'short', locale),
              })}
            </span>
          )}
        </span>
      </span>
      {standing !== 'waiting' && (
        <span className="muted">
          {t('bridge.line.expected')} <MoneyText value={expected} />
          {deposited && (
            <>
              {' · '}
              {t('bridge.line.deposited')} <MoneyText value={deposited} />
            </>
          )}
        </span>
      )}
    </>
  );
}
