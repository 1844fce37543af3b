/** Integration: a webhook is made, paused and deleted; one without an answer is made once; a signature is checked offline. */
import { read } from './closing.ts';
import { startGateway } from './gateway.ts';
import { expect, inDeepIf, test } from './host.ts';
import { connect, goTo, inLanguage, MONA } from './steps.ts';
import { PUBLISHED_BODY, PUBLISHED_SIGNATURE } from '../fixtures/published-event.ts';
import arabicApp from '../../resources/locales/ar/app.json' with { type: 'json' };
import arabicKept from '../../resources/locales/ar/kept.json' with { type: 'json' };
import arabicMaking from '../../resources/locales/ar/making.json' with { type: 'json' };
import arabicSignature from '../../resources/locales/ar/signature.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/webhooks.json' with { type: 'json' };
import englishApp from '../../resources/locales/en/app.json' with { type: 'json' };
import englishKept from '../../resources/locales/en/kept.json' with { type: 'json' };
import englishMaking from '../../resources/locales/en/making.json' with { type: 'json' };
import englishSignature from '../../resources/locales/en/signature.json' with { type: 'json' };
import english from '../../resources/locales/en/webhooks.json' with { type: 'json' };

for (const [language, words, kept, app, making, signature] of [
  ['en', english, englishKept, englishApp, englishMaking, englishSignature],
  ['ar', arabic, arabicKept, arabicApp, arabicMaking, arabicSignature],
] as const)
  test(
    `in ${language}: a webhook is made, paused and deleted, one without an answer once, a signature is checked offline`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const { page } = await start();
      await connect(page, gateway);
      await inLanguage(page, language);
      await goTo(page, '/integration');
      const rows = page.locator('.ag-row');
      const drawer = page.locator('.mantine-Drawer-content');
      const dialog = page.locator('.mantine-Modal-content');
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
      const fill = async (name: string, url: string) => {
        await page.getByRole('button', { name: words.new }).click();
        await dialog.getByRole('textbox', { name: words.field.name }).fill(name);
        await dialog.getByRole('textbox', { name: words.field.url }).fill(url);
      };

      await fill('Our server', 'https://192.168.1.4/hooks');
      await expect(dialog).toContainText(words.url['not-public']);
      await expect(dialog.getByTestId('make')).toBeDisabled();
      await expect(dialog.getByTestId('still-missing')).toContainText(kept.column.events);
      await dialog.getByRole('textbox', { name: words.field.url }).fill('https://shop.example.com/hooks');
      await dialog.getByRole('checkbox', { name: 'refund' }).check();
      await dialog.getByRole('checkbox', { name: 'TRANSFERRED' }).check();
      await expect(dialog).toContainText(words.hint.two);
      await press(making.make.webhook);
      await expect(drawer).toContainText('https://shop.example.com/hooks');
      await expect(drawer).toContainText(kept.word.active);

      await drawer.getByRole('button', { name: words.pause.action }).click();
      await press(words.pause.title);
      await expect(drawer).toContainText(kept.word.paused);
      await drawer.getByRole('button', { name: words.delete.title }).click();
      await dialog
        .getByRole('textbox', { name: making.delete.type.split('{{')[0]?.trim() ?? '' })
        .fill('Our server');
      await dialog.locator('input[type="password"]').fill(MONA.pin);
      await press(words.delete.title);
      await expect(dialog).toContainText(making.delete.ending.done);
      await dialog.getByRole('button', { name: app.actions.done }).last().click();
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);

      await gateway.control('POST', '/faults', {
        match: { method: 'POST', path: '/v2/webhooks' },
        fault: { kind: 'drop-before' },
        times: 1,
      });
      await fill('Second server', 'https://shop.example.com/second');
      await dialog.getByRole('checkbox', { name: kept.event.pay }).check();
      await press(making.make.webhook);
      await dialog.getByRole('button', { name: app.actions.close }).last().click();
      await page.getByRole('button', { name: making.attempt.look }).click();
      await page.getByRole('button', { name: making.attempt.makeAgain }).click();
      await expect(rows.filter({ hasText: 'Second server' })).toHaveCount(1);

      const { profiles } = await read<{ profiles: { id: string }[] }>(page, 'profiles.list', {});
      const keys = { secretKey: '', paymentKey: '11111' };
      await read(page, 'profiles.replaceKeys', { profileId: profiles[0]?.id ?? '', ...keys });
      await gateway.stop();
      await goTo(page, '/integration/check');
      const answer = page.getByTestId('signature-answer');
      const check = async (body: string, header = PUBLISHED_SIGNATURE) => {
        await page.getByRole('textbox', { name: signature.body }).fill(body);
        await page.getByRole('textbox', { name: signature.header }).fill(header);
        await page.getByRole('button', { name: signature.check, exact: true }).click();
      };
      await check(PUBLISHED_BODY);
      await expect(answer).toContainText(signature.verdict.valid);
      await expect(page.getByTestId('signed-text')).toContainText('channel=online%20%7C%20e-commerce');
      await check(PUBLISHED_BODY.replace('"SUCCESS"', '"FAILED"'));
      await expect(answer).toContainText(signature.cause['key-or-content']);
      await check(PUBLISHED_BODY, PUBLISHED_SIGNATURE.toUpperCase());
      await expect(answer).toContainText(signature.cause['header-form']);
      await check(PUBLISHED_BODY, PUBLISHED_SIGNATURE.slice(1));
      await expect(answer).toContainText(signature.unreadable['signature-malformed']);
      await check(PUBLISHED_BODY.replace('"amount":1,', '"amount":1.00,'));
      await expect(answer).toContainText(signature.cause['body-rewritten']);
      await check(PUBLISHED_BODY.replace('"status":"SUCCESS",', ''));
      await expect(answer).toContainText(
        signature.unreadable['field-missing'].replace('{{field}}', '\u2068status\u2069'),
      );
      await goTo(page, '/integration');
      await expect(rows.filter({ hasText: 'Second server' })).toHaveCount(1);
    },
  );
