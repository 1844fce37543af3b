/** Deny by default: navigation, new windows, permissions, web views, downloads. */
import type { App, Session } from 'electron';
import { APP_ORIGIN } from '../../transport/ipc.ts';

export const isOwnAddress = (url: string): boolean => url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`);

export function guardApp(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  );
  session.on('will-download', (event) => event.preventDefault());
}
