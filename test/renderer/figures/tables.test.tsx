/** In the tables of figures each line adds up: gross, what is kept of it, net. */
import { expect, it } from 'vitest';
import type { CurrencyFigures } from '#shared/contract/figures.ts';
import { markupOf } from '../adds-up.tsx';
import { useTexts } from '../reports/texts.ts';
import { minorOf } from '../shown-minor.ts';

Object.assign(globalThis, {
  location: { hash: '#/figures' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { FigureCards } = await import('#renderer/features/figures/cards.tsx');

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
/** Fees of 2 % and the VAT on them. */
const sum = (count: number, gross: bigint, fees: bigint, vat: bigint) => ({
  count,
  gross: egp(gross),
  notSummed: null,
  fees: egp(fees),
  net: egp(gross - fees - vat),
  feeShareBasisPoints: 200,
});
const period = (day: string) => ({ from: day, until: day, fromMs: 1, untilMs: 2 });
const one: CurrencyFigures = {
  currency: 'EGP',
  settled: [sum(9, 100_000n, 2_000n, 280n), sum(1, -5_000n, 100n, 14n)],
  branches: [{ ...sum(10, 95_000n, 2_100n, 294n), branchId: 'B1', branchName: 'Maadi' }],
  unsettled: [],
  early: [],
};
const read = { readAtMs: 1, lastError: null };
const figures = {
  timeZone: 'Africa/Cairo',
  today: '2026-11-17',
  periods: [period('2026-11-16'), period('2026-11-17')],
  months: [],
  currencies: [one],
  settledRead: read,
  requestsRead: read,
};

/** The amounts of each line of a table that has three. */
function linesOfThree(markup: string): bigint[][] {
  const lines = [...markup.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([line]) =>
    [...line.matchAll(/class="money-number"[^>]*>([\s\S]*?)<\/bdi>/g)].map(([, amount = '']) =>
      minorOf(amount.replace(/<[^>]*>/g, '')),
    ),
  );
  return lines.filter(({ length }) => length === 3);
}

it('gross and what is kept of it come to the net, in each line and in the totals', async () => {
  await useTexts('en');
  const open = () => {};
  const shown = { figures, one, span: 'days' as const };
  const markup = markupOf(
    <FigureCards asTables {...shown} openSettled={open} openUnsettled={open} openEarly={open} />,
  );
  expect(linesOfThree(markup)).toEqual([
    // The newest day first.
    [-5_000n, -114n, -5_114n],
    [100_000n, -2_280n, 97_720n],
    [95_000n, -2_394n, 92_606n],
    [95_000n, -2_394n, 92_606n],
    [95_000n, -2_394n, 92_606n],
  ]);
});
