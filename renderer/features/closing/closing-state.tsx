/** The state of a day, a step, a terminal or a line: icon and word. */
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleArrowUp,
  IconCircleDashed,
  IconClockExclamation,
  IconCloudOff,
  IconDoorExit,
  IconHourglass,
  IconLoader2,
  IconLockOpen,
  IconMinus,
  IconPencil,
  IconQuestionMark,
  IconRotate,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosingTerminal, CountLine } from '#shared/contract/closing-day.ts';
import type { ClosingState } from '#shared/domain/closing.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

type Look = { tone: Tone; Icon: typeof IconCheck };
/** `waiting`: its close was sent to somebody else for approval. */
type DayState = ClosingState | 'late' | 'newer' | 'none' | 'waiting';

const DAY: Record<DayState, Look> = {
  open: { tone: 'accent', Icon: IconLockOpen },
  provisional: { tone: 'late', Icon: IconCloudOff },
  closed: { tone: 'good', Icon: IconCheck },
  reopened: { tone: 'late', Icon: IconRotate },
  cancelled: { tone: 'neutral', Icon: IconX },
  late: { tone: 'late', Icon: IconClockExclamation },
  newer: { tone: 'late', Icon: IconCircleArrowUp },
  none: { tone: 'neutral', Icon: IconMinus },
  waiting: { tone: 'neutral', Icon: IconHourglass },
};
export function DayStateChip({ state }: { state: DayState }) {
  const { t } = useTranslation();
  const { tone, Icon } = DAY[state];
  return <StateChip tone={tone} icon={<Icon size={16} />} label={t(`closing.state.${state}`)} />;
}

/** The mark of a day whose count is not what was expected. */
export function DiffersChip() {
  const { t } = useTranslation();
  return (
    <StateChip tone="late" icon={<IconAlertTriangle size={14} />} label={t('closing.history.trendDiffers')} />
  );
}

const TERMINAL: Record<ClosingTerminal['state'], Look> = {
  'to-read': { tone: 'neutral', Icon: IconCircleDashed },
  reading: { tone: 'accent', Icon: IconLoader2 },
  read: { tone: 'good', Icon: IconCheck },
  failed: { tone: 'bad', Icon: IconAlertTriangle },
  'left-out': { tone: 'neutral', Icon: IconDoorExit },
};
const UNREACHED: Look = { tone: 'neutral', Icon: IconCloudOff };

type ReadChipProps = Pick<ClosingTerminal, 'state'> & {
  /** Why it was not read is said once for all, above. */
  told: boolean;
  /** It was read in this close, and too long ago by now. */
  again: boolean;
};

export function TerminalReadChip({ state, told, again }: ReadChipProps) {
  const { t } = useTranslation();
  const { tone, Icon } = state === 'failed' && told ? UNREACHED : TERMINAL[state];
  const name = state === 'to-read' && again ? 'again' : state;
  return <StateChip tone={tone} icon={<Icon size={16} />} label={t(`closing.read.state.${name}`)} />;
}

const VERDICT: Record<NonNullable<CountLine['verdict']>, Look> = {
  agrees: { tone: 'good', Icon: IconCheck },
  'within-tolerance': { tone: 'good', Icon: IconCheck },
  'to-explain': { tone: 'late', Icon: IconPencil },
  explained: { tone: 'neutral', Icon: IconCheck },
};
export function VerdictChip({ verdict }: { verdict: NonNullable<CountLine['verdict']> }) {
  const { t } = useTranslation();
  const { tone, Icon } = VERDICT[verdict];
  return <StateChip tone={tone} icon={<Icon size={16} />} label={t(`closing.verdict.${verdict}`)} />;
}

const TOTALS: Record<'agree' | 'differ' | 'not-checked', Look> = {
  agree: { tone: 'good', Icon: IconCheck },
  differ: { tone: 'neutral', Icon: IconPencil },
  'not-checked': { tone: 'late', Icon: IconQuestionMark },
};
export function TotalsVerdictChip({ verdict }: { verdict: 'agree' | 'differ' | 'not-checked' }) {
  const { t } = useTranslation();
  const { tone, Icon } = TOTALS[verdict];
  return <StateChip tone={tone} icon={<Icon size={16} />} label={t(`closing.totals.${verdict}`)} />;
}
