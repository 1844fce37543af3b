/** F5 and the palette's "Refresh" reach whatever page is open. */
import { useEffect } from 'react';
import { call, toldElsewhere } from '../api/client.ts';

const EVENT = 'closeout:refresh';
export function askRefresh(): void {
  // What the gateway refused before may be allowed now: pages and their acts ask again.
  void toldElsewhere(call('app.askAnew', {}), 'the page that reads again');
  window.dispatchEvent(new Event(EVENT));
}

export function useRefreshKey(refresh: () => void): void {
  useEffect(() => {
    window.addEventListener(EVENT, refresh);
    return () => window.removeEventListener(EVENT, refresh);
  }, [refresh]);
}
