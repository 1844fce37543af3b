/** A sale and what undid it, as the window words it: in the list of a terminal, and among settled transactions. */
import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { describe, expect, it } from 'vitest';
import type { LinkedRow, Transaction } from '#shared/contract/terminals.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/today' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { cancelsOut, Links } = await import('#renderer/features/transactions/undone.tsx');
const { marksText, cancelsOut: settledCancelsOut } =
  await import('#renderer/features/settlement/row-marks.tsx');
const { default: i18next } = await import('i18next');

const textOf = (node: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Router ssrPath="/">{node}</Router>
    </MantineProvider>,
  )
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const linked = (rowId: string, kind: LinkedRow['kind'], minor: bigint): LinkedRow => ({
  rowId,
  refNumber: '632708106090',
  kind,
  amount: egp(minor),
  firstSeenAtMs: 1_000,
});
const sale: Transaction = {
  rowId: 's',
  terminalId: 'T1',
  merchantOrderId: 'W-1',
  refNumber: '632708106090',
  amount: egp(28_395n),
  paymentType: 'SALE',
  kind: 'sale',
  adds: egp(28_395n),
  undoes: null,
  undoesRow: null,
  undoneBy: [linked('r', 'reversal', 28_395n)],
  reversedHere: null,
  entryMode: null,
  firstSeenAtMs: 500,
  lastSeenAtMs: 1_000,
  listing: 'outstanding',
  goneAtMs: null,
  flags: ['reversal-listed'],
};
const other: Transaction = {
  ...sale,
  rowId: 'r',
  kind: 'reversal',
  paymentType: 'REVERSAL',
  adds: egp(-28_395n),
  undoes: 's',
  undoesRow: linked('s', 'sale', 28_395n),
  undoneBy: [],
  flags: [],
};
const words = (row: Transaction) => textOf(<Links row={row} onOpen={() => {}} />);

describe('in the list of a terminal', () => {
  it('names who reversed a sale only where the journal knows it', async () => {
    await useTexts('en');
    const here = { ...sale, reversedHere: { by: 'Nadia', atMs: 2_000 } };
    expect(words(here)).toMatch(/^Reversed .* by Nadia$/);
    expect(words(sale)).toMatch(/^Reversed, first seen /);
    const voided = { ...sale, undoneBy: [linked('v', 'void', 28_395n)] };
    expect(words(voided)).toMatch(/^Voided, first seen /);
    expect([here, sale, voided].map(cancelsOut)).toEqual([true, true, true]);
  });

  it('strikes a reversed sale through only once the list has what cancels it', async () => {
    await useTexts('en');
    const waiting = { ...sale, undoneBy: [], reversedHere: { by: 'Nadia', atMs: 2_000 }, flags: [] };
    expect(cancelsOut(waiting)).toBe(false);
    expect(words(waiting)).toMatch(/^Reversed .* by Nadia$/);
  });

  it('names the sale on what undoes it; a part of it cancels nothing out', async () => {
    await useTexts('en');
    expect(words(other)).toBe('Undoes 632708106090');
    expect(words({ ...other, kind: 'void' })).toBe('Voids 632708106090');
    expect(cancelsOut(other)).toBe(true);
    const part = { ...sale, undoneBy: [linked('f', 'refund', 5_000n)], flags: [] };
    expect(words(part)).toBe('Refund of EGP 50.00');
    expect(words({ ...other, kind: 'refund' })).toBe('Refund of 632708106090');
    expect(
      [part, { ...other, kind: 'refund' as const }, { ...other, undoes: null, undoesRow: null }].map(
        cancelsOut,
      ),
    ).toEqual([false, false, false]);
  });

  it('is a way to the other row only if this PC keeps that row', async () => {
    await useTexts('en');
    const markup = (row: Transaction) =>
      renderToStaticMarkup(
        <MantineProvider>
          <Links row={row} onOpen={() => {}} />
        </MantineProvider>,
      );
    expect(markup(other)).toContain('<button');
    expect(markup({ ...other, undoesRow: null })).not.toContain('<button');
  });
});

it('among settled transactions both rows of a pair say it', async () => {
  await useTexts('en');
  const row = { kind: 'sale' as const, undoes: null, undoneBy: [], early: null, odd: [] };
  const pair = [
    { ...row, undoneBy: ['reversal' as const] },
    { ...row, kind: 'reversal' as const, undoes: 'TX-1' },
    { ...row, undoneBy: ['refund' as const] },
    { ...row, kind: 'refund' as const, undoes: 'TX-1' },
    row,
  ];
  expect(pair.map((one) => marksText(i18next.t, one))).toEqual([
    'Undone',
    'Undoes a sale',
    'Has a refund',
    'Refund of a sale',
    '',
  ]);
  expect(pair.map(settledCancelsOut)).toEqual([true, true, false, false, false]);
});

it('money that goes back has its word where the sale that it belongs to is not known', async () => {
  await useTexts('en');
  const row = { undoes: null, undoneBy: [], early: null, odd: [] };
  expect(
    (['refund', 'void', 'reversal', 'sale', 'authorization', 'unknown'] as const).map((kind) =>
      marksText(i18next.t, { ...row, kind }),
    ),
  ).toEqual(['Refund', 'Void', 'Reversal', '', '', '']);
});
