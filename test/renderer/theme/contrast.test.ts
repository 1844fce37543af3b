import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../renderer/theme/tokens.css'), 'utf8');

/** The tokens of the first rule whose selector has `scheme`. */
function tokensOf(scheme: 'light' | 'dark'): Map<string, string> {
  const start = css.indexOf(`[data-mantine-color-scheme='${scheme}'] {`);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const PAIRS: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3', 'accent', 'good', 'late', 'bad', 'unknown'].flatMap((text) =>
    ['paper', 'surface', 'sunken'].map((ground): [string, string] => [text, ground]),
  ),
  ...['accent', 'good', 'late', 'bad', 'unknown'].map((tone): [string, string] => [tone, `${tone}-soft`]),
  ['on-accent', 'accent'],
  ['on-band', 'practice'],
  ['on-band', 'test'],
];

describe.each(['light', 'dark'] as const)('the %s theme', (scheme) => {
  const tokens = tokensOf(scheme);

  const check = (text: string, ground: string) =>
    expect(contrast(tokens.get(text) ?? '', tokens.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5);

  it.each(PAIRS)('has %s readable on %s (AA, 4.5 to 1)', check);
});

it('has the words of the live band readable in both themes', () => {
  expect(contrast('#ffffff', tokensOf('light').get('live') ?? '')).toBeGreaterThanOrEqual(4.5);
  expect(contrast('#14171a', tokensOf('dark').get('live') ?? '')).toBeGreaterThanOrEqual(4.5);
});
