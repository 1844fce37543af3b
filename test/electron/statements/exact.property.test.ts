import fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { expect, it } from 'vitest';
import { toDecimal } from '#shared/money/money.ts';
import { readAmount } from '#electron/statements/read-amount.ts';
import { readDate } from '#electron/statements/read-date.ts';
import { StatementError } from '#electron/statements/statement-error.ts';
import { bytesOfFixture, fileOf, inspect, preview } from './fixtures.ts';

const currency = fc.constantFrom('EGP', 'KWD', 'JPY', 'USD');
const minor = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).filter((n) => n !== 0n);
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const grouped = (digits: string, group: string) => digits.replace(/\B(?=(\d{3})+$)/g, group);
const ARABIC = '٠١٢٣٤٥٦٧٨٩';
const arabic = (text: string) => text.replace(/\d/g, (digit) => ARABIC[Number(digit)] ?? '');

/** Every way in which an amount is written that a person would read the same. */
const writers = {
  plain: (decimal: string) => decimal,
  grouped: (decimal: string) => {
    const [whole = '', fraction] = decimal.split('.');
    return grouped(whole, ',') + (fraction === undefined ? '' : `.${fraction}`);
  },
  spaced: (decimal: string) => {
    const [whole = '', fraction] = decimal.split('.');
    return grouped(whole, '\u00A0') + (fraction === undefined ? '' : `.${fraction}`);
  },
  arabic: (decimal: string) => {
    const [whole = '', fraction] = decimal.split('.');
    return arabic(grouped(whole, '٬') + (fraction === undefined ? '' : `٫${fraction}`));
  },
};
const signs = {
  before: (text: string) => `-${text}`,
  behind: (text: string) => `${text}-`,
  brackets: (text: string) => `(${text})`,
  marked: (text: string) => `${text} DR`,
  withCode: (text: string, code: string) => `${code} -${text}`,
};

it('an amount reads as it was written, however it was written', () => {
  fc.assert(
    fc.property(
      minor,
      currency,
      fc.constantFrom(...Object.values(writers)),
      fc.constantFrom(...Object.values(signs)),
      (amount, code, write, sign) => {
        const text = write(toDecimal({ minor: amount < 0n ? -amount : amount, currency: code }));
        const cell = { kind: 'text' as const, text: amount < 0n ? sign(text, code) : text };
        expect(readAmount(cell, code, 'dot')).toEqual({ ok: true, value: amount });
      },
    ),
    { numRuns: 2_000 },
  );
});

it('a comma for decimals reads the same', () => {
  fc.assert(
    fc.property(minor, (amount) => {
      const [whole = '', fraction = ''] = toDecimal({
        minor: amount < 0n ? -amount : amount,
        currency: 'EGP',
      }).split('.');
      const text = `${amount < 0n ? '-' : ''}${grouped(whole, '.')},${fraction}`;
      expect(readAmount({ kind: 'text', text }, 'EGP', 'comma')).toEqual({ ok: true, value: amount });
    }),
  );
});

it('a date reads as it was written in each order', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('/', '-', '.'), fc.boolean(), (date, separator, inArabic) => {
      const [y = '', m = '', d = ''] = date.split('-');
      for (const [order, parts] of [
        ['dmy', [d, m, y]],
        ['mdy', [m, d, y]],
        ['ymd', [y, m, d]],
      ] as const) {
        const text = parts.join(separator);
        const cell = { kind: 'text' as const, text: inArabic ? arabic(text) : text };
        expect(readDate(cell, order)).toEqual({ ok: true, value: date });
      }
    }),
  );
});

it('lines that were written to CSV come back exactly', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });
  const line = fc.record({ day, minor, text });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), async (lines) => {
      const rows = lines.map((one) => [one.day, one.text, toDecimal({ minor: one.minor, currency: 'EGP' })]);
      const path = fileOf(stringify([['Date', 'Description', 'Amount (EGP)'], ...rows]));
      const read = await preview(path, { asked: { delimiter: ',', encoding: 'utf-8', headerRow: 1 } });
      expect(read.lines.map(([on, amount]) => [on, amount])).toEqual(
        lines.map((one) => [one.day, one.minor.toString()]),
      );
    }),
    { numRuns: 60 },
  );
});

const tried = async (bytes: Uint8Array): Promise<void> => {
  try {
    await inspect(fileOf(bytes));
  } catch (error) {
    // Refusing is the right answer to noise; anything else is a bug.
    if (!(error instanceof StatementError)) throw error;
  }
};

it('random bytes are refused or read, and never crash it', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), tried), { numRuns: 300 });
});

it.each([
  'camt053-08.xml',
  'mt940-swift.sta',
  'bank-arabic-1256.csv',
  'bank-english.xlsx',
  'bank-arabic-utf16.txt',
])('a %s with flipped bytes is refused or read, and never crashes it', async (name) => {
  const whole = bytesOfFixture(name);
  const flips = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(flips, fc.nat({ max: whole.length }), async (changes, cut) => {
      const bytes = new Uint8Array(whole.subarray(0, cut % 3 === 0 ? cut : whole.length));
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      await tried(bytes);
      if (bytes.length === 0) return;
      try {
        await preview(fileOf(bytes));
      } catch (error) {
        if (!(error instanceof StatementError) && !String(error).includes('not guessed')) throw error;
      }
    }),
    { numRuns: 60 },
  );
});
