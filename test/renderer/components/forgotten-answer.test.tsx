/** An answer that comes late is dropped: its question was forgotten, or a newer one was asked. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Result } from '#shared/errors/result.ts';
import '../calls.ts';

const { useAsk } = await import('#renderer/components/asked.ts');

type Ask = ReturnType<typeof useAsk<string>>;
function asking(): Ask {
  const made: Ask[] = [];
  function Page() {
    made.push(useAsk<string>());
    return null;
  }
  renderToStaticMarkup(<Page />);
  const [ask] = made;
  if (!ask) throw new Error('nothing was drawn');
  return ask;
}
const answered = Promise.resolve<Result<string>>({ ok: true, value: '2.5%' });

it('is taken while its question stands', async () => {
  const { ask } = asking();
  expect(await ask(answered)).toBe('2.5%');
});

it('is dropped if the question was forgotten while it was on its way', async () => {
  const { ask, forget } = asking();
  const value = ask(answered);
  forget();
  expect(await value).toBeNull();
});

it('is dropped if another question followed', async () => {
  const { ask } = asking();
  const [first, second] = [ask(answered), ask(answered)];
  expect([await first, await second]).toEqual([null, '2.5%']);
});
