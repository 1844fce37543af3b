/**
 * Lines that an import of another format has already: the same month as MT940 and as a table, for instance. Their texts differ, so
 * they are told by account, day and amount; a person says whether they are the same.
 */
import { z } from 'zod';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { ImportFormat } from '#shared/domain/statement.ts';
import type { ProfileDatabase } from '../../database/client.ts';
import type { Reader } from '../../statements/client.ts';
import { createRanges } from '../../statements/ranges.ts';

/** Fewer lines may be alike by chance, unless they are the whole file. */
const FEWEST = 3;
const LINES_AT_ONCE = 1_000;

const stagedSchema = z.object({
  row: z.number(),
  line: z.object({
    bookedOn: z.string(),
    minor: z.string().transform(BigInt),
    currency: z.string(),
    account: z.string(),
  }),
});
type Line = z.output<typeof stagedSchema>['line'];

/** A table often has no account, and a bank writes one with and without what an IBAN has in front of it. */
function mayBeSameAccount(a: string, b: string): boolean {
  const [x, y] = [a.replace(/\W/g, ''), b.replace(/\W/g, '')];
  return x === '' || y === '' || x.endsWith(y) || y.endsWith(x);
}

/** Rows of the lines that a standing import of another format has; each of its lines is counted once. */
export async function twinsOf(
  db: Pick<ProfileDatabase, 'call'>,
  reader: Reader,
  format: ImportFormat,
): Promise<Result<number[], AppError>> {
  const used = new Map<string, number>();
  const twins: number[] = [];
  let good = 0;
  const isTwin = ({ bookedOn, minor, currency, account }: Line, accounts: readonly string[]): boolean => {
    const name = `${bookedOn} ${minor} ${currency}`;
    const times = used.get(name) ?? 0;
    if (times >= accounts.filter((other) => mayBeSameAccount(account, other)).length) return false;
    used.set(name, times + 1);
    return true;
  };
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<Reader['lines']>> = await reader.lines(after, LINES_AT_ONCE);
    if (!page.ok) return err(page.error);
    const staged = page.value.text
      .split('\n')
      .filter((one) => one !== '')
      .map((one) => stagedSchema.parse(JSON.parse(one)));
    good += staged.length;
    const facts = staged.map(({ line: { account: _account, ...line } }) => line);
    const accounts = await db.call('imports.elsewhere', { format, lines: facts });
    staged.forEach(({ row, line }, at) => {
      if (isTwin(line, accounts[at] ?? [])) twins.push(row);
    });
    after = page.value.next;
  }
  return ok(twins.length >= FEWEST || twins.length === good ? twins : []);
}

/** These rows and those of the ranges, as ranges. */
export function withRows(ranges: string, rows: readonly number[]): string {
  const known = ranges
    .split(' ')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [from = 0, to = from] = part.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });
  const all = createRanges();
  for (const row of [...new Set([...known, ...rows])].sort((a, b) => a - b)) all.add(row);
  return all.text();
}
