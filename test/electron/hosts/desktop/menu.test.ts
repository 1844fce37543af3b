import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { menuTemplate, type Key } from '#electron/hosts/desktop/menu.ts';
import { keyText, places } from '#renderer/frame/places.tsx';

const itemsOf = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
const menus = (isMac: boolean, isPackaged = true, press: (keys: readonly Key[]) => void = () => {}) =>
  itemsOf(menuTemplate({ isMac, isPackaged, press }));

it.each([true, false])('no menu reloads the window, on a Mac: %s', (isMac) => {
  for (const isPackaged of [true, false]) {
    const roles = menus(isMac, isPackaged).map(({ role }) => role);
    expect(roles).toContain('editMenu');
    expect(roles).toContain('zoomIn');
    // `viewMenu` has both of the others in it.
    for (const role of ['reload', 'forceReload', 'viewMenu']) expect(roles).not.toContain(role);
    expect(roles.includes('toggleDevTools')).toBe(!isPackaged);
  }
});

it('each place of the side bar is in the menus, in both languages, and presses the key of the place', () => {
  const pressed: string[] = [];
  const named = { alt: 'Alt', control: 'Ctrl', shift: 'Shift' };
  const press = (keys: readonly Key[]) => {
    const texts = keys.map(({ keyCode, modifiers = [] }) =>
      [...modifiers.map((one) => named[one]), keyCode].join('+'),
    );
    pressed.push(texts.join(' '));
  };
  const items = menus(false, true, press);
  const go = items.find(({ label }) => label === 'Go · انتقال')?.submenu;
  for (const item of Array.isArray(go) ? go : []) {
    expect(item.label).toMatch(/^[A-Z].* · \p{Script=Arabic}/u);
    item.click?.({} as never, undefined, {});
  }
  expect(pressed).toEqual(places.map(({ code }) => keyText(code)));
});

it('a menu shows a key and does not take it from the window', () => {
  const shown = menus(false).filter(({ accelerator }) => accelerator !== undefined);
  expect(shown.map(({ accelerator }) => accelerator)).toContain('Ctrl+Shift+L');
  expect(shown.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  // A Mac's menu would take it all the same.
  expect(menus(true).filter(({ accelerator }) => accelerator !== undefined)).toEqual([]);
});
