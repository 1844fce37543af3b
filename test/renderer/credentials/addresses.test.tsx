/** A change of the allowed addresses says what it does before it is sent. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { Difference } from '#renderer/features/credentials/difference.tsx';
import { addressesIn } from '#renderer/features/credentials/typed-addresses.ts';
import { useTexts } from '../reports/texts.ts';

beforeAll(() => useTexts('en'));
const textOf = (before: string[], after: string[]) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Difference before={before} after={after} />
    </MantineProvider>,
  )
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

it('addresses are read one a line, with commas, in Arabic digits, and each once', () => {
  expect(addressesIn(' 203.0.113.7\n198.51.100.0/24, 203.0.113.7\n\n١٠.٠.٠.١ ')).toEqual([
    '203.0.113.7',
    '198.51.100.0/24',
    '10.0.0.1',
  ]);
});

it('what comes and what goes is named, and nothing else', () => {
  const text = textOf(['203.0.113.7', '198.51.100.1'], ['203.0.113.7', '192.0.2.9']);
  expect(text).toBe('Will be added + 192.0.2.9 Will be removed − 198.51.100.1');
});

it('the first entry says that only these may call from now on', () =>
  expect(textOf([], ['203.0.113.7'])).toContain('From now on only these may.'));

it('an emptied list says that every address may call', () =>
  expect(textOf(['203.0.113.7'], [])).toContain('every address may call then'));
