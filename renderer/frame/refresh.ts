/** F5 and the palette's "Refresh" reach whatever page is open. */
import { useEffect } from 'react';

const EVENT = 'closeout:refresh';
export const askRefresh = () => window.dispatchEvent(new Event(EVENT));

export function useRefreshKey(refresh: () => void): void {
  useEffect(() => {
    window.addEventListener(EVENT, refresh);
    return () => window.removeEventListener(EVENT, refresh);
  }, [refresh]);
}
