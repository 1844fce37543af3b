import { expect, it } from 'vitest';
import { menuTemplate } from '#electron/hosts/desktop/menu.ts';

it.each([true, false])('no menu reloads the window, on a Mac: %s', (isMac) => {
  for (const isPackaged of [true, false]) {
    const template = menuTemplate({ isMac, isPackaged });
    const roles = template.flatMap(({ role, submenu }) => [
      role,
      ...(Array.isArray(submenu) ? submenu.map((item) => item.role) : []),
    ]);
    expect(roles).toContain('editMenu');
    expect(roles).toContain('zoomIn');
    // `viewMenu` has both of the others in it.
    for (const role of ['reload', 'forceReload', 'viewMenu']) expect(roles).not.toContain(role);
    expect(roles.includes('toggleDevTools')).toBe(!isPackaged);
  }
});
