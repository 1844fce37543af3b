/** `npm run icons`: every size of the icon from the one SVG, drawn by the installed browser. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './machine.ts';

const folder = join(import.meta.dirname, '../../resources/installer');
const LINUX_SIZES = [16, 32, 48, 64, 128, 256, 512];
/** Windows and macOS take theirs from one of this size. */
const LARGEST = 1024;

async function main(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('no Chromium, Chrome or Edge is installed');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage();
  const svg = readFileSync(join(folder, 'icon.svg')).toString('base64');
  mkdirSync(join(folder, 'icons'), { recursive: true });
  for (const size of [...LINUX_SIZES, LARGEST]) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<body style="margin:0"><img style="display:block" width="${size}" height="${size}" src="data:image/svg+xml;base64,${svg}">`,
    );
    await page.locator('img').evaluate((image) => (image as HTMLImageElement).decode());
    const picture = await page.screenshot({ omitBackground: true });
    writeFileSync(join(folder, size === LARGEST ? 'icon.png' : `icons/${size}x${size}.png`), picture);
  }
  await browser.close();
}

await main();
