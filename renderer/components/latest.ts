/** The newest value of what is drawn, for an answer that comes later. */
import { useEffect, useRef, type RefObject } from 'react';

export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
