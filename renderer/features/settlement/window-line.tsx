/** The last windows as a time line, the newest at its end: a bar for what each pays, its net in whole units, its day, and a mark for how it stands. */
import { useTranslation } from 'react-i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { sizeOf, toDecimal, wholeUnits } from '#shared/money/money.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useCounted } from '../../components/counted.ts';
import { formatAmount, formatCount, formatDate, localDate } from '../../i18n/format.ts';
import { bridgeText } from './bridge-text.ts';
import { nameOfWindow } from './name-of-window.ts';
import { lookOfBridge } from './window-bridge.tsx';
import { WindowsWaiting } from './windows-headline.tsx';

/** As many days as stand beside each other in the smallest window. */
const MOST = 14;

/** Pixels of the tallest bar. */
const TALLEST = 34;

/** The largest is the tallest; windows of another currency than the first have no bar. */
function heights(windows: readonly ListedWindow[]): (number | null)[] {
  const currency = windows.find(({ net }) => net !== null)?.net?.currency;
  const sizes = windows.map(({ net }) =>
    net?.currency === currency && net ? Number(sizeOf(net.minor)) : null,
  );
  const most = Math.max(1, ...sizes.map((size) => size ?? 0));
  return sizes.map((size) => size && Math.max(2, Math.round((size / most) * TALLEST)));
}

type WindowLineProps = { windows: ListedWindow[]; onOpen: (windowId: string) => void };

export function WindowLine({ windows, onOpen }: WindowLineProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const shown = windows.slice(0, MOST);
  const bars = heights(shown);
  const today = localDate(useNowMs());
  const { amountHead } = useAmountHead(shown.flatMap(({ net }) => net ?? []));
  return (
    <>
      <div className="windows-unit">
        <span>
          {amountHead(t('settlement.column.net'))}
          {windows.length > MOST &&
            ` · ${t('settlement.timeLineLast', { ...counted(MOST), all: counted(windows.length).number })}`}
        </span>
        <WindowsWaiting windows={windows} />
      </div>
      <ol className="windows" aria-label={t('settlement.timeLine')}>
        {shown.map((window, at) => {
          const { tone, Icon } = lookOfBridge(window, today);
          const name = nameOfWindow(window, locale);
          const amount = window.net && formatAmount(toDecimal(window.net), window.net.currency, locale);
          const label = [name, amount, bridgeText(t, window, { locale, today })].filter(Boolean).join(' · ');
          return (
            <li key={window.windowId}>
              <button
                type="button"
                className="window-card"
                data-window={window.windowId}
                data-state={window.bridge.state}
                title={label}
                onClick={() => onOpen(window.windowId)}
              >
                <span className="visually-hidden">{label}</span>
                <span className="window-sum" aria-hidden>
                  {window.net && formatCount(wholeUnits(window.net), locale)}
                </span>
                <span className="window-bar" aria-hidden style={{ blockSize: bars[at] ?? 0 }} />
                <span className="window-day chip" data-tone={tone} aria-hidden>
                  <Icon size={14} aria-hidden />
                  {window.opensAt?.kind === 'instant'
                    ? formatDate(localDate(window.opensAt.atMs), 'brief', locale)
                    : name}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
