/** Types, ages and states of exceptions in icon and word; the sides by their names. */
import {
  IconArrowDown,
  IconArrowUp,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCirclePlus,
  IconClockExclamation,
  IconCoins,
  IconCopy,
  IconEraser,
  IconHelp,
  IconReceiptTax,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileException, ReconcileItem } from '#shared/contract/reconciliation.ts';
import type {
  AgeBucket,
  Comparison,
  ExceptionState,
  ExceptionType,
  Side,
} from '#shared/domain/reconciliation.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

const TYPE_ICONS: Readonly<Record<ExceptionType, ComponentType<{ size: number }>>> = {
  'missing-in-settlement': IconCircleDashed,
  'missing-in-ours': IconCirclePlus,
  'amount-over': IconArrowUp,
  'amount-under': IconArrowDown,
  currency: IconCoins,
  duplicate: IconCopy,
  late: IconClockExclamation,
  'fee-unexpected': IconReceiptTax,
  'unknown-action': IconHelp,
};

/** Some types have other words where the other side is the books or the bank. */
export const typeText = (t: TFunction, type: ExceptionType, comparison: Comparison): string =>
  t(`reconciliation.type.${type}`, { context: comparison });

export const sideText = (t: TFunction, side: Side, comparison: Comparison): string =>
  t(`reconciliation.side.${comparison}.${side}`);

export function TypeChip({ exception }: { exception: Pick<ReconcileException, 'type' | 'comparison'> }) {
  const { t } = useTranslation();
  const { type, comparison } = exception;
  const Icon = TYPE_ICONS[type];
  return <StateChip tone="neutral" icon={<Icon size={16} />} label={typeText(t, type, comparison)} />;
}

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

/** What a person calls an item by: its order, else its reference. */
export const nameOf = ({ orderId, reference, itemId }: ReconcileItem): string =>
  orderId ?? reference ?? itemId;

/** The item an exception is about: ours where there is one. */
export const subjectOf = ({ ours, theirs }: ReconcileException): ReconcileItem | null =>
  ours ?? theirs[0] ?? null;
