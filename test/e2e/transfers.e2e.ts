/**
 * A transfer to somebody else: the first to a number needs two people, a lost answer is found by reading, and the list tells
 * what became of it.
 */
import type { Page } from '@playwright/test';
import { hasNoFinding, looksRight } from './accessible.ts';
import { ask } from './closing.ts';
import { startGateway, type LogEntry, type TestGateway } from './gateway.ts';
import { holdCalls, type HeldCall } from './held-calls.ts';
import { expect, inDeepIf, test } from './host.ts';
import { called, choose, press, pressesNoPointer, tabTo } from './keyboard.ts';
import { wordsOf } from './order-movements.ts';
import { closeDialogs } from './payment-dialogs.ts';
import { open } from './screens.ts';
import { connect, inLanguage, MONA, OMAR } from './steps.ts';
import arabicErrors from '../../resources/locales/ar/errors.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/transfers.json' with { type: 'json' };
import englishErrors from '../../resources/locales/en/errors.json' with { type: 'json' };
import english from '../../resources/locales/en/transfers.json' with { type: 'json' };

const languages = [
  ['en', { ...wordsOf.en, errors: englishErrors, transfers: english }],
  ['ar', { ...wordsOf.ar, errors: arabicErrors, transfers: arabic }],
] as const;
type Words = (typeof languages)[number][1];

const NUMBER = 'EG380019000500000000263180002';
const dialogOf = (page: Page) => page.getByRole('dialog').last();
const sentTo = async (gateway: TestGateway) =>
  (await gateway.control<(LogEntry & { host: string })[]>('GET', '/log')).filter(
    ({ host, path }) => host === 'dashboard' && path === '/v3/transfers/single',
  );

/** Fills in the dialog and confirms it. A second person confirms, too, if nothing was ever sent to this number. */
async function pay(page: Page, words: Words, amount: string, second: typeof OMAR | null): Promise<void> {
  await page.getByRole('button', { name: words.transfers.send.new }).click();
  const dialog = dialogOf(page);
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await field(words.transfers.field.recipient).fill('Nile Paper');
  await field(words.transfers.field['number-bank']).fill(NUMBER);
  await dialog.getByRole('textbox', { name: words.transfers.field.bank, exact: true }).fill('National Bank');
  await field(words.transfers.send.amount).fill(amount);
  await dialog.getByTestId('take-transfer').click();
  await expect(dialog.getByTestId('costs')).toBeVisible();
  if (second) await hasNoFinding(page, 'a first transfer, which needs two people');
  await field(words.move.reason).fill('Invoice 77');
  await dialog.locator('input[inputmode="decimal"]').last().fill(amount);
  const confirm = dialog.getByTestId('confirm-movement');
  await dialog.locator('input[type="password"]').first().fill(MONA.pin);
  if (second) {
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('combobox', { name: words.people.field.second }).click();
    await page.getByRole('option', { name: new RegExp(second.name) }).click();
    await dialog.locator('input[type="password"]').last().fill(second.pin);
  }
  await confirm.click();
  await expect(dialog.getByTestId('costs')).toHaveCount(0);
}

for (const [language, words] of languages)
  test(
    `in ${language}: a first transfer needs two people; a lost answer is found by reading; the list tells what became of it`,
    { tag: '@deep', ...inDeepIf(language) },
    async ({ start }) => {
      const gateway = await startGateway();
      const closeout = await start({ keepsReceived: true });
      const { page } = closeout;
      await connect(page, gateway);
      await ask(page, 'people.add', { name: OMAR.name, role: 'manager', newPin: OMAR.pin, pin: MONA.pin });
      await inLanguage(page, language);
      await open(page, '/transfers');

      await pay(page, words, '1250', OMAR);
      await expect(dialogOf(page).getByRole('status')).toContainText('TR-');
      await expect(dialogOf(page)).toContainText(words.transfers.send.notPaidYet);
      await dialogOf(page).getByRole('link', { name: words.transfers.send.toSent }).click();
      await expect(page.getByRole('dialog')).toContainText('Nile Paper');
      await page.getByRole('link', { name: words.transfers.send.toOperation }).click();
      const { state, event } = words.operations;
      // The bank has it still to do: accepted, and not done.
      await expect(dialogOf(page).getByText(state.accepted, { exact: true })).toBeVisible();
      await expect(dialogOf(page)).not.toContainText(event['settled-by-read_payout']);
      await closeDialogs(page);

      await gateway.control('POST', '/faults', {
        match: { method: 'POST', path: '/v3/transfers/single' },
        fault: { kind: 'drop-after' },
        times: 1,
      });
      await open(page, '/transfers');
      await pay(page, words, '1300', null);
      await expect(dialogOf(page)).toContainText(words.operations.ending.unknown);
      await dialogOf(page).getByRole('link', { name: words.operations.open }).click();
      await expect(dialogOf(page)).toContainText(event['settled-by-read_payout']);
      await expect(dialogOf(page).getByText(state.accepted, { exact: true })).toBeVisible();
      expect(await sentTo(gateway)).toHaveLength(2);
      await gateway.stop();
    },
  );

for (const [language, words] of languages)
  test(
    `in ${language}: a transfer is made without the mouse, and every step of its dialog can be read by everybody`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const { page } = await start();
      await connect(page, gateway);
      await ask(page, 'people.add', { name: OMAR.name, role: 'manager', newPin: OMAR.pin, pin: MONA.pin });
      await inLanguage(page, language);
      await open(page, '/transfers');
      const noPointer = await pressesNoPointer(page);
      const dialog = dialogOf(page);
      const { field, send, wrong } = words.transfers;
      const type = async (name: string, text: string) => {
        await tabTo(page, called(name));
        await page.keyboard.press('Control+A');
        await page.keyboard.type(text);
      };

      await press(page, called(send.new));
      await expect(dialog).toContainText(send.consequence);
      await press(page, called(send.take));
      await expect(dialog).toContainText(wrong.number);
      await hasNoFinding(page, 'a new transfer, with nothing filled in');

      await type(field.recipient, 'Nile Paper');
      await type(field['number-bank'], '4111 1111 1111 1111');
      await type(field.bank, 'National Bank');
      await type(send.amount, '1250');
      await press(page, called(send.take));
      await expect(dialog.getByRole('alert')).toContainText(words.errors.input['card-number'].next_account);
      await hasNoFinding(page, 'an account that looks like a card');
      await type(field['number-bank'], NUMBER);
      await press(page, called(send.take));
      await expect(dialog.getByTestId('costs')).toBeVisible();

      await type(words.move.reason, 'Invoice 77');
      await type(words.transfers.retype.one, '1250');
      await type(words.people.field.yourPin, MONA.pin);
      await choose(page, called(words.people.field.second), `${OMAR.name} · ${words.people.role.manager}`);
      await type(words.people.field.secondPin, OMAR.pin);
      await hasNoFinding(page, 'a transfer that two people confirm');
      await press(page, called(send.confirm));
      await expect(dialog.getByRole('status')).toContainText('TR-');
      await hasNoFinding(page, 'a transfer that was accepted');
      await press(page, called(words.app.actions.done));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await noPointer();
      expect(await sentTo(gateway)).toHaveLength(1);
      await gateway.stop();
    },
  );

for (const [language, words] of languages)
  test(
    `in ${language}: a recipient is kept by two people, and fills in a transfer`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const closeout = await start();
      const { page } = closeout;
      await connect(page, gateway);
      await ask(page, 'people.add', { name: OMAR.name, role: 'manager', newPin: OMAR.pin, pin: MONA.pin });
      await inLanguage(page, language);
      await open(page, '/transfers/recipients');
      const { recipients, field, send } = words.transfers;
      const dialog = dialogOf(page);
      const typed = (name: string) => dialog.getByRole('textbox', { name: called(name) });

      await expect(page.getByText(recipients.none)).toBeVisible();
      await page.getByRole('button', { name: recipients.new }).click();
      await typed(field.recipient).fill('Nile Paper');
      await typed(field['number-bank']).fill(NUMBER);
      await typed(field.bank).fill('National Bank');
      await dialog.locator('input[type="password"]').first().fill(MONA.pin);
      await expect(dialog.getByRole('button', { name: recipients.keep })).toBeDisabled();
      await dialog.getByRole('combobox', { name: words.people.field.second }).click();
      await page.getByRole('option', { name: new RegExp(OMAR.name) }).click();
      await dialog.locator('input[type="password"]').last().fill(OMAR.pin);
      await hasNoFinding(page, 'keeping a recipient');
      const { promise: held, resolve: take } = Promise.withResolvers<HeldCall>();
      const letGo = await holdCalls(closeout, /transfers\.saveRecipient/, take);
      await dialog.getByRole('button', { name: recipients.keep }).click();
      await expect(dialog.getByRole('button', { name: words.app.actions.cancel })).toBeDisabled();
      // It is being kept: nobody may think that it was dropped.
      await page.keyboard.press('Escape');
      await expect(typed(field.recipient)).toHaveValue('Nile Paper');
      await (await held).goOn();
      await letGo();
      const row = page.getByRole('row').filter({ hasText: 'Nile Paper' });
      await expect(row).toContainText('•••• 0002');
      await expect(row).not.toContainText('263180002');
      await looksRight(page, 'the recipients that are kept');
      // From its row a transfer to it begins, filled in.
      await row.getByRole('button', { name: recipients.send }).click();
      await expect(typed(field.recipient)).toHaveValue('Nile Paper');
      await expect(typed(field.bank)).toHaveValue('National Bank');
      await expect(dialog.getByRole('textbox', { name: called(send.amount) })).toHaveValue('');
      await page.keyboard.press('Escape');

      await open(page, '/transfers');
      await page.getByRole('button', { name: send.new }).click();
      await dialog.getByRole('combobox', { name: recipients.saved }).click();
      await page.getByRole('option', { name: /Nile Paper/ }).click();
      // In groups, while nobody types into it.
      await expect(typed(field['number-bank'])).toHaveValue(NUMBER.replace(/(.{4})(?=.)/g, '$1 '));
      await expect(typed(field.bank)).toHaveValue('National Bank');
      await hasNoFinding(page, 'a transfer to a recipient that is kept');
      await page.keyboard.press('Escape');

      await open(page, '/transfers/recipients');
      await row
        .getByRole('button', { name: /Nile Paper/ })
        .last()
        .click();
      await page.getByRole('menuitem', { name: recipients.remove }).click();
      await dialog.getByRole('button', { name: recipients.remove }).click();
      await expect(page.getByText(recipients.none)).toBeVisible();
      await gateway.stop();
    },
  );
