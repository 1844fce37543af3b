/**
 * The menus: every key of the window with its place, in both languages, since nobody is signed in and no language is chosen when
 * they are made. An item of ours presses its key in the window, so that a menu and a key are one thing. Nothing reloads the
 * window, as Electron's own menu would: a reload loses what a dialog is waiting for.
 */
import type { MenuItemConstructorOptions } from 'electron';
import appAr from '#resources/locales/ar/app.json' with { type: 'json' };
import peopleAr from '#resources/locales/ar/people.json' with { type: 'json' };
import reportsAr from '#resources/locales/ar/reports.json' with { type: 'json' };
import appEn from '#resources/locales/en/app.json' with { type: 'json' };
import peopleEn from '#resources/locales/en/people.json' with { type: 'json' };
import reportsEn from '#resources/locales/en/reports.json' with { type: 'json' };

/** As Electron's `sendInputEvent` takes it. */
export type Key = { readonly keyCode: string; readonly modifiers?: readonly ('control' | 'shift' | 'alt')[] };
type Item = { readonly label: string; readonly keys: readonly Key[] };
type Menus = {
  readonly isMac: boolean;
  readonly isPackaged: boolean;
  readonly press: (keys: readonly Key[]) => void;
};

const both = (en: string, ar: string) => `${en} · ${ar}`;
type Place = Exclude<keyof typeof appEn.nav, 'label' | 'tabs' | 'openCount_one' | 'openCount_other'>;
const place = (name: Place, ...keys: Key[]): Item => ({
  label: both(appEn.nav[name], appAr.nav[name]),
  keys,
});
const alt = (keyCode: string): Key => ({ keyCode, modifiers: ['alt'] });
const control = (keyCode: string): Key => ({ keyCode, modifiers: ['control'] });

/** The places of the window, in the order of its side bar (renderer/frame/places.tsx). */
const GO: readonly Item[] = [
  place('today', alt('1')),
  place('terminals', alt('2')),
  place('operations', alt('3')),
  place('close', alt('4')),
  place('payments', { keyCode: 'G' }, { keyCode: 'P' }),
  place('billing', { keyCode: 'G' }, { keyCode: 'B' }),
  place('customers', { keyCode: 'G' }, { keyCode: 'C' }),
  place('catalogue', { keyCode: 'G' }, { keyCode: 'K' }),
  place('settlement', alt('5')),
  place('reconcile', alt('6')),
  place('instant', alt('7')),
  place('transfers', { keyCode: 'G' }, { keyCode: 'O' }),
  place('activity', alt('8')),
  place('rates', { keyCode: 'G' }, { keyCode: 'R' }),
  place('integration', { keyCode: 'G' }, { keyCode: 'I' }),
  place('settings', alt('9')),
];
const PAGE: readonly Item[] = [
  { label: both(appEn.keys.find, appAr.keys.find), keys: [control('K')] },
  { label: both(appEn.keys.refresh, appAr.keys.refresh), keys: [{ keyCode: 'F5' }] },
  { label: both(reportsEn.keys.print, reportsAr.keys.print), keys: [control('P')] },
  { label: both(reportsEn.keys.save, reportsAr.keys.save), keys: [control('E')] },
];
const PEOPLE: readonly Item[] = [
  { label: both(peopleEn.lock.now, peopleAr.lock.now), keys: [control('L')] },
  {
    label: both(peopleEn.lock.switch, peopleAr.lock.switch),
    keys: [{ keyCode: 'L', modifiers: ['control', 'shift'] }],
  },
];
const KEYS: Item = {
  label: both(appEn.keys.title, appAr.keys.title),
  keys: [{ keyCode: '?', modifiers: ['shift'] }],
};

const named = { control: 'Ctrl', shift: 'Shift', alt: 'Alt' };
const keyText = ({ keyCode, modifiers = [] }: Key) =>
  [...modifiers.filter((one) => keyCode !== '?' || one !== 'shift').map((one) => named[one]), keyCode].join(
    '+',
  );

/** The window itself takes the key; the menu shows it. A Mac's menus would take it away, so there it stands in the label. */
function itemOf({ label, keys }: Item, { isMac, press }: Menus): MenuItemConstructorOptions {
  const [only] = keys.length === 1 ? keys : [];
  const click = () => press(keys);
  return only !== undefined && !isMac && only.keyCode !== '?'
    ? { label, click, accelerator: keyText(only), registerAccelerator: false }
    : { label: `${label}  (${keys.map(keyText).join(' ')})`, click };
}

export function menuTemplate(menus: Menus): MenuItemConstructorOptions[] {
  const { isMac, isPackaged } = menus;
  const items = (some: readonly Item[]) => some.map((item) => itemOf(item, menus));
  const separator = { type: 'separator' as const };
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: 'Closeout',
      submenu: [
        ...items(PAGE),
        separator,
        ...items(PEOPLE),
        ...(isMac ? [] : [separator, { role: 'quit' as const, label: 'Quit · إنهاء' }]),
      ],
    },
    { role: 'editMenu', label: 'Edit · تحرير' },
    { label: 'Go · انتقال', submenu: items(GO) },
    {
      label: 'View · عرض',
      submenu: [
        { role: 'resetZoom', label: 'Actual size · الحجم الفعلي' },
        { role: 'zoomIn', label: 'Zoom in · تكبير' },
        { role: 'zoomOut', label: 'Zoom out · تصغير' },
        { role: 'togglefullscreen', label: 'Full screen · ملء الشاشة' },
        separator,
        ...items([KEYS]),
        ...(isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
  ];
}
