/** What is special about a settled row, icon and word: paid early, and by whose request; a fee or a net that is odd. */
import { IconAlertTriangle, IconBolt } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ListedSettled } from '#shared/contract/settlement.ts';
import { StateChip } from '../../components/state-chip.tsx';

type Marked = Pick<ListedSettled, 'early' | 'odd'>;

const earlyWord = (t: TFunction, { askedHere }: NonNullable<Marked['early']>) =>
  t(askedHere ? 'settlement.mark.early' : 'settlement.mark.earlyElsewhere');

export const marksText = (t: TFunction, { early, odd }: Marked): string =>
  [...(early ? [earlyWord(t, early)] : []), ...odd.map((one) => t(`settlement.mark.${one}`))].join(', ');

/** `short`: in a grid the column has little room; the row's own drawer says the rest. */
export function RowMarks({ row, short = false }: { row: Marked; short?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="row-marks">
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
