/** Layouts of tables: each is read right, or asked; a wrong guess that nobody is asked about is the one thing that may not be. */
import { describe, expect, it } from 'vitest';
import { fileOf, inspect } from './fixtures.ts';

type Words = {
  name: string;
  date: string;
  text: string;
  id: string;
  amount: string;
  debit: string;
  credit: string;
  side: string;
  marks: readonly [string, string];
  balance: string;
  comma: boolean;
};
const LANGUAGES: readonly Words[] = [
  {
    name: 'English',
    date: 'Date',
    text: 'Description',
    id: 'Batch',
    amount: 'Amount',
    debit: 'Debit',
    credit: 'Credit',
    side: 'D/C',
    marks: ['D', 'C'],
    balance: 'Balance',
    comma: false,
  },
  {
    name: 'Arabic',
    date: 'التاريخ',
    text: 'البيان',
    id: 'رقم الدفعة',
    amount: 'المبلغ',
    debit: 'مدين',
    credit: 'دائن',
    side: 'نوع الحركة',
    marks: ['مدين', 'دائن'],
    balance: 'الرصيد',
    comma: false,
  },
  {
    name: 'German',
    date: 'Buchungstag',
    text: 'Verwendungszweck',
    id: 'Vorgang',
    amount: 'Betrag',
    debit: 'Soll',
    credit: 'Haben',
    side: 'S/H',
    marks: ['S', 'H'],
    balance: 'Saldo',
    comma: true,
  },
  {
    name: 'Dutch',
    date: 'Datum',
    text: 'Mededelingen',
    id: 'Code',
    amount: 'Bedrag',
    debit: 'Uit',
    credit: 'In',
    side: 'Af Bij',
    marks: ['Af', 'Bij'],
    balance: 'Saldo na mutatie',
    comma: true,
  },
  {
    name: 'French',
    date: 'Date opération',
    text: 'Libellé',
    id: 'Numéro',
    amount: 'Montant',
    debit: 'Débit',
    credit: 'Crédit',
    side: 'Sens',
    marks: ['D', 'C'],
    balance: 'Solde',
    comma: true,
  },
];
const AMOUNTS = [125_050n, -3_500n, 98_025n, -12_000n, 7n, 450_000n];
const IDS = ['20260301', '20260307', '20260302', '20260309', '20260305', '20260311'];
const kinds = ['signed', 'two-columns', 'marked'] as const;
const balances = ['down', 'up', 'none'] as const;
const idPlaces = ['before', 'behind'] as const;

type Layout = {
  words: Words;
  kind: (typeof kinds)[number];
  balance: (typeof balances)[number];
  id: (typeof idPlaces)[number];
};
const layouts: readonly Layout[] = LANGUAGES.flatMap((words) =>
  kinds.flatMap((kind) =>
    balances.flatMap((balance) => idPlaces.map((id) => ({ words, kind, balance, id }))),
  ),
);

function plain(minor: bigint, comma: boolean): string {
  const size = minor < 0n ? -minor : minor;
  const text = `${size / 100n}${comma ? ',' : '.'}${String(size % 100n).padStart(2, '0')}`;
  return minor < 0n ? `-${text}` : text;
}

function fileFor({ words, kind, balance, id }: Layout) {
  const money = (minor: bigint) => plain(minor, words.comma);
  const size = (minor: bigint) => money(minor < 0n ? -minor : minor);
  const headers = {
    signed: [words.amount],
    'two-columns': [words.debit, words.credit],
    marked: [words.amount, words.side],
  }[kind];
  const cells = (minor: bigint): string[] => {
    if (kind === 'signed') return [money(minor)];
    if (kind === 'marked') return [size(minor), words.marks[minor < 0n ? 0 : 1]];
    return minor < 0n ? [size(minor), ''] : ['', size(minor)];
  };
  let now = 1_000_000n;
  const rows = AMOUNTS.map((minor, at) => {
    now += minor;
    const rest = [...cells(minor), ...(balance === 'none' ? [] : [money(now)])];
    const own = IDS[at] ?? '';
    return [
      `${13 + at}.03.2026`,
      `Line ${'abcdef'[at]}`,
      ...(id === 'before' ? [own, ...rest] : [...rest, own]),
    ];
  });
  if (balance === 'up') rows.reverse();
  const named = [...headers, ...(balance === 'none' ? [] : [words.balance])];
  const header = [words.date, words.text, ...(id === 'before' ? [words.id, ...named] : [...named, words.id])];
  return { header, content: [header, ...rows].map((row) => row.join(';')).join('\r\n') };
}

const nameOf = ({ words, kind, balance, id }: Layout) =>
  `${words.name}, ${kind}, balance ${balance}, identifier ${id}`;

describe(`${layouts.length} layouts`, () => {
  it.each(layouts.map((layout) => [nameOf(layout), layout] as const))('%s', async (_name, layout) => {
    const { header, content } = fileFor(layout);
    const { table } = await inspect(fileOf(content));
    const { amount, bookedOn, doubts, rest } = table?.guess ?? {};
    const { words, kind } = layout;
    const at = (name: string) => header.indexOf(name);
    expect(bookedOn).toBe(0);
    expect(rest?.dateOrder).toBe('dmy');
    const wanted = {
      signed: { kind, column: at(words.amount), turned: false },
      'two-columns': { kind, debit: at(words.debit), credit: at(words.credit) },
      marked: { kind, column: at(words.amount), mark: at(words.side) },
    }[kind];
    // Nothing proves it: then it is asked.
    if (layout.balance === 'none' && doubts && doubts.length > 0) expect(amount).not.toBeNull();
    else expect(amount).toEqual(wanted);
    const idColumn = at(words.id);
    expect(JSON.stringify(amount)).not.toMatch(new RegExp(`"(column|debit|credit)":${idColumn}[,}]`));
  });
});

it('identifiers are no amounts, whatever their column is called', async () => {
  const { table } = await inspect(
    fileOf('Date;Total;Text\n13.03.2026;0004711;a\n14.03.2026;0004712;b\n15.03.2026;0004713;c\n'),
  );
  expect(table?.guess.amount).toBeNull();
});

it('decimals go before a number without them, and it is asked', async () => {
  const { table } = await inspect(
    fileOf('Day;A;B;Text\n13.03.2026;4711;12.50;a\n14.03.2026;4712;-3.00;b\n15.03.2026;88;7.25;c\n'),
  );
  expect(table?.guess.amount).toMatchObject({ column: 2 });
  expect(table?.guess.doubts).toContain('amount');
});

it('amounts of one sign only are asked', async () => {
  const { table } = await inspect(fileOf('Date;Text;Amount\n13.03.2026;a;12.50\n14.03.2026;b;3.00\n'));
  expect(table?.guess.doubts).toEqual(['sign']);
});

it('gross, fee and net leave open which of them the bank got', async () => {
  const { table } = await inspect(
    fileOf('Date;Gross;Fee;Net\n13.03.2026;100.00;-2.00;98.00\n14.03.2026;-50.00;1.00;-49.00\n'),
  );
  expect(table?.guess.doubts).toContain('amount');
});
