/** Proposals of the last run that nobody has accepted since, page by page. */
import { z } from 'zod';
import { groundSchema, type ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import { searchText } from '#shared/text/digits.ts';
import type { ReadableDb } from '../../db.ts';
import type { Current } from './current.ts';
import { decodeItems } from './stored.ts';

const rowSchema = z.object({
  number: z.bigint().transform(Number),
  rank: z.bigint().transform(Number),
  alike: z.string().nullable(),
  currency: z.string(),
  difference_minor: z.bigint(),
  grounds: z.string(),
  ours: z.string(),
  theirs: z.string(),
});
const groundsSchema = z.array(groundSchema);

/** An item that somebody matched since the run is in no proposal any more. */
const isFree = (side: 'ours' | 'theirs') => `NOT EXISTS (SELECT 1 FROM json_each(p.${side}) AS item
  CROSS JOIN journal.manual_match_member AS i ON i.comparison = 'bank' AND i.side = '${side}'
    AND i.item_id = json_extract(item.value, '$.itemId') AND i.standing = 1)`;
const FREE = `p.run = @run AND ${isFree('ours')} AND ${isFree('theirs')}`;

export type ProposalQuery = {
  readonly text: string;
  /** Only those that are alike in this. */
  readonly alike: string | null;
  /** The number of the last one. */
  readonly after: number;
  readonly limit: number;
};

/** Exported so that a test can read its plan. */
export function proposalPageSql({ text, alike, after, limit }: ProposalQuery, run: number) {
  const parts = [
    alike === null ? '' : ' AND p.alike = @alike',
    text.trim() === '' ? '' : ' AND instr(p.search, @text) > 0',
  ];
  return {
    sql: `SELECT p.number, p.rank, p.alike, p.currency, p.difference_minor, p.grounds, p.ours, p.theirs
      FROM proposal AS p ${alike === null ? '' : 'INDEXED BY proposal_alike '}WHERE ${FREE} AND p.number > @after${parts.join('')} ORDER BY p.number LIMIT @limit`,
    args: {
      run,
      after,
      limit: limit + 1,
      ...(alike !== null && { alike }),
      ...(text.trim() !== '' && { text: searchText(text) }),
    },
  };
}

/** How many are alike, each asked for once. */
function createCountOf(results: ReadableDb, run: number): (alike: string) => number {
  const count = results.prepare<{ count: number }>(
    `SELECT COUNT(*) AS count FROM proposal AS p WHERE ${FREE} AND p.alike = @alike`,
  );
  const known = new Map<string, number>();
  return (alike) => {
    const found = known.get(alike) ?? count.get({ run, alike })?.count ?? 0;
    known.set(alike, found);
    return found;
  };
}

export function proposalPage(
  results: ReadableDb,
  query: ProposalQuery,
  { run }: Current,
): { rows: ReconcileProposal[]; next: number | null } {
  const { sql, args } = proposalPageSql(query, run);
  const found = results
    .prepare(sql)
    .safeIntegers()
    .all(args)
    .map((row) => rowSchema.parse(row));
  const countOf = createCountOf(results, run);
  const shown = found.slice(0, query.limit);
  return {
    rows: shown.map(({ number, rank, alike, currency, difference_minor, grounds, ours, theirs }) => ({
      proposalId: `${run}-${number}`,
      rank,
      grounds: groundsSchema.parse(JSON.parse(grounds)),
      ours: decodeItems(ours),
      theirs: decodeItems(theirs),
      difference: { minor: difference_minor, currency },
      alike: alike === null ? null : { key: alike, count: countOf(alike) },
    })),
    next: found.length > query.limit ? (shown.at(-1)?.number ?? null) : null,
  };
}

export const countOfProposals = (results: ReadableDb, { run }: Current): number =>
  results.prepare<{ count: number }>(`SELECT COUNT(*) AS count FROM proposal AS p WHERE ${FREE}`).get({ run })
    ?.count ?? 0;
