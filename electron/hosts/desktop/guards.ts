/** Deny by default: navigation, new windows, frames, permissions, devices, web views, downloads. */
import type { App, Event, Session } from 'electron';
import { APP_ORIGIN } from '../../transport/ipc.ts';

const isOwnAddress = (url: string): boolean => url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`);

type GuardedApp = Pick<App, 'on'>;
type Navigation = Pick<Event, 'preventDefault'> & { readonly url: string };

/** A link never opens a window of the app. `openOutside` gets its address. */
export function guardApp(app: GuardedApp, openOutside: (url: string) => void): void {
  const ownOnly = (event: Navigation) => {
    if (!isOwnAddress(event.url)) event.preventDefault();
  };
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', ownOnly);
    contents.on('will-frame-navigate', ownOnly);
    contents.on('will-redirect', ownOnly);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: 'deny' };
    });
  });
  app.on('session-created', guardSession);
}

const ALLOWED = 'clipboard-sanitized-write';

/** The window's own session and every other: the one that paper is printed in closes itself further. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === ALLOWED));
  session.setPermissionCheckHandler((_contents, permission) => permission === ALLOWED);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('will-download', (event) => event.preventDefault());
  // Its dictionaries would be downloaded from elsewhere.
  session.setSpellCheckerEnabled(false);
}
