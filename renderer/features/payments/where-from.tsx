/** Cells of a payment: where it was paid, its customer, and its flags. A dashed line marks what only the merchant's reference tells. */
import { IconBolt, IconClockPause, IconQuestionMark, IconTransfer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Payment } from '#shared/contract/payments.ts';
import type { PaymentFlag } from '#shared/domain/payment.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

function Joined({ payment, text }: { payment: Payment; text: string | null }) {
  const { t } = useTranslation();
  if (text === null) return <span className="muted">—</span>;
  const isExact = payment.joinedBy === 'id';
  return (
    <bdi
      className={isExact ? 'joined' : 'joined by-reference'}
      title={isExact ? text : `${text} · ${t('payments.byReference')}`}
    >
      {text}
    </bdi>
  );
}

export function FromText({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  return <Joined payment={payment} text={payment.from && t(`payments.from.${payment.from}`)} />;
}

export const CustomerText = ({ payment }: { payment: Payment }) => (
  <Joined payment={payment} text={payment.customer} />
);

const LOOKS: Record<PaymentFlag, [Tone, typeof IconBolt]> = {
  unknown: ['unknown', IconQuestionMark],
  moving: ['accent', IconTransfer],
  'hold-ending': ['late', IconClockPause],
  early: ['neutral', IconBolt],
};

export function PaymentFlags({ payment: { flags } }: { payment: Payment }) {
  const { t } = useTranslation();
  return (
    <span className="row-marks">
      {flags.map((flag) => {
        const [tone, Icon] = LOOKS[flag];
        return (
          <StateChip key={flag} tone={tone} icon={<Icon size={15} />} label={t(`payments.flag.${flag}`)} />
        );
      })}
    </span>
  );
}
