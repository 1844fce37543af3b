/**
 * A request about a day tells the sums of that day. Whoever counts its branch blind does not see them in Activity either, whichever
 * PC asked. The record itself is not changed.
 */
import { z } from 'zod';
import type { Activity } from '#shared/contract/activity.ts';
import { approvalKindNames, isOfDay } from '#shared/domain/approvals.ts';
import { searchedText } from '../../audit/entry.ts';
import type { ClosingService } from '../closing/index.ts';

const factsSchema = z.looseObject({
  kind: z.enum(approvalKindNames),
  amounts: z.unknown(),
  /** Of an older Closeout's entry it is not known: what holds for a branch without settings of its own holds then. */
  branch: z.string().optional(),
});

function factsOf(facts: string): z.output<typeof factsSchema> | null {
  try {
    return factsSchema.safeParse(JSON.parse(facts)).data ?? null;
  } catch {
    // Of another PC, and no JSON: there is no amount in it that anybody could read.
    return null;
  }
}

/**
 * The row as this person may see it. `text`: what the list is searched for, as `searchText` gives it. Null if the text stands only in a
 * sum that is hidden from this person: otherwise a search, digit by digit, would tell the sum.
 */
export async function withoutExpected(
  { countsBlind }: Pick<ClosingService, 'countsBlind'>,
  row: Activity,
  text: string,
): Promise<Activity | null> {
  if (row.kind !== 'entry' || !row.action.startsWith('approval.')) return row;
  const facts = factsOf(row.facts);
  if (!facts || !isOfDay(facts.kind) || !(await countsBlind(facts.branch ?? ''))) return row;
  const { amounts: _, ...rest } = facts;
  const shown = { ...row, facts: JSON.stringify(rest) };
  return searchedText(shown).includes(text) ? shown : null;
}
