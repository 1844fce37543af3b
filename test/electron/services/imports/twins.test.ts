/** The same month in two formats: noticed before anything is saved, and joined by the word of a person. */
import { expect, it } from 'vitest';
import { codeOf, must } from '../operations/harness.ts';
import { confirmed, previewed, withImports } from './bench.ts';

const LINES = [
  ['261102', '100,00', 'C', 'SW-1'],
  ['261103', '200,00', 'C', 'SW-2'],
  ['261103', '200,00', 'C', 'SW-3'],
  ['261104', '5,00', 'D', 'FEE'],
] as const;
const swift = Buffer.from(
  [
    ':20:CLOSEOUT',
    ':25:19000500000000263180002',
    ':28C:00077/001',
    ':60F:C261101EGP1000,00',
    ...LINES.flatMap(([on, amount, side, text]) => [
      `:61:${on}${on.slice(2)}${side}${amount}NTRFNONREF`,
      `:86:${text}`,
    ]),
    ':62F:C261104EGP1495,00',
    '-',
  ].join('\r\n'),
);
const head = 'Date,Description,Amount,Currency,Account';
const row = (on: string, text: string, amount: string, account = 'EG3819000500000000263180002') =>
  `${on},${text},${amount},EGP,${account}`;
const SAME = [
  row('2026-11-02', 'Card settlement one', '100.00'),
  row('2026-11-03', 'Card settlement two', '200.00'),
  row('2026-11-03', 'Card settlement three', '200.00'),
  row('2026-11-03', 'Card settlement four', '200.00'),
  row('2026-11-04', 'Charges', '-5.00'),
  row('2026-11-05', 'Card settlement five', '300.00'),
];
const table = (rows: readonly string[]) => Buffer.from([head, ...rows].join('\n'));
const seen = ({ warnings }: { warnings: { warning: string; text: string }[] }) =>
  warnings.filter(({ warning }) => warning === 'lines-elsewhere').map(({ text }) => text);

it('lines that another format brought are noticed, and nothing is saved before a person says what they are', () =>
  withImports(async (bench) => {
    must(await confirmed(bench, await previewed(bench, 'november.sta', swift, { name: 'CIB' })));
    const asked = await previewed(bench, 'november.csv', table(SAME), { name: 'CIB table' });
    expect(seen(asked)).toEqual(['4']);
    expect(codeOf(await confirmed(bench, asked))).toBe('blocked');

    // Each line of the other file stands for one: of three equal ones the third is new. The row of names is skipped, too.
    const joined = await previewed(bench, 'november.csv', table(SAME), { name: 'CIB table' }, 'bank', 'join');
    expect(joined.counts).toEqual({ good: 2, bad: 0, skipped: 5 });
    expect(seen(joined)).toEqual([]);
    expect(must(await confirmed(bench, joined))).toMatchObject({ lines: 2, skipped: 5 });
  }));

it('a person may say that they are others, and then all of them come in', () =>
  withImports(async (bench) => {
    must(await confirmed(bench, await previewed(bench, 'november.sta', swift, { name: 'CIB' })));
    const kept = await previewed(bench, 'november.csv', table(SAME), { name: 'CIB table' }, 'bank', 'keep');
    expect(seen(kept)).toEqual([]);
    expect(must(await confirmed(bench, kept))).toMatchObject({ lines: 6, skipped: 1 });
  }));

it('another account, a few lines alike by chance, and an import that was withdrawn ask nothing', () =>
  withImports(async (bench) => {
    const { importId } = must(
      await confirmed(bench, await previewed(bench, 'november.sta', swift, { name: 'CIB' })),
    );
    const elsewhere = [1, 2, 3, 4].map((n) => row(`2026-11-0${n}`, 'Card', '100.00', 'EG990001'));
    expect(
      seen(
        await previewed(bench, 'other.csv', table([...elsewhere, ...SAME.slice(0, 2)]), { name: 'Other' }),
      ),
    ).toEqual([]);
    must(await bench.session().imports.withdraw({ importId, reason: 'wrong file' }));
    expect(seen(await previewed(bench, 'november.csv', table(SAME), { name: 'CIB table' }))).toEqual([]);
  }));
