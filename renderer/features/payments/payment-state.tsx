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
  authorised: ['accent', IconClockPause],
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

export function PaymentStateChip({ state }: { state: PaymentState }) {
  const { t } = useTranslation();
  const [tone, Icon] = LOOKS[state];
  return <StateChip tone={tone} icon={<Icon size={14} />} label={t(`payments.state.${state}`)} />;
}
