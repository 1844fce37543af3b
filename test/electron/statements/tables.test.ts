import { expect, it } from 'vitest';
import { bytesOfFixture, fileOf, fixture, inspect, preview } from './fixtures.ts';

const warnings = ({ file }: Awaited<ReturnType<typeof preview>>) =>
  file.warnings.map(({ warning }) => warning);

it('an English statement is read below its address lines, and its totals are skipped with their reason', async () => {
  const { table } = await inspect(fixture('bank-english.csv'));
  expect(table).toMatchObject({
    reading: { encoding: 'utf-8', delimiter: ',', headerRow: 8 },
    unsure: [],
    rows: 8,
    guess: {
      bookedOn: 0,
      amount: { kind: 'two-columns', debit: 4, credit: 5 },
      currency: { kind: 'fixed', code: 'EGP' },
      rest: { valueOn: 1, description: [2], reference: 3, balance: 6, dateOrder: 'dmy', decimals: 'dot' },
    },
  });
  const read = await preview(fixture('bank-english.csv'));
  expect(read.lines).toEqual([
    ['2026-03-02', '1243050', 'EGP', '260302000017', '', 'POS SETTLEMENT, BATCH 0412'],
    ['2026-03-03', '-420000', 'EGP', '260303000044', '', 'SUPPLIER TRANSFER - NILE ROASTERS'],
    ['2026-03-15', '198025', 'EGP', '260315000201', '', 'POS SETTLEMENT BATCH 0413'],
    ['2026-03-15', '198025', 'EGP', '260315000201', '', 'POS SETTLEMENT BATCH 0413'],
    ['2026-03-31', '-3500', 'EGP', '', '', 'ACCOUNT FEES'],
  ]);
  expect(read.skipped.slice(-3)).toEqual([
    [9, 'totals'],
    [15, 'totals'],
    [16, 'totals'],
  ]);
  expect(read.file.counts).toEqual({ good: 5, bad: 0, skipped: 11 });
  expect(read.file.balances).toMatchObject([
    { opening: { minor: 1_000_000n }, closing: { minor: 2_215_600n }, difference: { minor: 0n } },
  ]);
  expect(warnings(read)).toEqual([]);
});

it('two equal lines of one file have two keys, and the same two in another file', async () => {
  const [first, again] = await Promise.all([
    preview(fixture('bank-english.csv')),
    preview(fixture('bank-english.csv')),
  ]);
  const keys = first.rows.map(({ key }) => key).filter((key) => key !== '');
  expect(new Set(keys).size).toBe(5);
  expect(again.rows.map(({ key }) => key).filter((key) => key !== '')).toEqual(keys);
});

it('lines that an earlier file of the source had are skipped as such', async () => {
  const { rows } = await preview(fixture('bank-english.csv'));
  const known = rows.filter(({ row }) => row <= 12).map(({ key }) => key);
  const read = await preview(fixture('bank-english.csv'), { known });
  expect(read.lines.map(([day]) => day)).toEqual(['2026-03-15', '2026-03-31']);
  expect(read.skipped).toContainEqual([12, 'already-imported']);
  expect(read.file.known).toBe('10-12');
});

it('a statement in Windows-1256 is read in Arabic, and asks whether that is right', async () => {
  const { table } = await inspect(fixture('bank-arabic-1256.csv'));
  expect(table?.reading).toMatchObject({ encoding: 'windows-1256', delimiter: ';', headerRow: 4 });
  expect(table?.unsure).toEqual(['encoding']);
  const read = await preview(fixture('bank-arabic-1256.csv'));
  expect(read.lines).toEqual([
    ['2026-03-13', '1243050', 'EGP', '260313000017', '', 'تسوية نقاط البيع دفعة 412'],
    ['2026-03-14', '-420000', 'EGP', '260314000044', '', 'تحويل إلى المورد'],
    ['2026-03-15', '-3500', 'EGP', '', '', 'رسوم الحساب'],
  ]);
  expect(read.skipped.slice(-2).map(([, reason]) => reason)).toEqual(['totals', 'totals']);
  expect(read.file.balances[0]?.difference.minor).toBe(0n);
});

it('UTF-16 with Arabic digits, brackets and a minus is read', async () => {
  const read = await preview(fixture('bank-arabic-utf16.txt'));
  expect(read.lines).toEqual([
    ['2026-03-13', '1243050', 'EGP', '260313000017', '', 'تسوية نقاط البيع'],
    ['2026-03-14', '-420000', 'EGP', '260314000044', '', 'تحويل إلى المورد'],
    ['2026-03-15', '-3500', 'EGP', '', '', 'رسوم'],
  ]);
});

it('UTF-16 without a mark is recognised, in Latin and in Arabic letters', async () => {
  const arabic = fileOf(bytesOfFixture('bank-arabic-utf16.txt').subarray(2));
  expect((await inspect(arabic)).table?.reading).toMatchObject({ encoding: 'utf-16le', delimiter: '\t' });
  const { table } = await inspect(fixture('bank-utf16be.csv'));
  expect(table?.reading.encoding).toBe('utf-16be');
  expect((await preview(fixture('bank-utf16be.csv'))).lines.map(([, minor]) => minor)).toEqual([
    '1243050',
    '-420000',
  ]);
});

it('sales of a till have order ids, times and two currencies', async () => {
  const read = await preview(fixture('pos-sales.csv'), { kind: 'pos' });
  expect(read.lines).toEqual([
    ['2026-03-13', '12000', 'EGP', '607213000001', 'ORD-1001', ''],
    ['2026-03-13', '4550', 'EGP', '607213000002', 'ORD-1002', ''],
    ['2026-03-13', '2000', 'USD', '607213000003', 'ORD-1003', ''],
    ['2026-03-14', '-4550', 'EGP', '607314000001', 'ORD-1002', ''],
  ]);
  expect(read.file.totals).toEqual([
    {
      currency: 'EGP',
      count: 3,
      credit: { minor: 16_550n, currency: 'EGP' },
      debit: { minor: -4_550n, currency: 'EGP' },
      net: { minor: 12_000n, currency: 'EGP' },
    },
    {
      currency: 'USD',
      count: 1,
      credit: { minor: 2_000n, currency: 'USD' },
      debit: { minor: 0n, currency: 'USD' },
      net: { minor: 2_000n, currency: 'USD' },
    },
  ]);
  expect(warnings(read)).toEqual(['several-currencies']);
});

it('negatives in brackets, behind, by DR and by a long minus are read; two signs at once are not', async () => {
  const read = await preview(fixture('brackets.csv'));
  expect(read.lines.map(([, minor]) => minor)).toEqual([
    '123450',
    '-3500',
    '-20000',
    '-1025',
    '1025',
    '-700',
  ]);
  expect(read.bad).toEqual([[7, 'amount: amount-not-understood']]);
});

it('repeated headers, totals between pages and empty rows are skipped; a merchant called Total is not', async () => {
  const read = await preview(fixture('repeated-headers.csv'));
  expect(read.lines.map(([, minor, , , , text]) => [minor, text])).toEqual([
    ['10000', 'First page'],
    ['-500', 'Fee'],
    ['-6000', 'TOTAL ENERGIES FUEL'],
  ]);
  expect(read.skipped).toEqual([
    [1, 'before-header'],
    [4, 'totals'],
    [5, 'empty-row'],
    [7, 'repeated-header'],
    [9, 'totals'],
  ]);
  expect(read.bad.map(([row]) => row)).toContain(6);
});

it('a total at the end that the lines come to is said to agree; one of a part of them, or of others, is not', async () => {
  const agrees = async (rows: string) => {
    const read = await preview(fileOf(`Date,Text,Out,In\n${rows}`), {
      change: (mapping) => ({ ...mapping, amount: { kind: 'two-columns', debit: 2, credit: 3 } }),
    });
    return read.file.ownTotalAgrees;
  };
  const lines = '13/01/2026,Deposit,,100.00\n14/01/2026,Fee,2.50,\n15/01/2026,Deposit,,12-30\n';
  expect(await agrees(`${lines}Total,,2.50,100.00`)).toBe(true);
  expect(await agrees(`${lines}Total,,,100.00`)).toBe(false);
  expect(await agrees(`${lines}Total,,2.50,112.30`)).toBe(false);
  expect(await agrees(`${lines}Total,,2.50,100.00\n16/01/2026,Deposit,,7.00`)).toBe(false);
  expect(await agrees(`${lines}Total,,2.50,100.00\nClosing balance,,,970.00`)).toBe(true);
  expect(await agrees(lines)).toBe(false);
});

it('dates that could be either are not guessed', async () => {
  const read = await preview(fixture('dates-ambiguous.csv'));
  expect(read.file.dateOrder).toBeNull();
  expect(read.file.warnings[0]).toEqual({ warning: 'date-order-ambiguous', row: 2, text: '03/04/2026' });
  const chosen = await preview(fixture('dates-ambiguous.csv'), {
    change: (mapping) => ({ ...mapping, dateOrder: 'mdy' }),
  });
  expect(chosen.lines.map(([day]) => day)).toEqual(['2026-03-04', '2026-05-06']);
  expect(warnings(chosen)).toEqual([]);
});

it('a later row that contradicts the earlier ones stops the guess, and is bad once a person has chosen', async () => {
  const read = await preview(fixture('dates-contradictory.csv'));
  expect(read.file.warnings[0]).toEqual({ warning: 'date-order-contradictory', row: 4, text: '04/25/2026' });
  const chosen = await preview(fixture('dates-contradictory.csv'), {
    change: (mapping) => ({ ...mapping, dateOrder: 'dmy' }),
  });
  expect(chosen.bad).toEqual([[4, 'bookedOn: date-contradicts']]);
});

it('an order that was chosen against everything the file says is stopped', async () => {
  const read = await preview(fixture('dates-american.csv'), {
    change: (mapping) => ({ ...mapping, dateOrder: 'dmy' }),
  });
  expect(read.file.warnings[0]).toEqual({ warning: 'date-order-contradictory', row: 3, text: '04/25/2026' });
});

it('years of two digits are of our days, so that 13/03/26 is a day of March', async () => {
  const read = await preview(fileOf('Date,Amount\n13/03/26,1.00\n01/04/26,2.00\n'));
  expect(read.lines.map(([on]) => on)).toEqual(['2026-03-13', '2026-04-01']);
});

it('one date that can only be American settles the whole file', async () => {
  const read = await preview(fixture('dates-american.csv'));
  expect(read.file.dateOrder).toBe('mdy');
  expect(read.lines.map(([day]) => day)).toEqual(['2026-03-04', '2026-04-25']);
});

it('each line keeps to the scale of its own currency', async () => {
  const read = await preview(fixture('two-currencies.csv'));
  expect(read.lines.map(([, minor, currency]) => [minor, currency])).toEqual([
    ['10000', 'EGP'],
    ['1234', 'KWD'],
  ]);
  expect(read.bad).toEqual([
    [4, 'amount: amount-decimals'],
    [5, 'currency: currency-unknown'],
  ]);
});

it('a balance that does not follow is told with its row', async () => {
  const path = fileOf(
    'Date,Amount,Balance\n2026-03-01,10.00,110.00\n2026-03-02,5.00,115.00\n2026-03-03,1.00,120.00\n',
  );
  const read = await preview(path);
  expect(read.file.warnings).toEqual([{ warning: 'balance-differs', row: 4, text: '' }]);
  expect(read.file.balances[0]?.difference).toEqual({ minor: 400n, currency: 'EGP' });
});

it('newest first adds up as well', async () => {
  const path = fileOf(
    'Date,Amount,Balance\n2026-03-03,-1.00,114.00\n2026-03-02,5.00,115.00\n2026-03-01,10.00,110.00\n',
  );
  const read = await preview(path);
  expect(warnings(read)).toEqual([]);
  expect(read.file.balances[0]).toMatchObject({ opening: { minor: 10_000n }, closing: { minor: 11_400n } });
});

it('debits with a minus in their own column are debits all the same', async () => {
  const path = fileOf('Date,Debit,Credit\n2026-03-13,-5.00,\n2026-03-14,,7.00\n');
  expect((await preview(path)).lines.map(([, minor]) => minor)).toEqual(['-500', '700']);
  const mixed = fileOf('Date,Debit,Credit\n2026-03-13,-5.00,\n2026-03-14,6.00,\n');
  expect((await preview(mixed)).lines.map(([, minor]) => minor)).toEqual(['500', '-600']);
});

it('debit and credit in one line is nobody’s guess', async () => {
  const path = fileOf('Date,Debit,Credit\n2026-03-13,5.00,7.00\n2026-03-14,0.00,7.00\n');
  const read = await preview(path);
  expect(read.bad).toEqual([[2, 'amount: both-sides']]);
  expect(read.lines.map(([, minor]) => minor)).toEqual(['700']);
});

it('a column of marks says which side an amount is on', async () => {
  const path = fileOf('Date,Amount,DR/CR\n2026-03-13,5.00,DR\n2026-03-14,7.00,CR\n2026-03-15,7.00,??\n');
  const read = await preview(path, {
    change: (mapping) => ({ ...mapping, amount: { kind: 'marked', column: 1, mark: 2 } }),
  });
  expect(read.lines.map(([, minor]) => minor)).toEqual(['-500', '700']);
  expect(read.bad).toEqual([[4, 'mark: mark-not-understood']]);
});

it('a delimiter inside a text shifts the cells, and the row is bad', async () => {
  const read = await preview(fileOf('Date,Details,Amount\n2026-03-13,a,5.00\n2026-03-14,b,c,7.00\n'));
  expect(read.lines.map(([, minor]) => minor)).toEqual(['500']);
  expect(read.bad.map(([row]) => row)).toContain(3);
});

it('a quote inside of a text is a quote; one that never ends is told with its row', async () => {
  const read = await preview(fileOf('Date,Details,Amount\n2026-03-13,5" pipe,5.00\n'));
  expect(read.lines[0]?.[5]).toBe('5" pipe');
  await expect(inspect(fileOf('Date,Details,Amount\n2026-03-13,"never ends,5.00\n'))).rejects.toMatchObject({
    error: { code: 'broken-at', params: { row: 2 } },
  });
});
