import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { expect, test } from 'vitest';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { Recent } = await import('#renderer/features/today/recent.tsx');

test.each([
  ['en', 'Record continued after a crash'],
  ['ar', 'متابعة السجل بعد توقف مفاجئ'],
] as const)('an entry of the record has words among the last events, in %s', async (language, words) => {
  await useTexts(language);
  const entry = {
    kind: 'record',
    seq: 1,
    atMs: 1_000,
    actor: 'Closeout',
    action: 'record.continued',
    target: '',
    facts: '{}',
    day: null,
  } as const;
  const shown = renderToStaticMarkup(
    <MantineProvider>
      <Router ssrPath="/">
        <Recent events={[entry]} />
      </Router>
    </MantineProvider>,
  );
  expect(shown).toContain(words);
  expect(shown).not.toContain('record.continued');
});
