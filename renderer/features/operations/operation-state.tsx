/** The state of an operation, icon and word; what is not known has a colour of its own. */
import {
  IconArrowBigRightLines,
  IconCheck,
  IconClockPause,
  IconHandStop,
  IconQuestionMark,
  IconUserQuestion,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { MovementKind, OperationState } from '#shared/domain/operation.ts';
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

/** The gateway took these on: what comes of them is told later, in their own list. */
const TAKEN_ON: readonly MovementKind[] = ['instant-settlement', 'payout', 'payout-batch'];
type StateOf = { state: OperationState; movement: MovementKind };
const isTakenOn = ({ state, movement }: StateOf): boolean =>
  TAKEN_ON.includes(movement) && (state === 'SUCCEEDED' || state === 'SUCCEEDED_BY_READ');

export const operationStateText = (t: TFunction, of: StateOf): string =>
  t(isTakenOn(of) ? 'operations.state.accepted' : `operations.state.${of.state}`);

export function OperationStateChip(of: StateOf) {
  const { state } = of;
  const { t } = useTranslation();
  const offline = useStatus()?.connection.state === 'offline';
  const { tone, Icon } = isTakenOn(of) ? LOOK.INTENT : LOOK[state];
  // Without a connection nothing is being checked.
  const waits = offline && CHECKED.includes(state);
  const label = waits ? t('operations.state.offline') : operationStateText(t, of);
  // Arrows point the way the text runs; check marks and questions do not turn.
  const turns = Icon === IconArrowBigRightLines ? 'mirror' : undefined;
  return <StateChip tone={tone} icon={<Icon size={16} className={turns} />} label={label} />;
}
