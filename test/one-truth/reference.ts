/** What each sum is, by the rules in words and by nothing of the product: a table of words, a sale with its undoing, and additions. */
export type Kind = 'sale' | 'authorization' | 'refund' | 'void' | 'reversal' | 'unknown';
type Names = Record<'id' | 'till' | 'word' | 'order' | 'reference' | 'currency', string>;
export type Row = Names & { minor: bigint };
export type Line = { currency: string; count: number; minor: bigint };

const KNOWN: Record<string, string> = {
  sale: 'sale purchase payment pay capture captured بيع شراء دفع',
  authorization: 'authorize authorise authorization auth preauth حجز',
  refund: 'refund return refunded استرداد مرتجع إرجاع',
  void: 'void voided cancel cancelled cancellation إلغاء ملغاة',
  reversal: 'reversal reverse reversed salereversal purchasereversal عكس معكوسة',
};
export const plain = (word: string) => word.toLowerCase().replaceAll(/[\s_-]/g, '');
const size = (minor: bigint) => (minor < 0n ? -minor : minor);
const sign = (minor: bigint) => (minor < 0n ? 'minus' : 'plus');

/** `said`: what a person said of a word with a sign. The rows are those of one day, every terminal one answer. */
export function judge(rows: readonly Row[], said: ReadonlyMap<string, Kind>) {
  const sales = new Set<string>();
  const known = (word: string) =>
    Object.entries(KNOWN).find(([, words]) => words.split(' ').includes(plain(word)))?.[0] ?? 'unknown';
  const kindOf = (row: Row): Kind => {
    const told = said.get(`${plain(row.word)} ${sign(row.minor)}`);
    if (told) return told;
    const alike = rows.filter(({ till, word }) => till === row.till && plain(word) === plain(row.word));
    const both = alike.some(({ minor }) => minor < 0n) && alike.some(({ minor }) => minor > 0n);
    const isUnclear = known(row.word) === 'sale' && (row.minor < 0n || both);
    return isUnclear ? 'unknown' : (known(row.word) as Kind);
  };
  return rows.map((row) => {
    const kind = kindOf(row);
    if (kind !== 'void' && kind !== 'reversal')
      return { row, kind, undoes: null, adds: { sale: 1n, refund: -1n }[kind as string] ?? 0n };
    const of = rows.find((sale) => {
      const same = sale.order === row.order && sale.reference === row.reference && sale.till === row.till;
      const whole = sale.currency === row.currency && size(sale.minor) === size(row.minor);
      return same && whole && kindOf(sale) === 'sale' && !sales.has(sale.id);
    });
    if (of) sales.add(of.id);
    return { row, kind, undoes: of?.id ?? null, adds: of ? -1n : 0n };
  });
}
export type Judged = ReturnType<typeof judge>;

/** Per currency; `amount` says what of a row is added. */
export function total(all: Judged, amount: 'adds' | 'size', only: (one: Judged[number]) => boolean): Line[] {
  const lines = new Map<string, Line>();
  for (const one of all.filter(only)) {
    const { minor, currency } = one.row;
    const line = lines.get(currency) ?? { currency, count: 0, minor: 0n };
    const more = amount === 'size' ? size(minor) : size(minor) * one.adds;
    lines.set(currency, { currency, count: line.count + 1, minor: line.minor + more });
  }
  return [...lines.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
