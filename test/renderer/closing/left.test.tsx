/** What a close leaves for the next one is said on its strip of totals. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/close' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { TotalsStrip } = await import('#renderer/features/closing/totals-strip.tsx');

const plain = (html: string) => html.replace(/<[^>]*>/g, '');

it('sales that a person left for the next close are counted beside the totals', async () => {
  await useTexts('en');
  const strip = (leftForNext: number) => {
    const closing = { sums: null, lines: [], unread: [], terminals: [], leftForNext };
    return plain(renderToStaticMarkup(<TotalsStrip closing={closing as unknown as ClosingDetail} />));
  };
  expect(strip(2)).toContain('2 sales left for the next close');
  expect(strip(0)).not.toContain('left for the next');
});
