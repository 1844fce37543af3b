/** What a new Practice begins with. A person meets the story; tests and tools ask for a bare one. */
import { practiceKinds, type PracticeKind } from '../../core/options.ts';

/** False if CLOSEOUT_UPKEEP is `off`: tests that count requests set it. */
export const keepsUpToDate = (variable = process.env['CLOSEOUT_UPKEEP']): boolean => variable !== 'off';

/** `--practice story` or `bare`, else CLOSEOUT_PRACTICE; null if it is something else. */
export function practiceKindOf(
  argument: string | undefined,
  variable = process.env['CLOSEOUT_PRACTICE'],
): PracticeKind | null {
  const said = argument ?? variable ?? 'story';
  return practiceKinds.find((kind) => kind === said) ?? null;
}
