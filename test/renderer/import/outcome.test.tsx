/** What an import says of its lines: that all are matched, or how many still need somebody. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/reconcile/imports' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { MatchedText } = await import('#renderer/features/import/outcome.tsx');

const said = (outcome: { matched: number; exceptions: number; apart: number }) =>
  renderToStaticMarkup(
    <MantineProvider>
      <MatchedText outcome={outcome} />
    </MantineProvider>,
  );

it('lines that nothing was found for are counted, and not those that need nobody', async () => {
  await useTexts('en');
  expect(said({ matched: 0, exceptions: 2, apart: 1 })).toContain('2 of 3 lines are not matched.');
  expect(said({ matched: 3, exceptions: 0, apart: 0 })).toContain('All 3 lines are matched.');
  expect(said({ matched: 2, exceptions: 0, apart: 1 })).toContain('2 of 3 lines are matched.');
});
