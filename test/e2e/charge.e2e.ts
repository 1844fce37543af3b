/** Charging saved cards: one is charged, one is declined, an answer is lost and found by reading, and one needs two people. */
import type { Page } from '@playwright/test';
import { saveCard as saveCardAt } from '../fixtures/saved-cards.ts';
import { hasNoFinding } from './accessible.ts';
import { ask } from './closing.ts';
import { startGateway, type LogEntry, type TestGateway } from './gateway.ts';
import { expect, inDeepIf, test } from './host.ts';
import { press } from './keyboard.ts';
import { fillIn, named, signInAs, wordsOf } from './order-movements.ts';
import { closeDialogs } from './payment-dialogs.ts';
import { open } from './screens.ts';
import { connect, goTo, inLanguage, MONA, OMAR } from './steps.ts';
import arabic from '../../resources/locales/ar/savedCards.json' with { type: 'json' };
import english from '../../resources/locales/en/savedCards.json' with { type: 'json' };

const languages = [
  ['en', { ...wordsOf.en, cards: english }],
  ['ar', { ...wordsOf.ar, cards: arabic }],
] as const;
type Words = (typeof languages)[number][1];

const saveCard = ({ keys, ...gateway }: TestGateway, customer: string, number: string) =>
  saveCardAt({ ...gateway, paymentKey: keys[2] ?? '' }, customer, number);
const chargesAt = async (gateway: TestGateway) =>
  (await gateway.control<LogEntry[]>('GET', '/log')).filter(
    ({ method, path }) => method === 'POST' && path === '/v3/orders/',
  );

const dialogOf = (page: Page) => page.getByRole('dialog').last();

async function openCard(page: Page, customer: string): Promise<void> {
  await page.locator('.ag-row', { hasText: customer }).click();
  await expect(page.getByRole('dialog')).toContainText(customer);
}
/** By a second person who is there, or as a request that somebody else decides on later. */
type Approval = { approver: typeof OMAR } | 'asked' | null;

/** Charges the open card: the amount is taken, retyped, confirmed by PIN and, where it is asked for, by a second person. */
async function charge(page: Page, words: Words, amount: string, second: Approval = null): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: words.cards.charge.open }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: words.cards.charge.amount }).fill(amount);
  await dialog.getByTestId('take-amount').click();
  await expect(dialog.locator('.size-28')).toBeVisible();
  if (second) await hasNoFinding(page, 'charging a card that needs two people');
  await dialog.getByRole('textbox').first().fill('Monthly fee');
  await dialog.locator('input[inputmode="decimal"]').last().fill(amount);
  const confirm = dialog.getByTestId('confirm-movement');
  await expect(confirm).toBeDisabled();
  await dialog.locator('input[type="password"]').first().fill(MONA.pin);
  if (second === 'asked') {
    await dialog.getByRole('button', { name: words.people.confirm.send }).click();
    await expect(dialog).toContainText(words.people.confirm.sent);
    return;
  }
  if (second) {
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('combobox', { name: words.people.field.second }).click();
    await page.getByRole('option', { name: new RegExp(second.approver.name) }).click();
    await dialog.locator('input[type="password"]').last().fill(second.approver.pin);
  }
  await confirm.click();
  await expect(dialog.locator('.size-28')).toHaveCount(0);
}

for (const [language, words] of languages)
  test(
    `in ${language}: a saved card is charged; a lost answer is found by reading; a declined card is refused; above the limit two agree`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway();
      await saveCard(gateway, 'C-901', '4242424242424242');
      await saveCard(gateway, 'C-902', '4000000000000002');
      const closeout = await start({ keepsReceived: true });
      const { page } = closeout;
      await connect(page, gateway);
      await ask(page, 'people.add', { name: OMAR.name, role: 'manager', newPin: OMAR.pin, pin: MONA.pin });
      await inLanguage(page, language);
      await open(page, '/payments/cards');

      await openCard(page, 'C-901');
      await charge(page, words, '75.50');
      await expect(dialogOf(page)).toContainText('75.50');
      await expect(dialogOf(page).getByRole('status')).toBeVisible();
      await closeDialogs(page);
      await openCard(page, 'C-901');
      const charges = dialogOf(page).getByTestId('charges');
      await expect(charges).toContainText(words.operations.state.SUCCEEDED);
      await expect(charges).toContainText('Monthly fee');
      await hasNoFinding(page, `a saved card with its charges, ${language}`);

      await gateway.control('POST', '/faults', {
        match: { method: 'POST', path: '/v3/orders/' },
        fault: { kind: 'drop-after' },
        times: 1,
      });
      await charge(page, words, '80.00');
      await expect(dialogOf(page)).toContainText(words.operations.ending.unknown);
      await dialogOf(page).getByRole('link', { name: words.operations.open }).click();
      await expect(
        page.getByText(words.operations.state.SUCCEEDED_BY_READ, { exact: true }).first(),
      ).toBeVisible();
      expect(await chargesAt(gateway)).toHaveLength(2);

      await open(page, '/payments/cards');
      await openCard(page, 'C-901');
      await charge(page, words, '15000', { approver: OMAR });
      await expect(dialogOf(page).getByRole('status')).toBeVisible();
      await closeDialogs(page);

      await openCard(page, 'C-901');
      await charge(page, words, '16000', 'asked');
      await dialogOf(page).getByRole('button', { name: words.app.actions.close }).last().click();
      await expect(page.getByTestId('request-about')).toBeVisible();
      expect(await chargesAt(gateway)).toHaveLength(3);
      await signInAs(page, words, OMAR);
      await goTo(page, '/operations');
      await page.getByRole('button', { name: words.people.approvals.open }).waitFor();
      await press(page, named(words.people.approvals.open));
      await expect(dialogOf(page)).toContainText('16,000.00');
      await fillIn(page, words, { pin: OMAR.pin, hasReason: true });
      await hasNoFinding(page, `a charge that another person asked for, ${language}`);
      await dialogOf(page).getByTestId('confirm-movement').click();
      await expect(dialogOf(page)).toContainText(words.cards.charge.done.split('{{')[0] ?? '');
      await closeDialogs(page);
      await signInAs(page, words, MONA);

      await open(page, '/payments/cards');
      await openCard(page, 'C-902');
      await charge(page, words, '75.50');
      await expect(dialogOf(page)).toContainText(words.operations.ending.refused);
      await closeDialogs(page);
      expect(await chargesAt(gateway)).toHaveLength(5);

      // Who deletes the card sees what was charged with it, and no window was ever given its token.
      await openCard(page, 'C-901');
      await dialogOf(page).getByRole('button', { name: words.cards.delete.action }).click();
      await expect(dialogOf(page).getByTestId('charges').locator('li')).toHaveCount(4);
      const { body } = (await (
        await fetch(`${gateway.dashboardUrl}/v3/payment/tokenization/tokens`, {
          headers: { authorization: gateway.secretKey },
        })
      ).json()) as { body: { token: string }[] };
      expect(body).toHaveLength(2);
      for (const { token } of body) expect(closeout.received()).not.toContain(token);
      await gateway.stop();
    },
  );

test('without the Payment API key a card cannot be charged, and it is said where to add the key', async ({
  start,
}) => {
  const gateway = await startGateway();
  await saveCard(gateway, 'C-901', '4242424242424242');
  const { page } = await start();
  await connect(page, { ...gateway, keys: gateway.keys.slice(0, 2) });
  await open(page, '/payments/cards');
  await openCard(page, 'C-901');
  await expect(page.getByRole('dialog')).toContainText(english.charge.noKey);
  await expect(page.getByRole('dialog').getByRole('button', { name: english.charge.open })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('dialog').getByRole('link', { name: english.charge.toSettings }).click();
  await expect(page).toHaveURL(/settings/);
  await gateway.stop();
});
