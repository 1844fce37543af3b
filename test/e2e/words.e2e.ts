/** A gateway with a word that nobody knows: what is not summed says so, one question is asked, and the day closes by the answer. */
import type { Page } from '@playwright/test';
import { ask, beginCounting, confirmClose, count, counted, read, zsOf } from './closing.ts';
import { startGateway } from './gateway.ts';
import { expect, inDeepIf, test } from './host.ts';
import { connect, go, goTo, inLanguage, MONA, OMAR, switchTo } from './steps.ts';

type Listed = { terminalId: string; branchName: string; outstanding: { amount: { minor: string } }[] };
const terminalsOf = async (page: Page) =>
  (await read<{ terminals: Listed[] }>(page, 'terminals.list', {})).terminals;

for (const language of ['en', 'ar'] as const)
  test(
    `in ${language}: three rows of a word not known are in no sum; after one answer they are, and the day closes`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 8, transactions: 40 });
      const { page } = await start();
      await connect(page, gateway);
      await expect(page.getByText('Zamalek · Front till').first()).toBeVisible();
      const [terminal] = await terminalsOf(page);
      if (!terminal) throw new Error('no terminal');
      const { terminalId, branchName } = terminal;
      const ofBranch = async () => (await terminalsOf(page)).filter((one) => one.branchName === branchName);
      for (const one of await ofBranch()) await read(page, 'terminals.read', { terminalId: one.terminalId });
      const net = async () =>
        (await ofBranch())
          .flatMap(({ outstanding }) => outstanding)
          .reduce((sum, { amount }) => sum + BigInt(amount.minor), 0n);
      const before = await net();
      const topUp = { environment: 'test', terminalId, count: 3, amount: '40.00', paymentType: 'TOPUP' };
      await gateway.control('POST', '/sales', topUp);
      await read(page, 'terminals.read', { terminalId });
      expect(await net()).toBe(before);
      await inLanguage(page, language);
      const link = page.locator('a[href$="/settings/words"]').first();

      await test.step('every sum that lacks them says so and leads to the question', async () => {
        for (const path of ['/today', '/terminals', `/terminals/${terminalId}`]) {
          await goTo(page, path);
          await expect(page.locator('.chip', { has: link }).first()).toContainText('120.00');
        }
      });

      await test.step('a cashier sees the words, and who may say what they mean', async () => {
        if (language === 'ar') return;
        const omar = { name: OMAR.name, role: 'cashier', newPin: OMAR.pin, pin: MONA.pin };
        await ask(page, 'people.add', omar);
        await switchTo(page, OMAR);
        await goTo(page, '/settings/words');
        await expect(page.getByText('A manager or an administrator says what a word means.')).toBeVisible();
        await expect(page.locator('[data-word="topup"] button')).toHaveAttribute('aria-disabled', 'true');
        await switchTo(page, MONA);
        await go(page, 'Today');
      });

      await test.step('one question, answered by keyboard', async () => {
        await goTo(page, `/terminals/${terminalId}`);
        await link.click();
        const word = page.locator('[data-word="topup"]');
        await expect(word).toContainText('120.00');
        await word.getByRole('button').focus();
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('radio', { checked: true })).toHaveAttribute('value', 'sale');
        await page.getByTestId('confirm-movement').focus();
        await page.keyboard.press('Enter');
        await expect(dialog).toHaveCount(0);
        await expect(word).toContainText(MONA.name);
        await expect.poll(net).toBe(before + 12_000n);
      });

      await test.step('the day closes, and its Z has them', async () => {
        await beginCounting(page, branchName);
        await count(page, await counted(page, 0n));
        await confirmClose(page);
        const [z] = await zsOf(page);
        expect(z?.content).toMatchObject({
          kind: 'final',
          verdict: 'agree',
          sums: { net: [{ amount: { minor: String(before + 12_000n) } }], notSummed: [] },
        });
      });
      await gateway.stop();
    },
  );
