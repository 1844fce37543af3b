/** Stores what was counted. */
import type { InputOf } from '#shared/contract/index.ts';
import { act, type Desk, type Detail } from './desk.ts';

/** Whoever counts blind is refused nothing that a person who counts another day would not be refused: a refusal tells, too. */
export async function count(desk: Desk, { closingId, lines }: InputOf<'closing.count'>): Detail {
  const record = await desk.db.call('closing.record', closingId);
  const blind = record !== null && (await desk.countsBlind(record.branch_key));
  return act(desk, closingId, { do: 'count', lines, blind });
}
