/** Days of a shop from a seed: what a gateway lists, in one of twelve vocabularies, with every way of giving money back. */
import type { Kind, Row } from './reference.ts';

export type Vocabulary = { sale: string; refund: string; void: string; reversal: string; returns: 1n | -1n };
const words = (sale: string, refund: string, voided: string, reversal: string, returns: 1n | -1n = 1n) => ({
  sale,
  refund,
  void: voided,
  reversal,
  returns,
});
export const vocabularies: readonly Vocabulary[] = [
  words('SALE', 'REFUND', 'VOID', 'REVERSAL'),
  words('SALE', 'REFUND', 'VOID', 'REVERSAL', -1n),
  words('purchase', 'refund', 'void', 'reversal'),
  words('Sale', 'Refund', 'Voided', 'Reversed'),
  words('PURCHASE', 'RETURN', 'CANCEL', 'PURCHASE_REVERSAL', -1n),
  words('بيع', 'استرداد', 'إلغاء', 'عكس'),
  words('شراء', 'مرتجع', 'ملغاة', 'معكوسة', -1n),
  words('Payment', 'Refunded', 'Cancelled', 'sale-reversal'),
  words(' pay ', 'ReTuRn', 'cancellation', 'Purchase Reversal', -1n),
  words('CAPTURED', 'refund', 'VOIDED', 'reverse'),
  words('دفع', 'إرجاع', 'إلغاء', 'SALE REVERSAL', -1n),
  words('capture', 'return', 'Void', 'REVERSE'),
];
/** Three currencies of two, three and no decimals. */
export const currencies = ['EGP', 'KWD', 'JPY'] as const;
export const TILLS = ['T1', 'T2'] as const;
export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What a person says of each word that nothing is known of, when asked. */
export type Day = {
  rows: Row[];
  vocabulary: Vocabulary;
  answers: { word: string; minor: bigint; kind: Kind }[];
};

export function dayOf(seed: number): Day {
  const random = randomOf(seed);
  const vocabulary = vocabularies[random(vocabularies.length)] ?? words('SALE', 'REFUND', 'VOID', 'REVERSAL');
  const rows: Row[] = [];
  const add = (till: string, word: string, minor: bigint, currency: string, of?: Row) => {
    const id = `${seed}-${rows.length}`;
    const row = {
      till,
      word,
      minor,
      currency,
      order: of?.order ?? `O-${id}`,
      reference: of?.reference ?? `R-${id}`,
    };
    rows.push({ id, ...row });
    return rows.at(-1) as Row;
  };
  const back = (minor: bigint) => minor * vocabulary.returns;
  for (const till of TILLS)
    for (let sale = random(6) + 1; sale > 0; sale -= 1) {
      const currency = currencies[random(3)] ?? 'EGP';
      const minor = random(20) === 0 ? 0n : BigInt(random(1_000_000) + 1);
      const sold = add(till, vocabulary.sale, minor, currency);
      const what = random(14);
      if (minor === 0n) continue;
      if (what === 0) add(till, vocabulary.void, back(minor), currency, sold);
      if (what === 1 || what === 2) add(till, vocabulary.reversal, back(minor), currency, sold);
      if (what === 2) add(till, vocabulary.reversal, back(minor), currency, sold);
      if (what === 3) add(till, vocabulary.refund, back(minor / 2n), currency, sold);
      if (what === 4) add(till, vocabulary.refund, back(minor * 2n), currency, sold);
      if (what === 5) add(till, vocabulary.refund, back(7n), currency);
      if (what === 6) add(till, vocabulary.void, back(minor), currency);
      if (what === 7) add(till, vocabulary.reversal, back(minor), currency);
      if (what === 8) add(till, 'Pre-Auth', minor, currency);
      // A row that takes money back in one answer with both signs is one thing all the same.
      if (what === 9) for (const one of [3n, -4n]) add(till, vocabulary.refund, one, currency);
      if (what === 10 && minor > 1n) add(till, vocabulary.reversal, back(minor - 1n), currency, sold);
    }
  const answers: Day['answers'] = [];
  if (random(8) === 0) {
    const word = `Gift ${seed}`;
    const kind = (['sale', 'refund', 'authorization'] as const)[random(3)] ?? 'sale';
    const minor = random(2) === 0 ? 1_234n : -1_234n;
    add('T1', word, minor, 'EGP');
    answers.push({ word, minor, kind });
  }
  if (random(12) === 0) add('T2', vocabulary.sale, -BigInt(random(90_000) + 1), 'EGP');
  return { rows, vocabulary, answers };
}
