/** Ages and states of exceptions in icon and word. */
import { IconCircle, IconCircleCheck, IconClockExclamation, IconEraser } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgeBucket, ExceptionState } from '#shared/domain/reconciliation.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

export function AgeChip({ age }: { age: AgeBucket }) {
  const { t } = useTranslation();
  const label = t(`reconciliation.age.${age}`);
  if (age !== 'over-7') return <span>{label}</span>;
  return <StateChip tone="late" icon={<IconClockExclamation size={16} />} label={label} />;
}

const STATES: Readonly<Record<ExceptionState, { tone: Tone; icon: ComponentType<{ size: number }> }>> = {
  open: { tone: 'neutral', icon: IconCircle },
  resolved: { tone: 'good', icon: IconCircleCheck },
  'written-off': { tone: 'neutral', icon: IconEraser },
};

export function ExceptionStateChip({ state }: { state: ExceptionState }) {
  const { t } = useTranslation();
  const { tone, icon: Icon } = STATES[state];
  return <StateChip tone={tone} icon={<Icon size={16} />} label={t(`reconciliation.state.${state}`)} />;
}
