/**
 * The value of a field that shows dots, after an edit. `shown` has a dot for each character that stayed and the typed ones as they
 * are; what is after the caret stayed.
 */
export function valueAfter(value: string, shown: string, caret: number): string {
  const typed = /[^•]/.exec(shown.slice(0, caret))?.index ?? caret;
  const after = shown.length - caret;
  return (
    value.slice(0, typed) + shown.slice(typed, caret) + value.slice(Math.max(typed, value.length - after))
  );
}
