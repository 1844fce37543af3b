/** A whole day of a branch of eight terminals, from the first read to the Z, in both languages; and one without a connection. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './host.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { confirmReverse, connect, go, openReverse } from './steps.ts';

type Line = { currency: string; paymentType: string | null; expected: { minor: string } };
type Detail = { lines: Line[]; operations: unknown[]; terminals: unknown[] };
type Z = {
  content: {
    number: number;
    revision: number;
    kind: string;
    verdict: string;
    changes: { added: unknown[] } | null;
  };
};

/** The window's own call, as its pages make it. */
async function ask<T>(page: Page, channel: string, input: unknown): Promise<T> {
  const answer = await page.evaluate(
    ([name, body]) =>
      fetch(`/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.text()),
    [channel, input] as const,
  );
  return (JSON.parse(answer) as { value: T }).value;
}

const step = (page: Page, name: string) => page.locator(`[data-step="${name}"]`);
const isDone = (page: Page, name: string) => expect(step(page, name)).toHaveAttribute('data-done', 'true');
const closingId = (page: Page) => page.url().split('/close/day/')[1] ?? '';
const detailOf = (page: Page) => ask<Detail>(page, 'closing.detail', { closingId: closingId(page) });

const decimal = (minor: bigint): string => {
  const digits = minor.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

async function begin(page: Page, branch: string): Promise<void> {
  await page.evaluate(() => (window.location.hash = '/close/branches'));
  await page.getByRole('button', { name: branch }).click();
  await page.locator('.close-work .close-actions button').click();
  await expect(step(page, 'reads')).toBeVisible();
}

async function acknowledge(page: Page): Promise<void> {
  await step(page, 'acknowledge').click();
  await page.locator('.close-work .close-actions button').click();
  await page.getByTestId('confirm-movement').click({ timeout: 30_000 });
  await expect(page.getByTestId('confirm-movement')).toHaveCount(0, { timeout: 30_000 });
  await page.getByRole('dialog').getByRole('button').last().click();
  await isDone(page, 'acknowledge');
}

/** By the keyboard alone: Enter goes from field to field and then to the button. `short` is missing from the sales. */
async function count(page: Page, short: bigint): Promise<void> {
  await expect(page.locator('.count-input input').first()).toBeVisible();
  const { lines } = await detailOf(page);
  await page.locator('.count-input input').first().focus();
  for (const id of await page.locator('.count-input input').evaluateAll((all) => all.map((one) => one.id))) {
    const line = lines.find(({ currency, paymentType }) => id === `count-${currency}/${paymentType ?? ''}`);
    const missing = line?.paymentType === 'SALE' ? short : 0n;
    await page.keyboard.press('Control+A');
    await page.keyboard.type(decimal(BigInt(line?.expected.minor ?? '0') - missing));
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('.count-save')).toHaveCount(0);
}

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa'])
    .exclude('.ag-root-wrapper')
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

/** Two reversals, and a third whose answer is lost and that is settled by reading. */
async function reverseThree(page: Page, gateway: TestGateway): Promise<void> {
  for (const terminal of ['Maadi · Front till', 'Maadi · Pharmacy', 'Maadi · Butcher']) {
    const lost = terminal === 'Maadi · Butcher';
    await go(page, 'Terminals');
    if (lost)
      await gateway.control('POST', '/faults', {
        match: { method: 'PUT' },
        fault: { kind: 'drop-after' },
        times: 1,
      });
    const amount = await openReverse(page, terminal);
    await confirmReverse(page, amount);
    if (!lost) await expect(page.getByText(`EGP ${amount} reversed`)).toBeVisible();
    else {
      await page.getByRole('dialog').getByRole('link', { name: 'Open the operation' }).click();
      await expect(page.getByText('Done, seen by reading').first()).toBeVisible({ timeout: 30_000 });
    }
    await page.keyboard.press('Escape');
  }
}

for (const language of ['en', 'ar'] as const) {
  test(`a day of eight terminals is closed with a difference explained, in ${language}`, async ({
    start,
  }) => {
    test.setTimeout(240_000);
    const gateway = await startGateway({ terminals: 21, transactions: 260 });
    const { page } = await start();
    page.setDefaultTimeout(15_000);
    await connect(page, gateway);
    await expect(page.getByText('Maadi · Front till').first()).toBeVisible();
    await reverseThree(page, gateway);
    await ask(page, 'app.settings.set', { language });
    await page.locator(`html[lang="${language}"]`).waitFor();

    await begin(page, 'Maadi');
    await page.locator('.close-work .close-actions button').click();
    await isDone(page, 'reads');
    expect((await detailOf(page)).terminals).toHaveLength(8);
    await isAccessible(page);
    await acknowledge(page);
    await isDone(page, 'operations');
    await step(page, 'count').click();
    await page.locator('.close-work .close-actions button').click();
    await count(page, 1_000n);

    await step(page, 'differences').click();
    await page.locator('.explain input').first().click();
    await page.getByRole('option').first().click();
    await page.locator('.explain textarea').first().fill('Slip not found');
    await page.locator('.explain button[type=submit]').click();
    await isDone(page, 'differences');
    await isAccessible(page);

    await step(page, 'confirm').click();
    await page.locator('.close-work .close-actions button').click();
    await page.getByTestId('confirm-movement').click();
    await expect(page.getByTestId('z-number')).toContainText('1');
    await isAccessible(page);
    const { zs } = await ask<{ zs: Z[] }>(page, 'closing.zs', { closingId: closingId(page) });
    expect(
      zs.map(({ content }) => [content.number, content.revision, content.kind, content.verdict]),
    ).toEqual([[1, 1, 'final', 'differ']]);
    await page.evaluate(() => (window.location.hash = '/close/history'));
    await expect(page.locator('.ag-row')).toHaveCount(1);
    await page.evaluate(() => (window.location.hash = '/close/calendar'));
    await expect(page.locator('.day[data-state="closed"]')).toHaveCount(1);
    await isAccessible(page);
    await gateway.stop();
  });
}

test('without a connection a day is closed provisionally, and finished later with what changed', async ({
  start,
}) => {
  test.setTimeout(240_000);
  const gateway = await startGateway({ terminals: 21, transactions: 260 });
  const { page } = await start();
  page.setDefaultTimeout(15_000);
  await connect(page, gateway);
  await expect(page.locator('.page-foot')).toContainText(/[1-9]\d+ outstanding transactions/);
  await gateway.control('POST', '/faults', { fault: { kind: 'drop-before' } });
  await begin(page, 'Maadi');
  await page.locator('.close-work .close-actions button').click();
  await page.getByRole('button', { name: 'Count without a connection' }).click({ timeout: 60_000 });
  await count(page, 0n);
  await step(page, 'confirm').click();
  await page.getByRole('button', { name: 'Close provisionally', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The line is down');
  await page.getByTestId('confirm-movement').click();
  await expect(page.getByText('Provisional', { exact: true }).first()).toBeVisible();

  await gateway.control('DELETE', '/faults');
  await gateway.control('POST', '/sales', { environment: 'test', terminalId: '90410006', amount: '75.25' });
  await step(page, 'reads').click();
  await page.locator('.close-work .close-actions button').click();
  await isDone(page, 'reads');
  await page.getByRole('button', { name: 'Include and recount' }).click();
  await acknowledge(page);
  await step(page, 'count').click();
  await count(page, 0n);
  await step(page, 'confirm').click();
  await expect(page.getByTestId('close-changes')).toContainText('75.25');
  await page.locator('.close-work .close-actions button').click();
  await page.getByTestId('confirm-movement').click();
  await expect(page.getByTestId('z-number')).toContainText('issue 2');
  const { zs } = await ask<{ zs: Z[] }>(page, 'closing.zs', { closingId: closingId(page) });
  expect(zs.map(({ content }) => [content.number, content.revision, content.kind])).toEqual([
    [1, 1, 'provisional'],
    [1, 2, 'final'],
  ]);
  expect(zs[1]?.content.changes?.added).toHaveLength(1);
  await gateway.stop();
});
