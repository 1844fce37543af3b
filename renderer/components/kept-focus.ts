import { useEffect, useRef, type RefObject } from 'react';

/**
 * Where the keyboard goes on when what was pressed is gone or off, and the focus with it. Give the ref to an element with
 * `tabIndex={-1}`; it takes a lost focus whenever `after` changes to something other than null.
 */
export function useKeptFocus<E extends HTMLElement>(after: string | null): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused.matches(':disabled');
    if (after !== null && isLost) place.current?.focus();
  }, [after]);
  return place;
}
