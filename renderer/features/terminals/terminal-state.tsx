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
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '#shared/contract/terminals.ts';
import { useLocale } from '../../app-store.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { formatDate, type Locale } from '../../i18n/format.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

const LOOK: Record<Terminal['state'], { tone: Tone; Icon: typeof IconCheck }> = {
  reading: { tone: 'accent', Icon: IconLoader2 },
  'read-ok': { tone: 'good', Icon: IconCheck },
  'not-read-today': { tone: 'neutral', Icon: IconClock },
  refused: { tone: 'bad', Icon: IconBan },
  unreachable: { tone: 'late', Icon: IconCloudOff },
  'read-failed': { tone: 'bad', Icon: IconAlertTriangle },
};

/** With the day that is meant: a branch's day is not always the calendar's. */
const stateText = (t: TFunction, { state, businessDate }: Terminal, locale: Locale): string =>
  t(`terminals.state.${state}`, { date: formatDate(businessDate, 'brief', locale) });

export function TerminalState({ terminal }: { terminal: Terminal }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const locale = useLocale();
  const { tone, Icon } = LOOK[terminal.state];
  const chip = <StateChip tone={tone} icon={<Icon size={16} />} label={stateText(t, terminal, locale)} />;
  if (!terminal.lastError) return chip;
  const { title, next } = errorText(terminal.lastError.error);
  return (
    <Tooltip label={`${title} ${next}`} multiline w={320}>
      <span>{chip}</span>
    </Tooltip>
  );
}
