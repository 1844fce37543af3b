/** Windows as a time line, newest first: the day, what it pays, and how it stands. */
import { useTranslation } from 'react-i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { useLocale } from '../../app-store.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { nameOfWindow } from './name-of-window.ts';
import { WindowBridge } from './window-bridge.tsx';
import { WindowStatus } from './window-status.tsx';

/** What is paid is told by its bridge; before that its own state says more. */
function Standing({ window }: { window: ListedWindow }) {
  const { state } = window.bridge;
  return state === 'open' || state === 'waiting' ? (
    <WindowStatus status={window.status} />
  ) : (
    <WindowBridge window={window} />
  );
}

export function WindowLine({
  windows,
  onOpen,
}: {
  windows: ListedWindow[];
  onOpen: (windowId: string) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ol className="windows" aria-label={t('settlement.timeLine')}>
      {windows.map((window) => (
        <li key={window.windowId}>
          <button
            type="button"
            className="window-card"
            data-window={window.windowId}
            data-state={window.bridge.state}
            onClick={() => onOpen(window.windowId)}
          >
            <span className="window-day">{nameOfWindow(window, locale)}</span>
            {window.net ? (
              <MoneyText value={window.net} strong size={16} />
            ) : (
              <span className="muted">—</span>
            )}
            <Standing window={window} />
          </button>
        </li>
      ))}
    </ol>
  );
}
