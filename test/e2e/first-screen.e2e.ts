/** The first screen loads only what it shows: signing in waits for no page behind it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, root, test } from './host.ts';
import { signIn } from './steps.ts';

const assets = join(root, 'out/renderer/assets');
const sizeOf = (file: string) => statSync(join(assets, file)).size;

function firstScripts(): string[] {
  const page = readFileSync(join(root, 'out/renderer/index.html'), 'utf8');
  return [...page.matchAll(/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file);
}

test('what stands before the first paint is at most 750 KB of scripts', () => {
  const scripts = firstScripts();
  const texts = readdirSync(assets).filter((file) => /^(?:en|ar)-.*\.js$/.test(file));
  expect(texts).toHaveLength(2);
  const bytes = scripts.reduce((sum, file) => sum + sizeOf(file), 0) + Math.max(...texts.map(sizeOf));
  expect(bytes).toBeLessThanOrEqual(750_000);
});

test('the schemas of the pages are in no script that the first screen waits for', () => {
  const first = firstScripts()
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .join('');
  expect(first).toContain('people.unlock');
  expect(first).not.toContain('headOffice.board');
});

test('the texts of the pages are in no script that the first screen waits for', () => {
  const files = readdirSync(assets).filter((file) => /^(?:en|ar|words)-.*\.js$/.test(file));
  const first = files.map((file) => readFileSync(join(assets, file), 'utf8')).join('');
  expect(first).toContain('locales/en/people.json');
  expect(first).not.toContain('locales/en/reconciliation.json');
  expect(first).not.toContain('locales/ar/reconciliation.json');
});

test('a person signs in before the pages have loaded, and sees that they are coming', async ({
  start,
  host,
}) => {
  test.skip(host !== 'browser', 'the script is held on its way over HTTP');
  const { page } = await start();
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/signed-in-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await signIn(page);
  await expect(page.getByRole('status')).toContainText('Opening');
  held.resolve();
  await expect(page.getByRole('button', { name: 'Start practising' })).toBeVisible();
});
