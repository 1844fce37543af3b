/** The menu: what edits text and what zooms. Nothing that reloads the window, as Electron's own menu would: a reload loses what a dialog is waiting for. */
import type { MenuItemConstructorOptions } from 'electron';

export function menuTemplate({
  isMac,
  isPackaged,
}: {
  isMac: boolean;
  isPackaged: boolean;
}): MenuItemConstructorOptions[] {
  return [
    isMac ? { role: 'appMenu' } : { label: 'Closeout', submenu: [{ role: 'quit', label: 'Quit · إنهاء' }] },
    { role: 'editMenu', label: 'Edit · تحرير' },
    {
      label: 'View · عرض',
      submenu: [
        { role: 'resetZoom', label: 'Actual size · الحجم الفعلي' },
        { role: 'zoomIn', label: 'Zoom in · تكبير' },
        { role: 'zoomOut', label: 'Zoom out · تصغير' },
        { role: 'togglefullscreen', label: 'Full screen · ملء الشاشة' },
        ...(isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
  ];
}
