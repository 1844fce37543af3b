import { expect, it } from 'vitest';
import { parseViews, withView, type KeptView } from '#renderer/components/kept-views.ts';
import { settledViews, type SettledView } from '#renderer/features/settlement/settled-views.ts';

const view = (name: string, text = ''): KeptView<SettledView> => ({
  name,
  filter: {
    text,
    branchIds: ['BR-01'],
    paymentTypes: [],
    windowId: null,
    fromMs: null,
    toMs: null,
    early: null,
    odd: false,
  },
  sort: { by: 'net', direction: 'asc' },
});
const parse = (text: string | null) => parseViews(settledViews, text);

it('what was kept comes back, and what is damaged is left out', () => {
  expect(parse(JSON.stringify([view('Maadi'), { name: 'x' }, 7, view(''), view('Refunds', 'NM')]))).toEqual([
    view('Maadi'),
    view('Refunds', 'NM'),
  ]);
  expect(parse('not json')).toEqual([]);
  expect(parse('{}')).toEqual([]);
  expect(parse(null)).toEqual([]);
});

it('a view of the same name is replaced where it stands; one without a name is not kept', () => {
  const views = [view('Maadi'), view('Zamalek')];
  expect(withView(views, view(' Maadi ', 'NM'))).toEqual([view('Maadi', 'NM'), view('Zamalek')]);
  expect(withView(views, view('  '))).toEqual(views);
  expect(withView(views, view('New')).at(-1)).toEqual(view('New'));
});
