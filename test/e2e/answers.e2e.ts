/** The first hour at a gateway that answers in another form: learn, confirm, work; and the night in which the form changes. */
import type { Page } from '@playwright/test';
import type { Shape } from '../electron/gateway/shapes/zoo.ts';
import { SHAPE, startZoo } from '../electron/gateway/shapes/zoo-server.ts';
import { answerOf, read } from './closing.ts';
import { expect, test } from './host.ts';
import { goTo, inLanguage, signIn } from './steps.ts';

const OVERNIGHT: Shape = { ...SHAPE, envelope: 'response.results', spelling: 'camel', amountNames: 1 };

const card = (page: Page, name: string) => page.locator(`[data-answer="${name}"]`);

/** Ticks what waits for a person's word, and confirms it. */
async function confirm(page: Page, name: string): Promise<void> {
  const its = card(page, name);
  for (const box of await its.getByRole('checkbox').all()) await box.check();
  await its.getByTestId('confirm-answer').click();
  await expect(its).toHaveAttribute('data-state', 'confirmed');
}

type Windows = { windows: { windowId: string; net: { minor: string } | null }[] };
const netsOf = ({ windows }: Windows) =>
  Object.fromEntries(windows.map(({ windowId, net }) => [windowId, net?.minor ?? null]));

for (const language of ['en', 'ar'] as const)
  test(`a gateway that answers in another form is learnt, confirmed and noticed when it changes (${language})`, async ({
    start,
  }) => {
    const zoo = await startZoo();
    const { page } = await start();
    await signIn(page);
    await read(page, 'profiles.connect', {
      name: 'Zoo',
      merchantId: `MID-zoo-${language}`,
      environment: 'live',
      dashboardUrl: zoo.base,
      checkoutUrl: zoo.base,
      secretKey: 'sk_live_zoo',
    });
    await inLanguage(page, language);

    // Before anything is learnt an early payout cannot be read, and the error names the way.
    const unread = await answerOf(page, 'instantSettlement.refresh', {});
    expect(unread).toMatchObject({ ok: false, error: { code: 'other-form' } });

    await goTo(page, '/settings/answers');
    await page.getByTestId('learn-all').click();
    const windows = card(page, 'settlement.windows');
    await expect(windows).toHaveAttribute('data-state', 'waits');
    await expect(windows.locator('[data-word="netAmount"]')).toHaveAttribute('data-proof', 'proven');
    for (const name of ['settlement.windows', 'instant-settlement.eligible', 'settlement.transactions'])
      await confirm(page, name);

    const truth = Object.fromEntries(
      zoo
        .rowsOf('settlement.windows')
        .map(({ plain, amounts }) => [
          JSON.parse(plain['windowId'] ?? '""') as string,
          String(amounts['netAmount']),
        ]),
    );
    await read(page, 'settlement.refreshWindows', {});
    expect(netsOf(await read<Windows>(page, 'settlement.windows', {}))).toEqual(truth);
    expect(await read(page, 'instantSettlement.refresh', {})).toEqual({ found: 20 });
    await goTo(page, '/settlement');
    await expect(page.locator('.ag-row').first()).toBeVisible();

    zoo.now.shape = OVERNIGHT;
    const changed = await answerOf(page, 'settlement.refreshWindows', {});
    expect(changed).toMatchObject({ ok: false, error: { code: 'form-changed' } });
    expect(netsOf(await read<Windows>(page, 'settlement.windows', {}))).toEqual(truth);
    // The banner leads to the page.
    await page.locator('.banner-action').click();
    await expect(windows).toHaveAttribute('data-state', 'changed');
    await windows.getByTestId('learn-again').click();
    await expect(windows).toHaveAttribute('data-state', 'waits');
    await confirm(page, 'settlement.windows');
    await read(page, 'settlement.refreshWindows', {});
    expect(netsOf(await read<Windows>(page, 'settlement.windows', {}))).toEqual(truth);
    await zoo.close();
  });
