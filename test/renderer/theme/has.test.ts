import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const renderer = join(import.meta.dirname, '../../../renderer');
/** What a grid can be within: Chromium looks at all of its rows anew whenever something in it comes or goes. */
const AROUND_A_GRID =
  /(?:^|[\s,>+~])(?:html|body|:root|\.main|\.frame|\.page[\w-]*|\.grid[\w-]*|\.close-work)?:has\(/;

test.each(globSync('**/*.css', { cwd: renderer }))('%s asks nothing around a grid with :has()', (file) => {
  const styles = readFileSync(join(renderer, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const asked = styles.match(/[^{}]+(?=\{)/g)?.filter((selector) => AROUND_A_GRID.test(selector));
  expect(asked ?? []).toEqual([]);
});
