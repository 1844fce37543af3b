/**
 * Days of the generator in the window: heads, feet, the dialog that acknowledges, X, close, Z and bridge show the sums of the
 * reference. One host lives many days at once: each has a branch and two terminals of its own.
 */
import type { Locator, Page } from '@playwright/test';
import { toDecimal } from '#shared/money/money.ts';
import { startIndependentGateway } from '../electron/gateway/independent/start.ts';
import { dayOf, TILLS, type Day } from '../one-truth/days.ts';
import { listed, settled, settledWindow } from '../one-truth/gateway-rows.ts';
import { judge, plain, total, type Judged, type Kind, type Line } from '../one-truth/reference.ts';
import { minorOf } from '../renderer/shown-minor.ts';
import { read } from './closing.ts';
import { expect, inDeepIf, test } from './host.ts';
import { goTo, inLanguage, signIn } from './steps.ts';

/** In `npm test` two days, as a branch alone has no card; in `npm run deep` fifty over both languages. */
const DAYS = process.env['CLOSEOUT_FULL'] === '1' ? 25 : 2;
const isDeep = process.env['CLOSEOUT_FULL'] === '1';

/** The three currencies differ in their decimals, which every amount on screen tells. */
const CURRENCY_OF_SCALE: Readonly<Record<string, string>> = { 0: 'JPY', 2: 'EGP', 3: 'KWD' };

/** Every amount in there, as it is shown. */
async function amountsIn(place: Locator): Promise<string[]> {
  const shown = await place.locator('.money').evaluateAll((all) =>
    all.map((one) => ({
      scale: one.getAttribute('data-scale') ?? '',
      text: one.querySelector('.money-number')?.textContent ?? '',
    })),
  );
  return shown.map(({ scale, text }) => `${CURRENCY_OF_SCALE[scale]} ${minorOf(text)}`).sort();
}
const written = (lines: readonly Line[]): string[] =>
  lines.map(({ currency, minor }) => `${currency} ${minor}`).sort();

type Of = (one: Judged[number]) => boolean;
const net = (all: Judged) => written(total(all, 'adds', () => true));
const sumOf = (all: Judged, is: Of) => written(total(all, 'adds', is));
const isSale: Of = ({ kind }) => kind === 'sale';
const isBack: Of = ({ kind }) => kind === 'refund' || kind === 'void' || kind === 'reversal';

type Lived = { seed: number; branch: string; day: Day; all: Judged; closingId: string };
const tillsOf = ({ seed }: Pick<Lived, 'seed'>) => TILLS.map((till) => `D${seed}${till}`);

function daysFrom(first: number): Lived[] {
  return Array.from({ length: DAYS }, (_, at) => {
    const seed = first + at;
    const made = dayOf(seed);
    const rows = made.rows.map((row) => ({ ...row, till: `D${seed}${row.till}` }));
    return { seed, branch: `Branch ${seed}`, day: { ...made, rows }, all: [], closingId: '' };
  });
}

async function startDays(lived: readonly Lived[]) {
  const gateway = await startIndependentGateway('live');
  const { state } = gateway;
  state.missing = '{"message":"Not found"}';
  state.settled.length = 0;
  state.windows.length = 0;
  for (const one of lived)
    for (const till of tillsOf(one)) {
      const rows = one.day.rows.filter((row) => row.till === till).map(listed);
      state.terminals.set(till, { merchantId: state.merchantId, rows });
    }
  return gateway;
}

/** Signed in and connected; every terminal is added with its branch and read. Every word that is not known is answered. */
async function connect(
  page: Page,
  gateway: Awaited<ReturnType<typeof startDays>>,
  lived: readonly Lived[],
): Promise<void> {
  await signIn(page);
  const { state, dashboardUrl, checkoutUrl } = gateway;
  await read(page, 'profiles.connect', {
    name: 'Shop',
    merchantId: state.merchantId,
    environment: 'live',
    dashboardUrl,
    checkoutUrl,
    secretKey: state.secretKey,
    apiKey: state.apiKey,
    paymentKey: state.paymentApiKey,
    transferKey: state.transferApiKey,
  });
  for (const one of lived) {
    await read(page, 'terminals.add', { text: tillsOf(one).join(' '), branchName: one.branch });
    for (const terminalId of tillsOf(one)) await read(page, 'terminals.read', { terminalId });
  }
  type Word = { folded: string; sign: string; kind: Kind };
  const { words } = await read<{ words: Word[] }>(page, 'words.list', {});
  const known = lived.flatMap(({ day }) => day.answers);
  const said = new Map<string, Kind>();
  const answers = words
    .filter(({ kind }) => kind === 'unknown')
    .map(({ folded, sign }) => {
      const told = known.find(({ word }) => plain(word) === folded)?.kind;
      const kind = told ?? (sign === 'minus' ? 'refund' : 'sale');
      said.set(`${folded} ${sign}`, kind);
      return { folded, sign, kind };
    });
  if (answers.length > 0) await read(page, 'words.say', { words: answers });
  for (const one of lived) one.all = judge(one.day.rows, said);
}

/** Parts with their net, as figures beside one another. */
async function sameFacts(place: Locator, all: Judged): Promise<void> {
  await expect(place.locator('[data-term="sum"]')).toBeVisible();
  await expect.poll(() => amountsIn(place.locator('[data-term="sum"]'))).toEqual(net(all));
  const parts = ['sale', 'refund', 'void', 'reversal'].flatMap((is) =>
    total(all, 'adds', ({ kind }) => kind === is),
  );
  await expect.poll(() => amountsIn(place.locator('[data-term="part"]'))).toEqual(written(parts));
}

/** Somebody sits there: nothing locks while the test looks. */
const isThere = (page: Page) => read(page, 'people.active', {});

async function terminalShows(page: Page, till: string, ours: Judged): Promise<void> {
  await isThere(page);
  await goTo(page, `/terminals/${till}`);
  const head = page.getByTestId('terminal-head');
  await expect(page.locator('.page-head')).toContainText(till);
  await expect.poll(() => amountsIn(head.locator(':scope > .terminal-net .money-list'))).toEqual(net(ours));
  const parts = ours.some(isBack) ? [...sumOf(ours, isSale), ...sumOf(ours, isBack)].sort() : [];
  await expect.poll(() => amountsIn(head.locator('[data-term="part"]'))).toEqual(parts);
  await expect.poll(() => amountsIn(page.locator('.page-foot'))).toEqual(net(ours));
}

async function acknowledgeShows(page: Page, ours: Judged): Promise<void> {
  await page.locator('.page-head button').last().click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => amountsIn(dialog.locator('.size-28').locator('..'))).toEqual(net(ours));
  const parts = ours.some(isBack) ? [...sumOf(ours, isSale), ...sumOf(ours, isBack)].sort() : [];
  await expect.poll(() => amountsIn(dialog.locator('[data-term="part"]'))).toEqual(parts);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

type CountedLine = {
  currency: string;
  paymentType: string | null;
  terminalId: string | null;
  side: 'sales' | 'returns' | null;
  expected: { minor: string };
};

async function close(page: Page, one: Lived): Promise<void> {
  await isThere(page);
  type Branch = { branchKey: string; branchName: string };
  const { branches } = await read<{ branches: Branch[] }>(page, 'closing.branches', {});
  const branchKey = branches.find(({ branchName }) => branchName === one.branch)?.branchKey;
  type Begun = { closing: { closingId: string } };
  const begun = await read<Begun>(page, 'closing.begin', { branchKey, businessDate: null });
  const { closingId } = begun.closing;
  one.closingId = closingId;
  await goTo(page, `/close/day/${closingId}`);
  await sameFacts(page.getByTestId('close-totals'), one.all);
  await read(page, 'closing.read', { closingId, terminalIds: null });
  for (const terminalId of tillsOf(one)) {
    type Prepared = { preparationId: string };
    const asked = { terminalId, seenReadAtMs: null };
    const { preparationId } = await read<Prepared>(page, 'acknowledgement.prepare', asked);
    await read(page, 'acknowledgement.confirm', { preparationId });
  }
  await read(page, 'closing.freeze', { closingId, provisional: false });
  await read(page, 'closing.lateArrivals', { closingId, decision: 'include' });
  const { lines } = await read<{ lines: CountedLine[] }>(page, 'closing.detail', { closingId });
  const counted = lines.map(({ currency, paymentType, terminalId, side, expected }) => ({
    currency,
    paymentType,
    terminalId,
    side,
    typed: toDecimal({ minor: BigInt(expected.minor), currency }),
  }));
  await read(page, 'closing.count', { closingId, lines: counted });
  await read(page, 'closing.confirm', { closingId, authorization: null });
  await expect(page.locator('.close-result')).toBeVisible();
  await sameFacts(page.getByTestId('close-totals'), one.all);
}

for (const language of ['en', 'ar'] as const)
  test(
    `in ${language}: ${DAYS} days in the window show the sums of the reference`,
    inDeepIf(language),
    async ({ start }) => {
      test.setTimeout(isDeep ? 3_600_000 : 300_000);
      const lived = daysFrom(language === 'en' ? 20_001 : 20_101);
      const gateway = await startDays(lived);
      const { page } = await start();
      await connect(page, gateway, lived);
      await inLanguage(page, language);

      await test.step('heads and feet of terminals, the dialog that acknowledges, X', async () => {
        for (const one of lived) {
          for (const till of tillsOf(one)) {
            const ours = one.all.filter(({ row }) => row.till === till);
            await terminalShows(page, till, ours);
            await acknowledgeShows(page, ours);
          }
        }
        await goTo(page, '/close/branches');
        for (const one of lived) {
          // In Arabic an amount stands right behind the name: the name by itself.
          const name = page.locator('.branch-card-name', { hasText: new RegExp(`^\\s*${one.branch}\\s*$`) });
          const card = page.locator('.branch-card').filter({ has: name });
          await expect.poll(() => amountsIn(card)).toEqual(net(one.all));
        }
      });

      await test.step('the close from its first step on, and its Z', async () => {
        for (const one of lived) await close(page, one);
      });

      await test.step('windows, settled transactions, bridges, reconciliation', async () => {
        const { state } = gateway;
        const atMs = Date.now();
        const windowOf = (seed: number, currency: string) => `W-${seed}-${currency}`;
        for (const { seed, all } of lived) {
          state.settled.push(...all.map((one) => settled(one, atMs, windowOf(seed, one.row.currency))));
          for (const line of total(all, 'adds', () => true))
            state.windows.push(settledWindow(windowOf(seed, line.currency), line, atMs));
        }
        await read(page, 'settlement.refreshWindows', {});
        await read(page, 'settlement.downloadSettled', {});
        type Stored = { recount: { count: number } };
        const rows = lived.reduce((sum, { all }) => sum + all.length, 0);
        await expect
          .poll(
            async () => (await read<Stored>(page, 'settlement.settledSummary', { filter: {} })).recount.count,
          )
          .toBe(rows);
        for (const { seed, all } of lived)
          for (const line of total(all, 'adds', () => true)) {
            await isThere(page);
            await goTo(page, `/settlement/bridge/${windowOf(seed, line.currency)}`);
            const expected = page.locator('[data-line="expected"]');
            await expect.poll(() => amountsIn(expected)).toEqual(written([line]));
          }
        await read(page, 'reconciliation.run', {});
        type Total = { amount: { minor: string; currency: string } };
        type Overview = {
          running: unknown;
          comparisons: { comparison: string; all: { ours: Total[]; theirs: Total[] } }[];
        };
        const everything = net(lived.flatMap(({ all }) => all)).filter((line) => !line.endsWith(' 0'));
        const sideOf = async (side: 'ours' | 'theirs') => {
          const overview = await read<Overview>(page, 'reconciliation.overview', {});
          const sales = overview.comparisons.find(({ comparison }) => comparison === 'sales');
          return sales?.all[side].map(({ amount }) => `${amount.currency} ${amount.minor}`).sort() ?? [];
        };
        await expect.poll(() => sideOf('theirs')).toEqual(everything);
        await expect.poll(() => sideOf('ours')).toEqual(everything);
        await goTo(page, '/reconcile/sales/exceptions');
        await expect(page.locator('.empty')).toBeVisible();
      });
      await gateway.close();
    },
  );
