/** The state of a window at the bank, as icon and word. An unexplained amount has its sign, unless it is shown next to it. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconClockHour4,
  IconDownload,
  IconFileOff,
  IconHourglass,
  IconReceipt2,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import type { WindowBridgeState } from '#shared/domain/window-state.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { localDate } from '../../i18n/format.ts';
import { bridgeText } from './bridge-text.ts';
import { isOverdue } from './overdue.ts';

const LOOK: Record<WindowBridgeState, { tone: Tone; Icon: typeof IconDownload }> = {
  open: { tone: 'neutral', Icon: IconClockHour4 },
  waiting: { tone: 'neutral', Icon: IconHourglass },
  'no-amounts': { tone: 'late', Icon: IconAlertTriangle },
  'not-downloaded': { tone: 'late', Icon: IconDownload },
  'no-deposit': { tone: 'neutral', Icon: IconReceipt2 },
  'no-statement': { tone: 'neutral', Icon: IconFileOff },
  missing: { tone: 'bad', Icon: IconAlertTriangle },
  explained: { tone: 'good', Icon: IconCircleCheck },
  unexplained: { tone: 'bad', Icon: IconAlertTriangle },
};

type Stands = Pick<ListedWindow, 'bridge' | 'expectedPayoutDate'>;
export const lookOfBridge = (window: Stands, today: string) =>
  isOverdue(window, today)
    ? { tone: 'late' as const, Icon: IconClockExclamation }
    : LOOK[window.bridge.state];

type WindowBridgeProps = { window: Stands & Pick<ListedWindow, 'differs'>; withAmount?: boolean };

export function WindowBridge({ window, withAmount = true }: WindowBridgeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { state, unexplained } = window.bridge;
  const today = localDate(useNowMs());
  const { tone, Icon } = lookOfBridge(window, today);
  const differs = window.differs.length > 0;
  return (
    <span className="window-bridge">
      <StateChip tone={tone} icon={<Icon size={16} />} label={bridgeText(t, window, { locale, today })} />
      {withAmount && state === 'unexplained' && unexplained && (
        <MoneyText value={unexplained} strong signed />
      )}
      {differs && (
        <StateChip tone="late" icon={<IconAlertTriangle size={16} />} label={t('settlement.differs.short')} />
      )}
    </span>
  );
}
