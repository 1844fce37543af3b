/** What follows from rows, kept while there are none: a head that was made for the last rows stays as it is until others come. */
import { useState } from 'react';

/** `value`: what follows from the rows. `hasRows` false: it says nothing, and the last one holds; before there were any it is `first`. */
export function useOfLastRows<T extends string | number>(value: T, hasRows: boolean, first: T): T {
  const [last, setLast] = useState(hasRows ? value : first);
  if (hasRows && last !== value) setLast(value);
  return hasRows ? value : last;
}
