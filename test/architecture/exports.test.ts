/** `export` stands on names that another file uses: whoever changes the others knows that nobody else is concerned. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = ['electron', 'renderer', 'shared', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') };
    }),
);
const EXPORTED = /^export (?:async )?(?:const|function\*?|type|class|let) (\w+)/gm;

test('no name is exported that no other file names', () => {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of sources)
    for (const [word] of text.matchAll(/\w+/g)) places.set(word, (places.get(word) ?? new Set()).add(path));
  const alone = sources
    .filter(({ path }) => !path.startsWith('test'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)].flatMap(([, name = '']) =>
        places.get(name)?.size === 1 ? [`${path}: ${name}`] : [],
      ),
    );
  expect(alone).toEqual([]);
});
