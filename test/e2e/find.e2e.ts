/** Ctrl+K finds what is kept, in either digits, after the gateway has gone; Enter opens what was found on its page. */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { read } from './closing.ts';
import { startGateway } from './gateway.ts';
import { expect, inDeepIf, test } from './host.ts';
import { connect, inLanguage } from './steps.ts';
import arabicApp from '../../resources/locales/ar/app.json' with { type: 'json' };
import englishApp from '../../resources/locales/en/app.json' with { type: 'json' };
import arabicPayments from '../../resources/locales/ar/payments.json' with { type: 'json' };
import englishPayments from '../../resources/locales/en/payments.json' with { type: 'json' };
import arabicSettlement from '../../resources/locales/ar/settlement.json' with { type: 'json' };
import englishSettlement from '../../resources/locales/en/settlement.json' with { type: 'json' };
import arabicTerminals from '../../resources/locales/ar/terminals.json' with { type: 'json' };
import englishTerminals from '../../resources/locales/en/terminals.json' with { type: 'json' };

const inArabicDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));

const BUTCHER_FILTER = {
  text: '',
  listing: 'outstanding',
  paymentTypes: [],
  entryModes: [],
  minAmount: null,
  maxAmount: null,
  minAgeMs: null,
};
type Rows = { rows: { key: string; refNumber: string; merchantOrderId: string; transactionId: string }[] };

/** Downloads what the lists show, and answers one row of each kind. */
async function kept(page: Page) {
  await read(page, 'terminals.refreshList', {});
  const { terminals } = await read<{ terminals: { terminalId: string }[] }>(page, 'terminals.list', {});
  const terminalId = terminals[1]?.terminalId ?? '';
  await read(page, 'terminals.read', { terminalId });
  await read(page, 'payments.download', { anew: false });
  await read(page, 'settlement.downloadSettled', { branchIds: [], anew: false });
  const first = async (channel: string, input: object) => {
    const found = () => read<Rows>(page, channel, { ...input, cursor: null, limit: 1 });
    await expect.poll(async () => (await found()).rows.length, { timeout: 20_000 }).toBe(1);
    const [row] = (await found()).rows;
    if (!row) throw new Error(`${channel} has no row`);
    return row;
  };
  const byTime = { by: 'firstSeen', direction: 'asc' };
  return {
    terminalId,
    row: await first('transactions.page', { terminalId, filter: BUTCHER_FILTER, sort: byTime }),
    order: await first('payments.page', { filter: { text: '', state: 'paid', channel: null } }),
    settled: await first('settlement.settledPage', {
      filter: {},
      sort: { by: 'settlementDate', direction: 'desc' },
    }),
  };
}

for (const [language, app, payments, settlement, terminals] of [
  ['en', englishApp, englishPayments, englishSettlement, englishTerminals],
  ['ar', arabicApp, arabicPayments, arabicSettlement, arabicTerminals],
] as const)
  test(
    `in ${language}: what is kept is found by keyboard without a connection, and Enter opens it`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 3, transactions: 60 });
      const { page } = await start();
      await connect(page, gateway);
      const { terminalId, row, order, settled } = await kept(page);
      await gateway.stop();
      await inLanguage(page, language);

      const field = page.getByRole('combobox', { name: app.palette.placeholder });
      /** Types it, and answers what the palette shows in the group. */
      const find = async (typed: string, group: string, shown: string) => {
        await page.keyboard.press('Control+K');
        await expect(field).toBeFocused();
        await page.keyboard.type(typed);
        const all = page.locator('.mantine-Spotlight-action');
        const hit = page
          .getByRole('listbox')
          .getByRole('group', { name: group, exact: true })
          .getByRole('option')
          .filter({ hasText: shown });
        await expect(hit.first()).toBeVisible();
        // The first row is the chosen one, also where it came after the letters.
        await expect(all.first()).toHaveAttribute('data-selected', 'true');
        await expect(all.first()).toHaveAttribute('aria-selected', 'true');
        await expect
          .poll(() => field.getAttribute('aria-activedescendant'))
          .toBe(await all.first().getAttribute('id'));
        return hit.first();
      };
      const drawer = page.locator('.mantine-Drawer-content');
      const close = async () => {
        await page.keyboard.press('Escape');
        await expect(drawer).toHaveCount(0);
      };

      await page.keyboard.press('Control+K');
      await expect(page.getByRole('group', { name: app.palette.places })).toBeVisible();
      await hasNoFinding(page, `Ctrl+K as it opens, ${language}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await find(order.merchantOrderId.toLowerCase(), app.palette.found.order, order.merchantOrderId);
      await hasNoFinding(page, `Ctrl+K with what was found, ${language}`);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(app.nav.settings.slice(0, 2));
      await expect(page.getByRole('group', { name: app.palette.places })).toBeVisible();
      await hasNoFinding(page, `Ctrl+K, ${language}`);
      await page.keyboard.press('ArrowDown');
      const choices = page.getByRole('listbox').getByRole('option');
      await expect(choices.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(choices.nth(0)).toHaveAttribute('aria-selected', 'false');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('listbox')).toHaveCount(0);

      const inArabic = inArabicDigits(row.refNumber.slice(1));
      await (await find(inArabic, app.palette.found['terminal-row'], row.refNumber)).click();
      await expect(page).toHaveURL(new RegExp(`terminals/${terminalId}/`));
      await expect(drawer).toContainText(terminals.detail.title);
      await expect(drawer).toContainText(row.refNumber);
      await close();
      await expect(page).toHaveURL(new RegExp(`terminals/${terminalId}$`));

      const id = settled.transactionId.toLowerCase();
      await (await find(id, app.palette.found.settled, settled.refNumber)).click();
      await expect(drawer).toContainText(settlement.detail);
      await expect(drawer).toContainText(settled.transactionId);
      await close();

      await find(order.merchantOrderId.toLowerCase(), app.palette.found.order, order.merchantOrderId);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`payments/${order.key}$`));
      await expect(drawer).toContainText(payments.timeline);
      await expect(drawer).toContainText(order.merchantOrderId);
      await close();

      await page.keyboard.press('Control+K');
      await expect(field).toBeFocused();
      await page.keyboard.type('no-such-thing-anywhere');
      await expect(page.getByText(app.palette.nothing, { exact: true })).toBeVisible();
    },
  );
