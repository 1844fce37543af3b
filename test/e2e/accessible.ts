/** What axe says of the page as it stands. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './host.ts';

/** The grids' own markup, where a page has been judged without it. */
export const GRIDS = '.ag-root-wrapper';

/** An open menu or list of choices belongs to its button on the page. Like a dialog, it needs no landmark of its own. */
const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], svg';
const asked = { resultTypes: ['violations' as const], checks: { region: { options: { regionMatcher } } } };

/** Expects no finding of WCAG 2.1 A and AA, nor of what axe calls best practice. It is soft, so that one run covers every page. */
export async function hasNoFinding(
  page: Page,
  where: string,
  without: readonly string[] = [],
): Promise<void> {
  // Colours are right only after a fade, so running animations are waited for, but not endless ones. This asks again and again,
  // because the `finished` of an animation that is cancelled never resolves.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  );
  // The app has no frames of another origin: axe needs no page of its own to put their findings together.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options(asked)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']);
  for (const selector of without) axe.exclude(selector);
  const { violations } = await axe.analyze();
  expect
    .soft(
      violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
      where,
    )
    .toEqual([]);
}

/** Whatever can be read or pressed is inside the window, and the words on buttons are whole; grids go sideways by themselves. */
export async function nothingIsCut(page: Page, where: string): Promise<void> {
  const cut = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('h1, h2, p, a, button, input, kbd, .chip, .banner')].filter(
      (one) => one.closest('.ag-root-wrapper') === null && one.checkVisibility(),
    );
    const isOutside = (one: Element) => {
      const { left, right } = one.getBoundingClientRect();
      return left < -1 || right > window.innerWidth + 1;
    };
    const isClipped = (one: Element) =>
      [one, ...one.querySelectorAll('.mantine-Button-label')].some(
        (part) => one.matches('button, a') && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
      );
    return shown
      .filter((one) => isOutside(one) || isClipped(one))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  expect.soft(cut, where).toEqual([]);
}

/** As a person who cannot see it well, and as narrow as the window may be. */
export async function looksRight(page: Page, where: string): Promise<void> {
  await hasNoFinding(page, where);
  await page.setViewportSize({ width: 1024, height: 700 });
  await nothingIsCut(page, where);
  await page.setViewportSize({ width: 1280, height: 800 });
}
