/** Ages and states of exceptions in icon and word. */
import {
  IconCircle,
  IconCircleCheck,
  IconClockExclamation,
  IconEraser,
  IconHourglass,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgeBucket, ExceptionState } from '#shared/domain/reconciliation.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { useWriteOffWaits } from '../approvals/index.tsx';

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

/** Its write-off is asked for: somebody else decides. */
export function WaitsChip() {
  const { t } = useTranslation();
  return <StateChip tone="late" icon={<IconHourglass size={16} />} label={t('reconciliation.state.waits')} />;
}

/** In a list: that its write-off waits, or its remark, which has a direction of its own and is cut at its end. */
export function RemarkText({ exceptionKey, remark }: { exceptionKey: string; remark: string | null }) {
  if (useWriteOffWaits(exceptionKey)) return <WaitsChip />;
  return remark && <bdi className="cell-text">{remark}</bdi>;
}

export function ExceptionStateChip({ state }: { state: ExceptionState }) {
  const { t } = useTranslation();
  const { tone, icon: Icon } = STATES[state];
  return <StateChip tone={tone} icon={<Icon size={16} />} label={t(`reconciliation.state.${state}`)} />;
}
