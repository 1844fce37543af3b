/** The state of an operation, icon and word; what is not known has a colour of its own. */
import {
  IconArrowBigRightLines,
  IconCheck,
  IconClockPause,
  IconHandStop,
  IconQuestionMark,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OperationState } from '#shared/domain/operation.ts';
import { useStatus } from '../../app-store.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

const LOOK: Record<OperationState, { tone: Tone; Icon: typeof IconCheck }> = {
  INTENT: { tone: 'neutral', Icon: IconArrowBigRightLines },
  SENDING: { tone: 'accent', Icon: IconArrowBigRightLines },
  NOT_SENT: { tone: 'bad', Icon: IconHandStop },
  SUCCEEDED: { tone: 'good', Icon: IconCheck },
  REFUSED: { tone: 'bad', Icon: IconHandStop },
  UNKNOWN: { tone: 'unknown', Icon: IconQuestionMark },
  CHECKING: { tone: 'unknown', Icon: IconQuestionMark },
  SUCCEEDED_BY_READ: { tone: 'good', Icon: IconCheck },
  ABSENT: { tone: 'unknown', Icon: IconQuestionMark },
  NEEDS_PERSON: { tone: 'unknown', Icon: IconUserQuestion },
  RESOLVED_DONE: { tone: 'good', Icon: IconCheck },
  RESOLVED_NOT_DONE: { tone: 'neutral', Icon: IconHandStop },
  DISPUTED: { tone: 'unknown', Icon: IconUserQuestion },
  EXPIRED: { tone: 'neutral', Icon: IconClockPause },
};

/** Closeout looks for their result by itself. */
const CHECKED: readonly OperationState[] = ['UNKNOWN', 'CHECKING'];

export function OperationStateChip({ state }: { state: OperationState }) {
  const { t } = useTranslation();
  const offline = useStatus()?.connection.state === 'offline';
  const { tone, Icon } = LOOK[state];
  // Without a connection nothing is being checked.
  const waits = offline && CHECKED.includes(state);
  const label = waits ? t('operations.state.offline') : t(`operations.state.${state}`);
  return <StateChip tone={tone} icon={<Icon size={16} />} label={label} />;
}
