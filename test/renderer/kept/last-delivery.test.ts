/** Of a webhook the newest delivery is told only where its name tells it from the others. */
import { beforeEach, expect, it } from 'vitest';
import { answerNext, waiting } from '../calls.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { askNewest } = await import('#renderer/features/kept/last-delivery.tsx');

beforeEach(() => void waiting.splice(0));
const named = (...names: string[]) => ({
  ok: true as const,
  value: {
    rows: names.map((text, at) => ({
      key: `W-${at}`,
      isGone: false,
      cells: { webhook: { is: 'text', text } },
    })),
    next: null,
  },
});

it('a name that two have tells nothing, and nothing more is asked', async () => {
  const asked = askNewest('Orders');
  await answerNext('kept.page', named('Orders', 'Orders'));
  expect(await asked).toEqual({ ok: true, value: 'several' });
  expect(waiting).toEqual([]);
});

it('a name that one has is asked for, also beside longer ones', async () => {
  const asked = askNewest('Orders');
  await answerNext('kept.page', named('Orders', 'Orders of Giza'));
  await answerNext('kept.page', named());
  expect(await asked).toEqual({ ok: true, value: null });
});
