/** The state of a payment: icon and word, never colour alone. */
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClockPause,
  IconHandStop,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PaymentState } from '#shared/domain/payment.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

const LOOKS: Record<PaymentState, [Tone, typeof IconCheck]> = {
  authorised: ['neutral', IconClockPause],
  paid: ['good', IconCheck],
  'part-captured': ['good', IconCheck],
  'part-refunded': ['neutral', IconArrowBackUp],
  refunded: ['neutral', IconArrowBackUp],
  voided: ['neutral', IconBan],
  reversed: ['neutral', IconBan],
  pending: ['late', IconClockPause],
  failed: ['bad', IconHandStop],
  unknown: ['unknown', IconQuestionMark],
};

/** `alone`: a refund that is an order of its own. */
export function PaymentStateChip({ state, alone = false }: { state: PaymentState; alone?: boolean }) {
  const { t } = useTranslation();
  const [tone, Icon] = LOOKS[state];
  const label = t(alone ? 'payments.returnAlone' : `payments.state.${state}`);
  return <StateChip tone={tone} icon={<Icon size={14} />} label={label} />;
}
