/** A branch's day that was closed is not the calendar's: the state of a terminal names the day. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { expect, test } from 'vitest';
import type { Terminal } from '#shared/contract/terminals.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/terminals' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { TerminalState } = await import('#renderer/features/terminals/terminal-state.tsx');
const { Page } = await import('#renderer/components/page.tsx');
const { oldestRead } = await import('#renderer/features/terminals/selectors.ts');

const textOf = (node: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Router ssrPath="/">{node}</Router>
    </MantineProvider>,
  )
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, '');
const terminal = (fields: Partial<Terminal>) => ({ lastError: null, ...fields }) as Terminal;
const notRead = terminal({ state: 'not-read-today', businessDate: '2026-11-25' });

test.each([
  ['en', /^Not read for .*25/],
  ['ar', /25/],
] as const)(
  'a terminal that was not read since its branch closed names the day, in %s',
  async (lng, said) => {
    await useTexts(lng);
    expect(textOf(<TerminalState terminal={notRead} />)).toMatch(said);
    expect(textOf(<TerminalState terminal={notRead} />)).not.toContain('today');
  },
);

test('the age of a sum over several terminals is that of the oldest read', () => {
  const read = (lastReadAtMs: number | null) => terminal({ lastReadAtMs });
  expect(oldestRead([read(301_000), read(1_000), read(null)])).toBe(1_000);
});

test.each([
  ['en', 'oldest read', 'as of'],
  ['ar', 'أقدم قراءة', 'بيانات'],
] as const)('the head says so of several reads, and not of one, in %s', async (lng, several, one) => {
  await useTexts(lng);
  const head = (oldest: boolean) =>
    textOf(
      <Page title="Today" asOf={{ readAtMs: Date.now(), lastError: null, oldest }}>
        {null}
      </Page>,
    );
  expect(head(true)).toContain(several);
  expect(head(false)).toContain(one);
  expect(head(false)).not.toContain(several);
});
