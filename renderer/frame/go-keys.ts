/** From a place to another by keys: Alt and a digit, or `G` and then a letter. By the place of the key, on every keyboard. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { sections, type Section } from './sections.tsx';

/** The letter has to follow `G` within this. */
const LETTER_MS = 1_500;
type Pressed = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'timeStamp'>;

/** Answers the path that the key leads to. It remembers a `G`. */
export function goKeys(all: readonly Section[]): (pressed: Pressed) => string | null {
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

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useGoKeys(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const go = goKeys(sections);
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const path = go(event);
      if (path === null) return;
      event.preventDefault();
      navigate(path);
    };
    document.documentElement.addEventListener('keydown', press);
    return () => document.documentElement.removeEventListener('keydown', press);
  }, [navigate]);
}
