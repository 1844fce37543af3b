/** What is special about a settled row, icon and word: undone or undoing, paid early and by whose request, an odd fee or net. */
import { IconAlertTriangle, IconArrowBackUp, IconBolt } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ListedSettled } from '#shared/contract/settlement.ts';
import { isReturn, isUndoing } from '#shared/domain/kinds/index.ts';
import { StateChip } from '../../components/state-chip.tsx';

type Marked = Pick<ListedSettled, 'early' | 'odd' | 'kind' | 'undoes' | 'undoneBy'>;
type PairMark = 'undone' | 'refunded' | 'undoes' | 'refundOf';

/** What a row is in its pair; null if it is in none. */
export function pairMark({ kind, undoes, undoneBy }: Marked): PairMark | null {
  if (undoes !== null) return isUndoing(kind) ? 'undoes' : 'refundOf';
  if (undoneBy.length === 0) return null;
  return undoneBy.some(isUndoing) ? 'undone' : 'refunded';
}
/** What it is in its pair; of money that goes back and is in none, what it is. Null for a sale by itself. */
function backWord(t: TFunction, row: Marked): string | null {
  const pair = pairMark(row);
  if (pair) return t(`settlement.mark.${pair}`);
  return isReturn(row.kind) ? t(`words.kind.${row.kind}`) : null;
}
/** Together with the other row of its pair it comes to nothing. */
export const cancelsOut = (row: Marked): boolean => ['undone', 'undoes'].includes(pairMark(row) ?? '');

const earlyWord = (t: TFunction, { askedHere }: NonNullable<Marked['early']>) =>
  t(askedHere ? 'settlement.mark.early' : 'settlement.mark.earlyElsewhere');

export function marksText(t: TFunction, row: Marked): string {
  const { early, odd } = row;
  const back = backWord(t, row);
  return [
    ...(back === null ? [] : [back]),
    ...(early ? [earlyWord(t, early)] : []),
    ...odd.map((one) => t(`settlement.mark.${one}`)),
  ].join(', ');
}

/** `short`: in a grid the column has little room; the row's own drawer says the rest. */
export function RowMarks({ row, short = false }: { row: Marked; short?: boolean }) {
  const { t } = useTranslation();
  const back = backWord(t, row);
  return (
    <span className="row-marks">
      {back !== null && (
        <StateChip tone="neutral" icon={<IconArrowBackUp size={15} className="mirror" />} label={back} />
      )}
      {row.early && (
        <StateChip
          tone="neutral"
          icon={<IconBolt size={15} />}
          label={short ? t('settlement.mark.early') : earlyWord(t, row.early)}
        />
      )}
      {row.odd.map((one) => (
        <StateChip
          key={one}
          tone="late"
          icon={<IconAlertTriangle size={15} />}
          label={t(`settlement.mark.${one}`)}
        />
      ))}
    </span>
  );
}
