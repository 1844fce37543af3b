/** A blind count tells nothing by what it leaves out. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { lineKey } from '#shared/domain/closing.ts';

Object.assign(globalThis, {
  location: { hash: '#/close' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { useLines } = await import('#renderer/features/closing/count-lines.ts');

const line = (terminalId: string, side: 'sales' | 'returns') => ({
  currency: 'EGP',
  paymentType: null,
  terminalId,
  side,
  typed: null,
  slips: null,
});
const terminal = (terminalId: string, leftOut: object | null = null) => ({ terminalId, leftOut });
const close = (more: Partial<Record<keyof ClosingDetail, unknown>>) =>
  ({
    blind: true,
    countBy: 'terminal',
    countSlips: false,
    terminals: [terminal('T1'), terminal('T2'), terminal('T3'), terminal('T4', { reason: 'unreachable' })],
    lines: [line('T1', 'sales'), line('T1', 'returns'), line('T2', 'returns')],
    ...more,
  }) as unknown as ClosingDetail;

function Keys({ closing }: { closing: ClosingDetail }) {
  return <>{useLines(closing).map((shown) => `${lineKey(shown.line)} `)}</>;
}
const keysOf = (closing: ClosingDetail) =>
  renderToStaticMarkup(<Keys closing={closing} />)
    .trim()
    .split(' ');

it('asks each terminal for its sales and its returns, whatever is expected of it', () => {
  expect(keysOf(close({}))).toEqual(
    ['T1', 'T2', 'T3'].flatMap((till) => [`EGP/sales/${till}`, `EGP/returns/${till}`]),
  );
});

it('a count that sees what is expected has the lines of the close alone', () => {
  expect(keysOf(close({ blind: false }))).toEqual(['EGP/sales/T1', 'EGP/returns/T1', 'EGP/returns/T2']);
});
