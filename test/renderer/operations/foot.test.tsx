/** The foot of Operations: a count of all that are listed, by kind; while more follow, no count of all. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { Operation } from '#shared/contract/operations.ts';
import { operationWire } from '../operation-wire.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/operations' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { OperationsFoot } = await import('#renderer/features/operations/foot.tsx');

beforeAll(() => useTexts('en'));

const rows = [
  operationWire({ totals: [{ count: 1, amount: { minor: 5_000n, currency: 'EGP' } }] }),
  operationWire({ state: 'REFUSED', totals: [{ count: 1, amount: { minor: 900n, currency: 'EGP' } }] }),
  operationWire({ kind: 'acknowledgement' }),
] as unknown as Operation[];

const said = (listed: Operation[], hasMore: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <OperationsFoot rows={listed} hasMore={hasMore} />
    </MantineProvider>,
  )
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

it('counts what is listed by kind, and adds up no amounts of what was done and what was refused', () => {
  expect(said(rows, false)).toBe('3 rows Reversal 2 Acknowledgement 1');
});

it('does not repeat the only kind, and says nothing of an empty list', () => {
  expect(said(rows.slice(0, 2), false)).toBe('2 rows');
  expect(said([], false)).toBe('');
});

it('says that more follow while they do', () => {
  expect(said(rows, true)).toBe('The first 3 rows; more follow below.');
});
