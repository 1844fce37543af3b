/**
 * The whole date and time of the moment under the pointer. One tooltip serves all moments of the window: a list draws dozens of them, and one
 * for each would take longer than the rest of its cells.
 */
import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocale } from '../app-store.ts';
import { formatDateTime } from '../i18n/format.ts';

/** How long the pointer rests on a moment first: it passes many. */
const RESTS_MS = 400;

/** What a text about this moment carries, so that its hint is found. */
export const momentHint = (atMs: number) => ({ 'data-moment': atMs });

const momentUnder = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-moment]') : null;

export function MomentHint() {
  const locale = useLocale();
  const [shown, setShown] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let under: HTMLElement | null = null;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const show = (moment: HTMLElement | null) => {
      if (moment === under) return;
      under = moment;
      clearTimeout(resting);
      setShown(null);
      if (moment) resting = setTimeout(() => setShown(moment), RESTS_MS);
    };
    const over = ({ target }: PointerEvent) => show(momentUnder(target));
    const away = () => show(null);
    document.addEventListener('pointerover', over);
    // A row that scrolls away leaves its hint behind.
    document.addEventListener('scroll', away, true);
    document.documentElement.addEventListener('pointerleave', away);
    return () => {
      clearTimeout(resting);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('scroll', away, true);
      document.documentElement.removeEventListener('pointerleave', away);
    };
  }, []);
  if (!shown?.isConnected) return null;
  return <Tooltip target={shown} opened label={formatDateTime(Number(shown.dataset['moment']), locale)} />;
}
