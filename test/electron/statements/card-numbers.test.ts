import { expect, it } from 'vitest';
import { fileOf, inspect, preview } from './fixtures.ts';

const CARD = '4111 1111 1111 1111';
const GLUED = '5555555555554444';
/** Passes for a card by chance, and is what the line is found by. */
const REFERENCE = '4012888888881881';

const csv = [
  'Date,Description,Payer,Reference,Amount',
  `2026-03-02,POS ${CARD} CAIRO,Mona ${GLUED},${REFERENCE},12430.50`,
  `2026-03-03,REFUND ${GLUED},,R2,not a number ${GLUED}`,
].join('\n');

it('card numbers in a table are shortened before anything of it is kept or shown, and its references are not', async () => {
  const path = fileOf(csv);
  const { table } = await inspect(path);
  const read = await preview(path);
  expect(read.rows[1]?.line).toMatchObject({
    description: 'POS 411111******1111 CAIRO',
    counterparty: 'Mona 555555******4444',
    reference: REFERENCE,
  });
  const kept = JSON.stringify([table, read.rows, read.file.warnings]);
  expect(kept).not.toContain(CARD);
  expect(kept).not.toContain(GLUED);
  expect(read.bad).toHaveLength(1);
});

it('card numbers in the texts of a bank are shortened, in all that is kept of an entry', async () => {
  const statement = [
    ':20:STMT',
    ':25:EG380019000500000000263180002',
    ':28C:1/1',
    ':60F:C260312EGP0,00',
    ':61:2603130313C10,00NTRFSW-1001',
    `:86:CARD ${GLUED} OF MONA`,
    ':62F:C260313EGP10,00',
    '-',
  ].join('\r\n');
  const { rows, lines } = await preview(fileOf(statement));
  expect(lines).toEqual([['2026-03-13', '1000', 'EGP', 'SW-1001', '', 'CARD 555555******4444 OF MONA']]);
  expect(JSON.stringify(rows)).not.toContain(GLUED);
});

it('the key of a line is that of the text of its file, so that what an earlier version brought is known', async () => {
  const [{ rows: first }, { rows: second }] = await Promise.all([
    preview(fileOf(csv)),
    preview(fileOf(csv.replace(CARD, '4000 0000 0000 0002'))),
  ]);
  expect(first[1]?.key).not.toBe(second[1]?.key);
});
