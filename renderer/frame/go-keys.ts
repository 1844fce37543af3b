/**
 * From a place to another by keys: Alt and a digit, or `G` and then a letter. From a tab to the next one of its place: `[` and `]`.
 * By the place of the key, on every keyboard.
 */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { places, tabOf, type Place } from './places.tsx';

/** The letter has to follow `G` within this. */
const LETTER_MS = 1_500;
type Pressed = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'timeStamp'>;

/** Answers the path that the key leads to. It remembers a `G`. */
export function goKeys(all: readonly Place[]): (pressed: Pressed) => string | null {
  let goAtMs = -Infinity;
  const pathOf = (code: string) => all.find((one) => one.code === code)?.path ?? null;
  return ({ code, altKey, ctrlKey, metaKey, shiftKey, timeStamp }) => {
    const follows = timeStamp - goAtMs <= LETTER_MS;
    goAtMs = -Infinity;
    if (ctrlKey || metaKey || shiftKey) return null;
    if (altKey) return code.startsWith('Digit') ? pathOf(code) : null;
    if (follows && code.startsWith('Key')) return pathOf(code);
    if (code === 'KeyG') goAtMs = timeStamp;
    return null;
  };
}

/** Answers the tab before this address by `[`, and the one after it by `]`; null at the ends and where a place has no tabs. */
export function tabBeside(
  path: string,
  { code, altKey, ctrlKey, metaKey, shiftKey }: Omit<Pressed, 'timeStamp'>,
): string | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  const step = code === 'BracketLeft' ? -1 : code === 'BracketRight' ? 1 : 0;
  const open = tabOf(path);
  if (step === 0 || !open) return null;
  const place = open.tabs.indexOf(open.tab);
  return open.tabs[place + step]?.path ?? null;
}

/** A radio button takes no letters: after a press on a tab, the keys go on working. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && target.getAttribute('type') !== 'radio'));

export function useGoKeys(): void {
  const [open, navigate] = useLocation();
  useEffect(() => {
    const go = goKeys(places);
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const path = go(event) ?? tabBeside(open, event);
      if (path === null) return;
      event.preventDefault();
      navigate(path);
    };
    document.documentElement.addEventListener('keydown', press);
    return () => document.documentElement.removeEventListener('keydown', press);
  }, [open, navigate]);
}
