/**
 * The texts of a settled transaction that are a column of the list and of its files, and no more. Each is described here once: the
 * contract, the decoder of the gateway's rows, what the cache stores, the filter, the page and its files follow. A new one comes
 * last. Its head is `column.<name>` of `resources/locales/en/settlement.json` and `ar/settlement.json`, and its values stand as the
 * gateway sends them unless `terminals.json` has `<name>.<value>`. One with a filter wants its column: a new file in
 * `electron/database/migrations/`, and its line in `index.ts` there.
 */
type Described = {
  /** The column of the cache; null if the text is kept in the column `value`. A text with a filter has a column. */
  readonly column: string | null;
  /** `summed`: the index of the sums and the sums of days hold the column. */
  readonly filter: { readonly name: string; readonly summed: boolean } | null;
};

const described = {
  paymentType: { column: 'payment_type', filter: { name: 'paymentTypes', summed: true } },
  entryMode: { column: null, filter: null },
  channel: { column: null, filter: null },
  method: { column: 'method', filter: null },
} as const satisfies Record<string, Described>;

type All = typeof described;
export type SettledText = keyof All;
type Stored = { [N in SettledText]: All[N]['column'] extends string ? N : never }[SettledText];
type FilterName = {
  [N in SettledText]: All[N]['filter'] extends { name: infer F extends string } ? F : never;
}[SettledText];

export const settledTexts = Object.keys(described) as SettledText[];

/** An object with each of the texts. */
export function textsBy<T>(value: (name: SettledText) => T): Record<SettledText, T> {
  const texts = {} as Record<SettledText, T>;
  for (const name of settledTexts) texts[name] = value(name);
  return texts;
}

export type StoredText = { readonly name: Stored; readonly column: All[Stored]['column'] };
/** Texts with a column of their own in the cache. */
export const storedTexts = settledTexts.flatMap((name) => {
  const { column } = described[name];
  return column === null ? [] : [{ name, column }];
}) as StoredText[];

/** Texts that are kept in the column `value`. */
export const packedTexts = settledTexts.filter((name) => described[name].column === null);

export type SettledChoice = {
  readonly text: SettledText;
  readonly filter: FilterName;
  readonly column: string;
  readonly summed: boolean;
};
/** Texts that the list can be narrowed to some values of. */
export const settledChoices = settledTexts.flatMap((text) => {
  const { column, filter }: Described = described[text];
  return column === null || filter === null
    ? []
    : [{ text, filter: filter.name, column, summed: filter.summed }];
}) as SettledChoice[];

/** An object with each of the choices, by the name of its filter. */
export function choicesBy<T>(value: (choice: SettledChoice) => T): Record<FilterName, T> {
  const choices = {} as Record<FilterName, T>;
  for (const choice of settledChoices) choices[choice.filter] = value(choice);
  return choices;
}
