/** What became of a sheet's rows or parts: their attempts in the journal, which are kept before anything is sent. */
import type { SheetRowState } from '#shared/contract/sheets.ts';
import type { SheetKind } from '#shared/domain/sheets.ts';
import type { CreationState } from '../../database/repositories/creations.ts';
import type { StoredSheetRow } from '../../database/repositories/sheets.ts';
import type { ProfileContext } from '../context.ts';

export type Sent = Extract<SheetRowState, 'done' | 'refused' | 'not-known' | 'by-person'>;
const STATES: Readonly<Record<CreationState, Sent>> = {
  sent: 'not-known',
  'not-known': 'not-known',
  done: 'done',
  refused: 'refused',
  'made-again': 'by-person',
  dropped: 'by-person',
};

/** Our reference of an attempt. `place`: the row of a link, the part of customers. */
const prefixOf = (sheetId: string) => `CR-${sheetId}-`;
export type Attempts = {
  /** Null: nothing was sent of it. */
  of(place: number): Sent | null;
  /** The reference of the next attempt. */
  nextId(place: number): string;
};

export async function attemptsOf({ db }: ProfileContext, sheetId: string): Promise<Attempts> {
  const prefix = prefixOf(sheetId);
  const states = new Map<number, Sent[]>();
  for (const { creationId, state } of await db.call('creations.states', prefix)) {
    const place = Number(creationId.slice(prefix.length).split('-')[0]);
    states.set(place, [...(states.get(place) ?? []), STATES[state]]);
  }
  return {
    // One that was refused made nothing: any other says more.
    of: (place) => {
      const all = states.get(place) ?? [];
      return all.find((state) => state !== 'refused') ?? all[0] ?? null;
    },
    nextId: (place) => `${prefix}${place}-${(states.get(place)?.length ?? 0) + 1}`,
  };
}

/** True if nothing can have come of it. */
export const isUnsent = (sent: Sent | null): boolean => sent === null || sent === 'refused';

/** A link is an attempt of its own: what came of it is so whatever is said of its row since. */
export function stateOf(
  kind: SheetKind,
  { row, part, value }: StoredSheetRow,
  attempts: Attempts,
): SheetRowState {
  const link = kind === 'links' ? attempts.of(row) : null;
  if (link !== null && !isUnsent(link)) return link;
  if (value.problems.length + value.theirs.length > 0) return 'wrong';
  if (!value.sends) return 'left-out';
  if (part === null) return 'unchecked';
  return link ?? (kind === 'links' ? 'ready' : (attempts.of(part) ?? 'ready'));
}
