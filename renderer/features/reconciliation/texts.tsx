/** Ages and states of exceptions in icon and word. */
import { IconCircle, IconCircleCheck, IconEraser, IconHourglass } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { AgeBucket, ExceptionState } from '#shared/domain/reconciliation.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { isSurplus } from '../../components/write-off.ts';
import { formatCount, type Locale } from '../../i18n/format.ts';
import { useWriteOffWaits } from '../approvals/index.tsx';

/** How many business days it is open, where its day is known. That it is overdue is said of its due day. */
export const ageText = (
  t: TFunction,
  locale: Locale,
  { age, ageDays }: { age: AgeBucket; ageDays: number | null },
): string => (ageDays === null ? t(`reconciliation.age.${age}`) : formatCount(ageDays, locale));

const STATES: Readonly<Record<ExceptionState, { tone: Tone; icon: ComponentType<{ size: number }> }>> = {
  open: { tone: 'neutral', icon: IconCircle },
  resolved: { tone: 'good', icon: IconCircleCheck },
  'written-off': { tone: 'neutral', icon: IconEraser },
};

/** Its write-off is asked for: somebody else decides. */
function WaitsChip() {
  const { t } = useTranslation();
  return <StateChip tone="late" icon={<IconHourglass size={16} />} label={t('reconciliation.state.waits')} />;
}

/** In a list: that its write-off waits, or its remark, which has a direction of its own and is cut at its end. */
export function RemarkText({ exceptionKey, remark }: { exceptionKey: string; remark: string | null }) {
  if (useWriteOffWaits(exceptionKey)) return <WaitsChip />;
  return remark && <bdi className="cell-text">{remark}</bdi>;
}

/** Of an exception by which more came, its state says what was accepted: nothing was given up. */
export const stateText = (t: TFunction, exception: Decided): string =>
  exception.state === 'written-off' && isSurplus(exception)
    ? t('reconciliation.state.accepted')
    : t(`reconciliation.state.${exception.state}`);

type Decided = Pick<ReconcileException, 'state' | 'ours' | 'theirs' | 'difference'>;

export function ExceptionStateChip({ exception }: { exception: Decided }) {
  const { t } = useTranslation();
  const { tone, icon: Icon } = STATES[exception.state];
  return <StateChip tone={tone} icon={<Icon size={16} />} label={stateText(t, exception)} />;
}
