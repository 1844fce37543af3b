/** What was learnt of one operation: its shape, and for each of our words how it is known. */
import { z } from 'zod';
import { evidenceSchema, type Evidence } from './evidence.ts';
import type { Fields, OpenForm } from './form.ts';
import { isSafeName } from './columns.ts';
import { shapeSchema, type Shape } from './shape.ts';

export const proposalSchema = z.strictObject({
  shape: shapeSchema,
  /** By our word; those of a part as `part.word`. */
  evidence: z.record(z.string(), evidenceSchema),
  /** How it is known whether amounts are in pounds or in piastres. Null if there are no amounts. */
  unit: evidenceSchema.nullable(),
  rows: z.number().int().min(0),
  /** Every place of a row, for a person who chooses another one. */
  places: z.array(z.strictObject({ at: z.array(z.string()), examples: z.array(z.string()) })),
});
export type Proposal = z.output<typeof proposalSchema>;

/** The word that stands for the unit of all amounts, and for their currency where the answer has none. */
export const UNIT = 'unit';
export const CURRENCY = 'currency';
/** The currency that is proposed if neither the answer nor anything known names one. Amounts are read only once it is confirmed. */
export const DEFAULT_CURRENCY = 'EGP';

type Word = {
  readonly word: string;
  readonly name: string;
  readonly field: Fields[string];
  readonly at: readonly string[];
};

/** Every word that the shape has a place for. */
export function wordsOf(form: OpenForm, shape: Shape): Word[] {
  const of = (fields: Fields, places: Shape['fields'], before: string): Word[] =>
    Object.entries(fields).flatMap(([name, field]) => {
      const at = places[name];
      return at === undefined ? [] : [{ word: before + name, name, field, at }];
    });
  return [
    ...of(form.fields, shape.fields, ''),
    ...Object.entries(form.parts ?? {}).flatMap(([part, { fields }]) =>
      of(fields, shape.parts[part]?.fields ?? {}, `${part}.`),
    ),
  ];
}

const isProven = (evidence: Evidence | undefined): boolean => evidence?.proof === 'proven';

/**
 * The words that a person must confirm before they are read: amounts under another name than ours that nothing proves, what goes
 * back to the gateway under another name, a unit that is not shown, and a currency that the answer does not give.
 */
export function toConfirm(form: OpenForm, { shape, evidence, unit }: Proposal): string[] {
  const words = wordsOf(form, shape).flatMap(({ word, name, field, at }) => {
    if (isSafeName(at, name, field) && evidence[word]?.by !== 'contradicts-names') return [];
    return isProven(evidence[word]) || field.kind === 'any' ? [] : [word];
  });
  const asksUnit = unit !== null && unit.proof !== 'proven';
  return [...words, ...(asksUnit ? [UNIT] : []), ...(shape.currency === null ? [] : [CURRENCY])];
}

/** The shape for reading: it leaves out every word that still waits for a person. */
export function confirmedShape(form: OpenForm, proposal: Proposal, confirmed: readonly string[]): Shape {
  const { shape } = proposal;
  const open = new Set(toConfirm(form, proposal).filter((word) => !confirmed.includes(word)));
  const isWithoutAmounts = open.has(UNIT) || open.has(CURRENCY);
  const words = wordsOf(form, shape);
  const readable = words.filter(({ word, field }) => !open.has(word) || field.kind === 'amount');
  const keep = (before: string, places: Shape['fields']) =>
    Object.fromEntries(
      Object.entries(places).filter(([name]) => readable.some(({ word }) => word === before + name)),
    );
  return {
    ...shape,
    fields: keep('', shape.fields),
    parts: Object.fromEntries(
      Object.entries(shape.parts).map(([part, { at, fields }]) => [
        part,
        { at, fields: keep(`${part}.`, fields) },
      ]),
    ),
    currency: open.has(CURRENCY) ? null : shape.currency,
    amounts: isWithoutAmounts
      ? []
      : words.filter(({ word, field }) => field.kind === 'amount' && !open.has(word)).map(({ word }) => word),
  };
}

/** A person says where a word is, or with null that it is not given. No row proves that, so it waits for a confirmation. */
export function changedPlace(
  form: OpenForm,
  proposal: Proposal,
  word: string,
  at: readonly string[] | null,
): Proposal {
  const [part, name] = word.includes('.') ? word.split('.') : [null, word];
  const place = proposal.places.find((one) => JSON.stringify(one.at) === JSON.stringify(at));
  const withPlace = (places: Shape['fields'], key: string) => {
    const { [key]: _before, ...others } = places;
    return at === null ? others : { ...others, [key]: [...at] };
  };
  const { shape } = proposal;
  const { [word]: _evidence, ...others } = proposal.evidence;
  const evidence = {
    proof: 'not-proven',
    by: 'name',
    held: 0,
    of: proposal.rows,
    examples: place?.examples ?? [],
  } as const;
  const isAmount = part === null && form.fields[word]?.kind === 'amount' && at !== null;
  const asksCurrency = isAmount && 'currency' in form.fields && shape.fields['currency'] === undefined;
  const inPart = part === null ? undefined : shape.parts[part];
  return {
    ...proposal,
    unit:
      proposal.unit ?? (isAmount ? { ...evidence, by: 'values', examples: [...evidence.examples] } : null),
    evidence: at === null ? others : { ...others, [word]: { ...evidence, examples: [...evidence.examples] } },
    shape: {
      ...shape,
      // The proof was of the places as they were before.
      sumsHold: false,
      ...(asksCurrency && { currency: shape.currency ?? DEFAULT_CURRENCY }),
      ...(part === null || name === undefined
        ? { fields: withPlace(shape.fields, word) }
        : inPart && {
            parts: { ...shape.parts, [part]: { ...inPart, fields: withPlace(inPart.fields, name) } },
          }),
    },
  };
}

export const changedUnit = (proposal: Proposal, unit: Shape['unit']): Proposal => ({
  ...proposal,
  unit: proposal.unit && { ...proposal.unit, proof: 'not-proven', by: 'values' },
  shape: { ...proposal.shape, unit, sumsHold: false },
});

/** A person says in which currency the amounts are, because the answer names none. */
export const changedCurrency = (proposal: Proposal, currency: string): Proposal => ({
  ...proposal,
  shape: { ...proposal.shape, currency },
});

/** Words that a row needs and that no place was found for. */
export const missingWords = (form: OpenForm, { shape }: Proposal): string[] =>
  Object.entries(form.fields).flatMap(([word, { must }]) =>
    must && shape.fields[word] === undefined ? [word] : [],
  );
