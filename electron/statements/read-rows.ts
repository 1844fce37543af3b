/** Every row of a file with its outcome, whichever format it is; and what the file as a whole says. */
import type { ImportMapping, ImportReading } from '#shared/contract/import-file.ts';
import type { BankFormat, DateOrder, DecimalStyle, ImportWarning } from '#shared/domain/statement.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { withoutCardsInText } from '#shared/text/cards.ts';
import { balanceOfStatement, createBalanceCheck, type CheckedBalance } from './balances.ts';
import { tidy, type Cell, type TableRow } from './cell.ts';
import type { Entry, StatementEnd } from './entry.ts';
import type { Found } from './find-format.ts';
import { statementItems } from './statement-items.ts';
import { createOwnTotal } from './own-total.ts';
import { namesOf, readLine, type LineReading, type Outcome } from './read-line.ts';
import { columnsToSurvey, createSurvey, type Seen } from './survey.ts';
import { StatementError } from './statement-error.ts';
import { assertWithin, openTable, type TableSource } from './table-source.ts';

export type ReadRow = {
  readonly row: number;
  readonly outcome: Outcome;
  readonly raw: string;
  readonly more: string;
};
type ReadFile = {
  readonly rows: AsyncIterable<ReadRow> | Iterable<ReadRow>;
  readonly headers: string[] | null;
  readonly dateOrder: DateOrder | null;
  readonly decimals: DecimalStyle | null;
  /** These are whole when all rows were read. */
  readonly ownTotalAgrees: () => boolean;
  readonly balances: () => CheckedBalance[];
  readonly warnings: () => Seen[];
};

const differs = ({ difference }: CheckedBalance) => difference.minor !== 0n;

function columnsOf({ amount, currency, description, ...rest }: ImportMapping): number[] {
  const { bookedOn, valueOn, account, reference, orderId, counterparty, balance } = rest;
  const sides =
    amount.kind === 'two-columns'
      ? [amount.debit, amount.credit]
      : amount.kind === 'marked'
        ? [amount.column, amount.mark]
        : [amount.column];
  const all = [
    bookedOn,
    valueOn,
    account,
    reference,
    orderId,
    counterparty,
    balance,
    ...sides,
    ...description,
  ];
  if (currency.kind === 'column') all.push(currency.column);
  return all.filter((column) => column !== null);
}

/** Once through the table, before any line is read. */
async function survey(table: TableSource, mapping: ImportMapping, headerRow: number, thisYear: number) {
  const found = createSurvey(columnsToSurvey(mapping), thisYear);
  let header: readonly Cell[] = [];
  let width = 0;
  for await (const row of table.rows()) {
    assertWithin(row);
    if (row.row === headerRow) header = row.cells;
    if (row.row >= headerRow) width = Math.max(width, row.cells.length);
    if (row.row > headerRow) found.add(row);
  }
  const missing = columnsOf(mapping).find((column) => column >= width);
  if (missing !== undefined) throw new StatementError('column-missing', { column: missing + 1 });
  return { result: found.result(), header };
}

export async function readTable(
  path: string,
  { format }: Found,
  given: ImportReading | null,
  mapping: ImportMapping | null,
  thisYear: number,
): Promise<ReadFile> {
  if (!given || !mapping || given.headerRow === null) throw new StatementError('mapping-missing');
  if (mapping.currency.kind === 'fixed' && currencyScale(mapping.currency.code) === null)
    throw new StatementError('mapping-missing');
  const { headerRow } = given;
  const table = await openTable(path, format, given);
  const { result, header } = await survey(table, mapping, headerRow, thisYear);
  const dateOrder = mapping.dateOrder ?? result.dateOrder;
  const decimals = mapping.decimals ?? result.decimals;
  // Remembered, or chosen in haste: the days up to the twelfth would be read, and wrongly.
  const chosenIsWrong = mapping.dateOrder === null ? null : result.against(mapping.dateOrder);
  const reading: LineReading = {
    mapping,
    dateOrder: dateOrder ?? 'dmy',
    decimals: decimals ?? 'dot',
    headerRow,
    header,
    names: namesOf(header),
    debitsAreSigned: result.debitsAreSigned,
  };
  const check = createBalanceCheck();
  const ownTotal = createOwnTotal(reading);
  // By these lines are found: one in ten long numbers passes for a card by chance.
  const ids = [mapping.reference, mapping.orderId, mapping.account];
  const rawOf = ({ cells }: TableRow) =>
    JSON.stringify(cells.map(({ text }, at) => (ids.includes(at) ? text : withoutCardsInText(text))));
  async function* rows(): AsyncGenerator<ReadRow> {
    for await (const row of table.rows()) {
      const outcome = readLine(row, reading);
      ownTotal.add(row, outcome);
      if (outcome.state === 'good' && outcome.balance !== null) {
        const { account, currency, minor } = outcome.line;
        check.add(row.row, account, currency, minor, outcome.balance);
      }
      yield { row: row.row, outcome, raw: rawOf(row), more: '' };
    }
  }
  return {
    rows: rows(),
    headers: header.map(({ text }) => tidy(text)),
    dateOrder,
    decimals,
    ownTotalAgrees: ownTotal.agrees,
    balances: () => check.results().map(({ balance }) => balance),
    warnings: () => [
      ...(chosenIsWrong ? [chosenIsWrong] : []),
      // A choice of a person is no longer in doubt: each cell that contradicts it is bad.
      ...result.warnings.filter(
        ({ warning }) =>
          !(mapping.dateOrder !== null && warning.startsWith('date-order')) &&
          !(mapping.decimals !== null && warning === 'decimals-ambiguous'),
      ),
      ...check
        .results()
        .filter(({ balance, breaksAt }) => breaksAt !== null || differs(balance))
        .map(({ balance, breaksAt }): Seen => ({
          warning: 'balance-differs',
          row: breaksAt,
          text: balance.account,
        })),
    ],
  };
}

function outcomeOf(entry: Entry): Outcome {
  if (entry.skipped !== null) return { state: 'skipped', reason: entry.skipped };
  if (entry.problems.length > 0)
    return { state: 'bad', problems: entry.problems.map((problem) => ({ ...problem, column: null })) };
  const { bookedOn, valueOn, minor, currency, account } = entry;
  const text = (value: string, most: number) => tidy(value).slice(0, most);
  return {
    state: 'good',
    balance: null,
    line: {
      bookedOn,
      valueOn,
      minor,
      currency,
      account: text(account, 200),
      reference: text(entry.reference, 200),
      orderId: '',
      description: text(entry.description, 2_000),
      counterparty: text(entry.counterparty, 2_000),
    },
  };
}

/** The bank's text may be long; references are not. */
const moreOf = ({ references }: Entry): string => references.slice(1).join('\n').slice(0, 1_000);

const rawOf = ({ raw }: Entry): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(raw).map(([tag, text]) => [tag, withoutCardsInText(text)])),
  );

/** Warnings that are told once for the whole file, with the first entry that shows them. */
function createNotes() {
  const notes = new Map<ImportWarning, Seen>();
  const note = (warning: ImportWarning, row: number | null, text: string): void => {
    if (!notes.has(warning))
      notes.set(warning, { warning, row, text: withoutCardsInText(text).slice(0, 200) });
  };
  return {
    entry(row: number, { isDayOfBalance, isSignDoubtful, bookedOn, description }: Entry): void {
      if (isDayOfBalance) note('date-from-balance', row, bookedOn);
      if (isSignDoubtful) note('sign-doubtful', row, description);
    },
    end(row: number, { flaw, account }: StatementEnd): void {
      if (flaw) note(flaw, row, account);
    },
    all: () => [...notes.values()],
  };
}

export function readStatements(path: string, found: Found<BankFormat>): ReadFile {
  const balances: { balance: CheckedBalance; row: number }[] = [];
  const notes = createNotes();
  async function* rows(): AsyncGenerator<ReadRow> {
    let row = 0;
    for await (const item of statementItems(path, found, null)) {
      if (item.kind === 'end') {
        const balance = balanceOfStatement(item.statement);
        if (balance) balances.push({ balance, row });
        notes.end(row, item.statement);
        continue;
      }
      row += 1;
      notes.entry(row, item.entry);
      yield {
        row,
        outcome: outcomeOf(item.entry),
        raw: rawOf(item.entry),
        more: moreOf(item.entry),
      };
    }
  }
  return {
    rows: rows(),
    headers: null,
    dateOrder: null,
    decimals: null,
    ownTotalAgrees: () => false,
    balances: () => balances.map(({ balance }) => balance),
    warnings: () => [
      ...balances
        .filter(({ balance }) => differs(balance))
        .map(({ balance, row }): Seen => ({ warning: 'balance-differs', row, text: balance.account })),
      ...notes.all(),
    ],
  };
}
