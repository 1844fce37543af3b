/** Reads a whole file with its mapping into a stage, and sums up what came out. Nothing is stored by it. */
import { createHash } from 'node:crypto';
import type { ImportPreview } from '#shared/contract/import-file.ts';
import { importWarnings, type SkipReason } from '#shared/domain/statement.ts';
import { withoutCardsInText } from '#shared/text/cards.ts';
import { findFormat, isBank } from './find-format.ts';
import { createLineKeys } from './line-key.ts';
import type { FilePreview, PreviewInput } from './protocol.ts';
import { createInRanges, createRanges } from './ranges.ts';
import { readStatements, readTable, type ReadRow } from './read-rows.ts';
import type { ParsedLine, Problem } from './read-line.ts';
import type { Stage, StagedRow } from './stage.ts';
import type { Seen } from './survey.ts';
import { StatementError } from './statement-error.ts';

/** Lines whose keys are asked for at once. */
const BATCH = 500;
const EVERY = 2_000;

type Tally = Pick<ImportPreview, 'counts' | 'totals' | 'span' | 'problems' | 'skippedBy' | 'accounts'> & {
  linesSha256: string;
  seen: Seen[];
};

function createTally() {
  const counts = { good: 0, bad: 0, skipped: 0 };
  const totals = new Map<string, { count: number; credit: bigint; debit: bigint }>();
  const problems = new Map<string, ImportPreview['problems'][number]>();
  const reasons = new Map<SkipReason, number>();
  const accounts = new Set<string>();
  const sha256 = createHash('sha256');
  const seen: Seen[] = [];
  let span: { from: string; to: string } | null = null;
  let lost: Seen | null = null;

  function good(row: number, line: ParsedLine): void {
    const { currency, minor, bookedOn, account, description, counterparty } = line;
    const total = totals.get(currency) ?? { count: 0, credit: 0n, debit: 0n };
    if (totals.size === 1 && !totals.has(currency))
      seen.push({ warning: 'several-currencies', row, text: currency });
    total.count += 1;
    if (minor > 0n) total.credit += minor;
    else total.debit += minor;
    totals.set(currency, total);
    if (accounts.size === 1 && !accounts.has(account))
      seen.push({ warning: 'several-accounts', row, text: account });
    accounts.add(account);
    if (span === null) span = { from: bookedOn, to: bookedOn };
    else if (bookedOn < span.from) span = { ...span, from: bookedOn };
    else if (bookedOn > span.to) span = { ...span, to: bookedOn };
    if (lost === null && `${description}${counterparty}`.includes('\uFFFD'))
      lost = { warning: 'characters-lost', row, text: withoutCardsInText(description).slice(0, 200) };
  }
  return {
    add(staged: StagedRow, line: ParsedLine | null): void {
      counts[staged.state] += 1;
      if (staged.state === 'good' && line) {
        good(staged.row, line);
        sha256.update(JSON.stringify([staged.row, staged.key, staged.line, staged.raw]));
      }
      if (staged.reason !== null) reasons.set(staged.reason, (reasons.get(staged.reason) ?? 0) + 1);
      for (const { field, problem } of staged.problems) {
        const one = problems.get(`${field} ${problem}`) ?? { field, problem, count: 0 };
        problems.set(`${field} ${problem}`, { ...one, count: one.count + 1 });
      }
    },
    result: (): Tally => ({
      counts,
      totals: [...totals].sort().map(([currency, { count, credit, debit }]) => ({
        currency,
        count,
        credit: { minor: credit, currency },
        debit: { minor: debit, currency },
        net: { minor: credit + debit, currency },
      })),
      span,
      problems: [...problems.values()].sort((a, b) => b.count - a.count),
      skippedBy: [...reasons].map(([reason, count]) => ({ reason, count })),
      accounts: [...accounts].filter((account) => account !== ''),
      linesSha256: sha256.digest('hex'),
      seen: lost === null ? seen : [...seen, lost],
    }),
  };
}

type IsKnown = (keys: string[]) => Promise<boolean[]>;
type Held = { row: ReadRow; line: ParsedLine | null; key: string };

/**
 * Says of each held row whether an import of the same source has it. For a file that was imported before, the rows that it
 * had then decide; rows that other imports have brought since are counted.
 */
function createKnownRows(knownRows: string | null, isKnown: IsKnown) {
  const rows = createRanges();
  const wasKnown = knownRows === null ? null : createInRanges(knownRows);
  let broughtSince = 0;
  return {
    rows,
    broughtSince: () => broughtSince,
    async among(held: readonly Held[]): Promise<boolean[]> {
      const keys = held.filter(({ key }) => key !== '').map(({ key }) => key);
      const answers = keys.length === 0 ? [] : await isKnown(keys);
      let at = 0;
      const now = held.map(({ key }) => key !== '' && (answers[at++] ?? false));
      if (!wasKnown) return now;
      const then = held.map(({ row }) => wasKnown(row.row));
      broughtSince += now.filter((isIn, index) => isIn && !then[index]).length;
      return then;
    },
  };
}

const withoutCards = (problem: Problem): Problem => ({ ...problem, text: withoutCardsInText(problem.text) });

/** What is kept and shown of a line. Its key is that of the file's own text: an earlier version kept the numbers. */
const keptOf = ({ minor, description, counterparty, ...line }: ParsedLine): StagedRow['line'] => ({
  ...line,
  minor: minor.toString(),
  description: withoutCardsInText(description),
  counterparty: withoutCardsInText(counterparty),
});

function stagedOf({ row: { row, outcome, raw, more }, line, key }: Held, isOld: boolean): StagedRow {
  const reason = outcome.state === 'skipped' ? outcome.reason : null;
  return {
    row,
    state: isOld ? 'skipped' : outcome.state,
    reason: isOld ? 'already-imported' : reason,
    line: line && keptOf(line),
    problems: outcome.state === 'bad' ? outcome.problems.map(withoutCards) : [],
    key,
    raw,
    more,
  };
}

/** `isKnown` says which of up to 500 keys an import of the same source has already. */
export async function previewFile(
  path: string,
  stage: Stage,
  input: PreviewInput,
  thisYear: number,
  isKnown: IsKnown,
  progress: (rows: number) => void,
): Promise<Omit<FilePreview, 'sha256'>> {
  const found = await findFormat(path);
  if (isBank(found) && input.kind !== 'bank') throw new StatementError('kind-not-fitting');
  const file = isBank(found)
    ? readStatements(path, found)
    : await readTable(path, found, input.reading, input.mapping, thisYear);
  const keyOf = createLineKeys();
  const tally = createTally();
  const known = createKnownRows(input.knownRows, isKnown);
  let batch: Held[] = [];
  async function flush(): Promise<void> {
    const answers = await known.among(batch);
    batch.forEach((held, index) => {
      const isOld = held.line !== null && answers[index] === true;
      if (isOld) known.rows.add(held.row.row);
      const staged = stagedOf(held, isOld);
      stage.add(staged);
      tally.add(staged, isOld ? null : held.line);
    });
    batch = [];
  }
  let rows = 0;
  for await (const row of file.rows) {
    rows += 1;
    if (rows % EVERY === 0) progress(rows);
    const line = row.outcome.state === 'good' ? row.outcome.line : null;
    batch.push({ row, line, key: line ? keyOf(line) : '' });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  stage.flush();
  const { seen, ...sums } = tally.result();
  const { headers, dateOrder, decimals } = file;
  return {
    ...sums,
    format: found.format,
    headers,
    dateOrder,
    decimals,
    balances: file.balances(),
    ownTotalAgrees: file.ownTotalAgrees(),
    warnings: inOrder([...file.warnings(), ...seen], sums.counts.good),
    known: known.rows.text(),
    broughtSince: known.broughtSince(),
  };
}

function inOrder(seen: readonly Seen[], good: number): FilePreview['warnings'] {
  const nothing = { warning: 'nothing-to-import' as const, row: null, text: '' };
  const warnings: FilePreview['warnings'] = good === 0 ? [...seen, nothing] : [...seen];
  return warnings.sort((a, b) => importWarnings.indexOf(a.warning) - importWarnings.indexOf(b.warning));
}
