/** Our state of a terminal, icon and word. */
import { Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconCloudOff,
  IconLoader2,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '#shared/contract/terminals.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

const LOOK: Record<Terminal['state'], { tone: Tone; Icon: typeof IconCheck }> = {
  reading: { tone: 'accent', Icon: IconLoader2 },
  'read-ok': { tone: 'good', Icon: IconCheck },
  'not-read-today': { tone: 'neutral', Icon: IconClock },
  refused: { tone: 'bad', Icon: IconBan },
  unreachable: { tone: 'late', Icon: IconCloudOff },
  'read-failed': { tone: 'bad', Icon: IconAlertTriangle },
};

export function TerminalState({ terminal }: { terminal: Terminal }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { tone, Icon } = LOOK[terminal.state];
  const chip = (
    <StateChip tone={tone} icon={<Icon size={16} />} label={t(`terminals.state.${terminal.state}`)} />
  );
  if (!terminal.lastError) return chip;
  const { title, next } = errorText(terminal.lastError.error);
  return (
    <Tooltip label={`${title} ${next}`} multiline w={320}>
      <span>{chip}</span>
    </Tooltip>
  );
}
