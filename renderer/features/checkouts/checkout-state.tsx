/** The state of a checkout: icon and word. A word of the gateway that we do not know is shown as it came. */
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClockPause,
  IconCreditCardPay,
  IconCircleX,
  IconHourglass,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Checkout } from '#shared/contract/checkouts.ts';
import type { SessionStatus } from '#shared/domain/session.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

const LOOKS: Record<SessionStatus, [Tone, typeof IconCheck]> = {
  CREATED: ['neutral', IconHourglass],
  OPENED: ['neutral', IconHourglass],
  PENDING: ['neutral', IconCreditCardPay],
  PAID: ['good', IconCheck],
  AUTHORIZED: ['neutral', IconClockPause],
  FAILED: ['bad', IconCircleX],
  REJECTED: ['bad', IconCircleX],
  EXPIRED: ['neutral', IconBan],
  ABANDONED: ['neutral', IconBan],
  VOIDED: ['neutral', IconBan],
  REVERSED: ['neutral', IconBan],
  REFUNDED: ['neutral', IconArrowBackUp],
};

export function CheckoutStateChip({ status }: Pick<Checkout, 'status'>) {
  const { t } = useTranslation();
  if (status?.kind !== 'known')
    return <StateChip tone="unknown" icon={<IconQuestionMark size={14} />} label={status?.raw ?? '—'} />;
  const [tone, Icon] = LOOKS[status.value];
  return (
    <StateChip
      tone={tone}
      icon={<Icon size={14} />}
      label={t(status.value === 'CREATED' ? 'checkouts.toBePaid' : `checkouts.status.${status.value}`)}
    />
  );
}
