/** The name of a window: the day on which it opens, or its id if that day cannot be read. */
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { formatDay, type Locale } from '../../i18n/format.ts';

export const nameOfWindow = ({ opensAt, windowId }: ListedWindow, locale: Locale): string =>
  opensAt?.kind === 'instant' ? formatDay(opensAt.atMs, locale) : shownText(windowId);
