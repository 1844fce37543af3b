/** What is special about a transaction, icon and word. */
import {
  IconArrowBackUp,
  IconBolt,
  IconCopy,
  IconDecimal,
  IconHourglass,
  IconAlertTriangle,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#shared/contract/terminals.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

const LOOK: Record<Transaction['flags'][number], { tone: Tone; Icon: typeof IconBolt }> = {
  unknown: { tone: 'unknown', Icon: IconQuestionMark },
  'reversed-here': { tone: 'good', Icon: IconArrowBackUp },
  'reversal-listed': { tone: 'neutral', Icon: IconArrowBackUp },
  'duplicate-reference': { tone: 'late', Icon: IconCopy },
  'early-asked': { tone: 'neutral', Icon: IconHourglass },
  'paid-early': { tone: 'neutral', Icon: IconBolt },
  'float-noise': { tone: 'neutral', Icon: IconDecimal },
  'undoes-nothing': { tone: 'late', Icon: IconAlertTriangle },
};

export function Flags({ flags }: { flags: Transaction['flags'] }) {
  const { t } = useTranslation();
  // A sale that was undone has a line of its own, which says more: when, by whom, and the way to the other row.
  const shown = flags.filter((flag) => flag !== 'reversal-listed' && flag !== 'reversed-here');
  if (shown.length === 0) return null;
  return (
    <span className="inline-row">
      {shown.map((flag) => {
        const { tone, Icon } = LOOK[flag];
        return (
          <StateChip key={flag} tone={tone} icon={<Icon size={15} />} label={t(`terminals.flag.${flag}`)} />
        );
      })}
    </span>
  );
}
