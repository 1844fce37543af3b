/** The head of a list's file: its name and filter, its age, count and sums, and who made it, when and where. */
import type { ExportInput } from '#shared/contract/exports.ts';
import type { Environment } from '#shared/domain/environment.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { OpenTable } from './lists/index.ts';
import type { Cell, SheetRows } from './sheet-rows.ts';
import { isoIn } from './wall-time.ts';

/** The facts that only the core knows. */
export type Origin = {
  readonly environment: Environment;
  readonly merchantId: string;
  readonly by: string;
  readonly atMs: number;
  /** Whether phones and emails of customers are for whom asked. */
  readonly seesContacts: boolean;
};
type Table = Pick<OpenTable, 'count' | 'readAtMs' | 'totals'>;
export type HeadFact = {
  readonly name: string;
  readonly value?: string;
  readonly atMs?: number;
  readonly count?: number | null;
  /** A decimal, and its currency. */
  readonly amount?: readonly [string, string] | null;
};

type HeadInput = Pick<ExportInput, 'head' | 'timeZone' | 'language'>;
export const wordOf = ({ head: { words } }: HeadInput, name: string) =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : name;

export function headFacts(input: HeadInput, table: Table, origin: Origin): HeadFact[] {
  const { head, timeZone } = input;
  const word = (name: string) => wordOf(input, name);
  const { count, readAtMs, totals } = table;
  const filter = head.filter.length > 0 ? head.filter : [word('noFilter')];
  const age: HeadFact[] =
    readAtMs === undefined
      ? []
      : [{ name: word('dataAge'), ...(readAtMs === null ? { value: word('never') } : { atMs: readAtMs }) }];
  return [
    { name: word('list'), value: head.title },
    ...filter.map((value) => ({ name: word('filter'), value })),
    { name: word('environment'), value: word(origin.environment) },
    { name: word('merchant'), value: origin.merchantId },
    { name: word('timeZone'), value: timeZone },
    ...age,
    { name: word('rows'), count },
    ...totals.map(({ name, amount, ...total }) => ({
      name: word(name),
      count: total.count,
      amount: amount && ([toDecimal(amount), amount.currency] as const),
    })),
    { name: word('madeBy'), value: origin.by, atMs: origin.atMs },
  ];
}

/** The facts as texts, for a file whose head is metadata. Moments are ISO. */
export const factTexts = ({ timeZone }: HeadInput, facts: readonly HeadFact[]) =>
  facts.map(({ name, value, atMs, count, amount }) => ({
    key: name,
    value: [
      value,
      atMs === undefined ? undefined : isoIn(timeZone, atMs),
      count ?? undefined,
      amount?.toReversed().join(' '),
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
  }));

const factRow = ({ name, value, atMs, count, amount }: HeadFact): Cell[] => [
  name,
  value ?? null,
  atMs ?? null,
  count ?? null,
  ...(amount ?? [null, null]),
];

/** The first sheet of a workbook; in CSV the first lines. */
export function headSheet(input: HeadInput, facts: readonly HeadFact[]): SheetRows {
  const kinds = {
    fact: 'text',
    value: 'text',
    time: 'instant',
    count: 'count',
    amount: 'amount',
    currency: 'text',
  } as const;
  return {
    name: wordOf(input, 'about'),
    rtl: input.language === 'ar',
    timeZone: input.timeZone,
    columns: Object.entries(kinds).map(([name, kind]) => ({ header: wordOf(input, name), kind })),
    rows: facts.map(factRow),
  };
}
