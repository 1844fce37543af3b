/** Exceptions and their items in words, for the pages of reconciliation and for who approves a write-off. */
import {
  IconArrowDown,
  IconArrowUp,
  IconCashOff,
  IconCircleDashed,
  IconCirclePlus,
  IconClockExclamation,
  IconCoins,
  IconCopy,
  IconHelp,
  IconReceiptRefund,
  IconReceiptTax,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileException, ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import type { Comparison, ExceptionType, Side } from '#shared/domain/reconciliation.ts';
import { StateChip } from './state-chip.tsx';

const TYPE_ICONS: Readonly<Record<ExceptionType, ComponentType<{ size: number }>>> = {
  'missing-in-settlement': IconCircleDashed,
  'missing-in-ours': IconCirclePlus,
  'amount-over': IconArrowUp,
  'amount-under': IconArrowDown,
  currency: IconCoins,
  duplicate: IconCopy,
  late: IconClockExclamation,
  'fee-unexpected': IconReceiptTax,
  // No arrow back: before a title it would be read as the way back.
  'deposit-returned': IconCashOff,
  chargeback: IconReceiptRefund,
  'unknown-action': IconHelp,
};

/** Some types have other words where the other side is the books or the bank. */
export const typeText = (t: TFunction, type: ExceptionType, comparison: Comparison): string =>
  t(`reconciliation.type.${type}`, { context: comparison });

export const sideText = (t: TFunction, side: Side, comparison: Comparison): string =>
  t(`reconciliation.side.${comparison}.${side}`);

/** Beside its number: "190 closed". */
export const sideWord = (t: TFunction, side: Side, comparison: Comparison): string =>
  t(`reconciliation.sideWord.${comparison}.${side}`);

export function TypeChip({ exception }: { exception: Pick<ReconcileException, 'type' | 'comparison'> }) {
  const { t } = useTranslation();
  const { type, comparison } = exception;
  const Icon = TYPE_ICONS[type];
  return <StateChip tone="neutral" icon={<Icon size={16} />} label={typeText(t, type, comparison)} />;
}

/** The name of an item for a person: its order, else its reference. A line without either is named by its text or its number. */
export function nameOf({ orderId, reference, itemId, text, source }: ReconcileItem): string {
  const given = orderId ?? reference;
  if (given !== null || source.kind !== 'line') return given ?? itemId;
  return text === '' ? `#${source.lineNo}` : text;
}

/** The item an exception is about: ours if there is one. */
export const subjectOf = ({
  ours,
  theirs,
}: Pick<ReconcileException, 'ours' | 'theirs'>): ReconcileItem | null => ours ?? theirs[0] ?? null;
