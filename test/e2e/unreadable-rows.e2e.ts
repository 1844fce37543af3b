/** A row that cannot be read blocks a terminal until a person decides on it; then the Z of the day names it. */
import { beginAndRead, branchesOf, countAll } from './closing-calls.ts';
import { read, step } from './closing.ts';
import { expect, inDeepIf, test } from './host.ts';
import { goTo, inLanguage, MONA, signIn } from './steps.ts';
import { startUnreadableGateway, TERMINAL, UNREADABLE } from './unreadable-gateway.ts';

const ACKNOWLEDGE = { en: /^Acknowledge/, ar: /^تأكيد العمليات/ };
const NOTE = 'The portal shows EGP 1,234.57 for it';

for (const language of ['en', 'ar'] as const)
  test(
    `a terminal with a row that cannot be read is acknowledged by a decision, and its day is closed (${language})`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startUnreadableGateway();
      const { page } = await start();
      await signIn(page);
      await read(page, 'profiles.connect', {
        name: 'Noise',
        merchantId: `MID-noise-${language}`,
        environment: 'live',
        dashboardUrl: gateway.base,
        checkoutUrl: gateway.base,
        secretKey: 'sk_live_noise',
      });
      await inLanguage(page, language);
      await read(page, 'terminals.refreshList', {});
      const [branch] = await branchesOf(page);
      const closingId = await beginAndRead(page, branch?.branchKey ?? '');

      await goTo(page, `/close/day/${closingId}`);
      await step(page, 'acknowledge').click();
      const row = page.locator(`tr[data-terminal="${TERMINAL}"]`);
      await row.getByRole('button', { name: ACKNOWLEDGE[language] }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByTestId('over-unreadable')).toContainText(UNREADABLE);
      const confirm = dialog.getByTestId('confirm-movement');
      await expect(confirm).toBeDisabled();
      await dialog.locator('textarea').first().fill(NOTE);
      await expect(confirm).toBeDisabled();

      const pin = dialog.locator('input[type="password"]');
      await pin.fill('111111');
      await confirm.click();
      await expect(pin).toHaveValue('');
      expect(gateway.now.acknowledged).toBe(0);
      await pin.fill(MONA.pin);
      await confirm.click();
      await expect.poll(() => gateway.now.acknowledged).toBe(1);
      await expect(dialog.getByTestId('over-unreadable')).toHaveCount(0);
      await dialog.getByRole('button').last().click();

      const { rows } = await read<{ rows: { opId: string; note: string }[] }>(page, 'operations.page', {
        scope: 'all',
        cursor: null,
        limit: 10,
      });
      expect(rows).toMatchObject([{ state: 'SUCCEEDED', note: NOTE }]);

      await expect(page.getByTestId('close-unread')).toBeVisible();
      await read(page, 'closing.freeze', { closingId });
      await countAll(page, closingId, 0n);
      const { z } = await read<{ z: { content: object } }>(page, 'closing.confirm', { closingId });
      expect(z.content).toMatchObject({
        verdict: 'not-checked',
        sales: [{ count: 2, amount: { minor: '20050', currency: 'EGP' } }],
        unread: [{ terminalId: TERMINAL, raw: UNREADABLE, by: MONA.name, note: NOTE }],
      });
      await goTo(page, '/today');
      await goTo(page, `/close/day/${closingId}`);
      await expect(page.locator('.review')).toContainText(UNREADABLE);
      await goTo(page, `/operations/${rows[0]?.opId}`);
      await expect(page.getByRole('dialog')).toContainText(UNREADABLE);
      await gateway.close();
    },
  );
