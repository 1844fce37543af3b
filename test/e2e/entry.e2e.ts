/** How a window gets its key to the core: by a page that sends a token once, and by nothing else. */
import { writeEntryFile } from '#electron/hosts/browser/entry-file.ts';
import { browserHostArgs } from '#electron/hosts/browser/browser-host-args.ts';
import { expect, freshFolder, root, startNode, test } from './host.ts';

test('the window opens by the local page once; its address and history hold no token, and a reload keeps it', async ({
  openBrowser,
}) => {
  const folder = freshFolder();
  const { child, match } = await startNode(
    browserHostArgs(root, ['--no-open', '--data', folder]),
    /^Closeout is ready: (\S+)$/,
  );
  try {
    const address = new URL(match[1] ?? '');
    const token = address.searchParams.get('token') ?? '';
    const entry = writeEntryFile(freshFolder('entry'), address.origin, token);
    const browser = await openBrowser();
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(entry.url);
    const greeting = page.getByRole('heading').first();
    await expect(page).toHaveURL(`${address.origin}/`);
    await expect(greeting).toBeVisible();
    const words = (await greeting.textContent()) ?? '';
    expect(words).not.toContain('key');
    await page.reload();
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    expect(await page.evaluate(() => document.cookie)).toBe('');

    const other = await context.newPage();
    await other.goto(address.origin);
    await expect(other.getByRole('heading', { name: 'This window has no key to Closeout' })).toBeVisible();
    await other.goto(entry.url);
    await expect(other.getByText('This address was used already.')).toBeVisible();
    await context.close();
  } finally {
    child.kill('SIGTERM');
  }
});
