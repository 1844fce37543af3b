import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fileOf, fixture, inspect, preview } from './fixtures.ts';

const brief = async (name: string) => {
  const { rows } = await preview(fixture(name));
  return rows.map(({ state, reason, line }) =>
    line
      ? [
          line.bookedOn,
          line.valueOn,
          line.minor,
          line.currency,
          line.account,
          line.reference,
          line.description,
          line.counterparty,
        ]
      : [state, reason],
  );
};

const IBAN = 'EG380019000500000000263180002';
const WANTED_CAMT = [
  [
    '2026-03-13',
    '2026-03-14',
    '1243050',
    'EGP',
    IBAN,
    'BATCH-0412',
    'POS settlement batch 0412 Corniche & Coffee',
    'Acquirer of Payments S.A.E.',
  ],
  ['2026-03-13', '2026-03-13', '-200000', 'EGP', IBAN, 'SALARY-1', '', 'Mona Adel'],
  ['2026-03-13', '2026-03-13', '-223050', 'EGP', IBAN, 'SALARY-2', '', 'Omar Said'],
  ['2026-03-13', null, '-2500', 'EGP', IBAN, '3', 'Reversal of a refund of fees', ''],
  ['skipped', 'not-booked'],
  ['2026-03-13', null, '6000', 'USD', '100200300401', 'TX-A', '', ''],
  ['2026-03-13', null, '4000', 'USD', '100200300401', 'E-B', '', ''],
  ['2026-03-13', null, '-400', 'USD', '100200300401', '', '', ''],
];

it.each(['camt053-02.xml', 'camt053-08.xml'])(
  '%s: batches become their transactions, charges a line of their own, pending entries wait',
  async (name) => {
    expect(await brief(name)).toEqual(WANTED_CAMT);
    const { file } = await preview(fixture(name));
    expect(file.balances.map(({ currency, difference }) => [currency, difference.minor])).toEqual([
      ['EGP', 0n],
      ['USD', 0n],
    ]);
    expect(file.warnings.map(({ warning }) => warning)).toEqual(['several-currencies', 'several-accounts']);
    const { statements } = await inspect(fixture(name));
    expect(statements.map(({ account, number, entries }) => [account, number, entries])).toEqual([
      [IBAN, '72', 5],
      ['100200300401', 'STMT-1', 3],
    ]);
  },
);

it.each(['02', '03', '04', '05', '06', '07', '08', '10', '12'])(
  'camt.053.001.%s is read',
  async (version) => {
    const text = readFileSync(fixture('camt053-02.xml'), 'utf8').replace(
      'camt.053.001.02',
      `camt.053.001.${version}`,
    );
    expect((await inspect(fileOf(text))).statements).toHaveLength(2);
  },
);

it('a batch whose parts do not make its amount stays one line', async () => {
  const text = readFileSync(fixture('camt053-02.xml'), 'utf8').replace(
    '2230.50</Amt></TxAmt>',
    '2230.49</Amt></TxAmt>',
  );
  const { lines } = await preview(fileOf(text));
  expect(lines[1]?.slice(0, 2)).toEqual(['2026-03-13', '-423050']);
});

it('a closing balance that does not follow is told', async () => {
  const text = readFileSync(fixture('camt053-02.xml'), 'utf8').replace('18175.00', '18175.01');
  const { file } = await preview(fileOf(text));
  expect(file.warnings[0]).toMatchObject({ warning: 'balance-differs', text: IBAN });
  expect(file.balances[0]?.difference).toEqual({ minor: 1n, currency: 'EGP' });
});

it('a DOCTYPE is refused before anything is expanded', async () => {
  await expect(inspect(fixture('camt053-doctype.xml'))).rejects.toMatchObject({
    error: { code: 'xml-unsafe' },
  });
});

it.each([
  ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.086.001.02"/>', 'version-unknown'],
  ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"/>', 'version-unknown'],
  ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.15"/>', 'version-unknown'],
  ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">', 'broken-at'],
  ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>', 'format-unknown'],
  ['<rss version="2.0"/>', 'format-unknown'],
  ['<!DOCTYPE html><html><table></table></html>', 'web-page'],
])('%s is %s', async (text, code) => {
  await expect(inspect(fileOf(text))).rejects.toMatchObject({ error: { code } });
});

it('MT940 in SWIFT blocks: reversals turn the side, and the booking day finds its year', async () => {
  expect(await brief('mt940-swift.sta')).toEqual([
    [
      '2026-03-13',
      '2026-03-13',
      '1243050',
      'EGP',
      IBAN,
      'BATCH0412',
      'POS SETTLEMENT BATCH 0412 CORNICHE COFFEE CAIRO',
      '',
    ],
    ['2026-03-14', '2026-03-13', '-420000', 'EGP', IBAN, '260314000044', '', ''],
    ['2026-01-02', '2025-12-31', '-3500', 'EGP', IBAN, 'FEE-7', 'REVERSAL OF INTEREST', ''],
    ['2026-03-14', '2026-03-14', '500', 'USD', 'EG380019000500000000263180003', 'REV-1', '', ''],
  ]);
  const { file } = await preview(fixture('mt940-swift.sta'));
  expect(file.balances.map(({ difference }) => difference.minor)).toEqual([0n, 0n]);
});

it('MT940 with numbered and named parts in :86:', async () => {
  expect(await brief('mt940-structured.sta')).toEqual([
    [
      '2026-03-13',
      '2026-03-13',
      '25010',
      'EUR',
      '37040044/0532013000',
      'RF18539007547034',
      'Rechnung 4711 Kaffee fuer Maerz',
      'Rosterei am Hafen GmbH und Co KG',
    ],
    [
      '2026-03-13',
      '2026-03-13',
      '-1230',
      'EUR',
      '37040044/0532013000',
      'INV-2026-77',
      'Strom Maerz 2026',
      'Stadtwerke',
    ],
  ]);
});

it.each([
  [':60F:X260312EGP1000,00', 3],
  [':61:2603130313C1,00NTRF', 3],
])('an MT940 with %j is refused with its line', async (rest, row) => {
  const path = fileOf(`:20:A\n:25:1\n${rest}\n`);
  await expect(inspect(path)).rejects.toMatchObject({ error: { code: 'broken-at', params: { row } } });
});

it('a movement of MT940 that cannot be read is a bad line, and the others are read', async () => {
  const { lines, bad } = await preview(
    fileOf(
      ':20:A\n:25:1\n:60F:C260312EGP1000,00\n:61:garbage\n:61:2603130313C2,00NTRFB\n:62F:C260312EGP1002,00\n',
    ),
  );
  expect(bad).toEqual([[1, 'amount: amount-not-understood']]);
  expect(lines.map(([, minor]) => minor)).toEqual(['200']);
});

it('an amount with more decimals than its currency is bad, and the others are read', async () => {
  const { lines, bad } = await preview(
    fileOf(
      ':20:A\n:25:1\n:60F:C260312EGP1000,00\n:61:2603130313C1,005NTRFA\n:61:2603130313C2,00NTRFB\n:62F:C260312EGP1002,00\n',
    ),
  );
  expect(lines.map(([, minor]) => minor)).toEqual(['200']);
  expect(bad).toEqual([[1, 'amount: amount-decimals']]);
});
