/** What a word that is not known probably means, by what its rows show. A proposal: a person decides. Pure. */
import type { Sign } from './kind.ts';
import { hintOfName, type SayableKind } from './words.ts';

/** Why this is proposed, in the order of their weight. */
export const proposalReasons = ['name', 'undoes-sales', 'part-of-sales', 'negative', 'positive'] as const;
type ProposalReason = (typeof proposalReasons)[number];

type WordEvidence = {
  /** As the gateway writes it; null if it gives none. */
  readonly word: string | null;
  readonly sign: Sign;
  readonly count: number;
  /** How many of its rows have order and reference of an earlier sale, with the same amount, and with a smaller one. */
  readonly wholeOfSales: number;
  readonly partOfSales: number;
};
export type Proposal = { readonly kind: SayableKind; readonly reason: ProposalReason };

export function proposalOf({ word, sign, wholeOfSales, partOfSales }: WordEvidence): Proposal {
  const named = hintOfName(word);
  // A negative sale is none: its name says nothing then.
  if (named && !(named === 'sale' && (sign === 'minus' || wholeOfSales > 0)))
    return { kind: named, reason: 'name' };
  if (partOfSales > 0) return { kind: 'refund', reason: 'part-of-sales' };
  if (wholeOfSales > 0) return { kind: 'reversal', reason: 'undoes-sales' };
  return sign === 'minus' ? { kind: 'refund', reason: 'negative' } : { kind: 'sale', reason: 'positive' };
}
