/** What a page or a drawer does once, when it is opened. */
import { useEffect, useRef } from 'react';
import { useStatus } from '../app-store.ts';

/** Runs `first` once for a page, however often the page is drawn. */
export function useFirstLoad(first: () => void): void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    first();
  });
}

/** Reads a record once, when it is opened, if the gateway can be reached. What is stored is shown meanwhile. */
export function useReadOnOpening(key: string | null, read: () => void): void {
  const isOffline = useStatus()?.connection.state === 'offline';
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (opened.current === key) return;
    opened.current = key;
    if (key !== null && !isOffline) read();
  });
}
