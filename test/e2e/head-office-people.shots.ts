/** `npm run screens`: the people of a chain in Settings, a one-time code, and the lock screen of a PC that a person comes to first. */
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { ChainPeopleState } from '#shared/contract/chain-people.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { openCluster } from '../electron/head-office/cluster.ts';
import { openRecord } from '../electron/head-office/record.ts';
import { openKeychain } from '../tooling/machine.ts';
import { read } from './closing.ts';
import { joinChain } from './enrolled.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { MONA, SARA, startPractice } from './steps.ts';

const DATABASE = 'chain';
const { pin } = MONA;

test('screens of people of a chain', async ({ start }) => {
  test.skip(findPostgres() === null, 'PostgreSQL is not installed');
  test.setTimeout(600_000);
  const cluster = await openCluster();
  const owner = await openRecord(cluster, DATABASE);
  const elsewhere = await openKeychain();
  const { page } = await start();
  await startPractice(page);
  await read(page, 'people.add', { name: SARA.name, role: 'manager', newPin: SARA.pin, pin });
  await read(page, 'people.add', { name: 'Hany Youssef', role: 'cashier', newPin: '930157', pin });
  await joinChain(page, { cluster, owner, database: DATABASE }, { name: 'Finance desk', branch: '' });
  const { code } = await read<ChainPeopleState>(page, 'chainPeople.begin', { pin });
  const { people } = await read<OutputOf<'people.list'>>(page, 'people.list', {});
  const sara = people.find(({ name }) => name === SARA.name)?.personId ?? '';
  await read(page, 'chainPeople.share', { personId: sara, pin });
  const till = await start({ env: elsewhere.env });
  await startPractice(till.page);
  await joinChain(
    till.page,
    { cluster, owner, database: DATABASE },
    { name: 'مدينة نصر · Till 2', branch: 'Zamalek' },
  );
  await inEveryLook(till.page, async (look) => {
    await open(till.page, '/settings');
    await till.page.locator('[aria-label] .facts .chain-code').first().scrollIntoViewIfNeeded();
    await shoot(till.page, 'people-chain-there', look);
  });
  const taken = await read<ChainPeopleState>(till.page, 'chainPeople.take', { code: code ?? '', pin });
  await read(page, 'headOffice.look', {});
  await read(page, 'chainPeople.confirmPc', { code: taken.pcCode, confirmed: true, pin });
  await inEveryLook(page, async (look) => {
    await open(page, '/settings');
    await page.locator('.chain-code').first().scrollIntoViewIfNeeded();
    await shoot(page, 'people-chain', look);
    await page.locator(`[data-person="${SARA.name}"] button`).click();
    await page.locator('.mantine-Modal-content').waitFor();
    await page.waitForTimeout(300);
    await shoot(page, 'people-chain-edit', look);
    await page.locator('.mantine-Modal-content .mantine-Button-root').first().click();
    await page.locator('.mantine-Modal-content input[role="combobox"]').click();
    await page.getByRole('option').last().click();
    await page.locator('.mantine-Modal-content input[type="password"]').fill(pin);
    await page.locator('.mantine-Modal-content button[type="submit"]').click();
    await page.getByTestId('one-time-code').waitFor();
    await page.waitForTimeout(300);
    await shoot(page, 'people-chain-code', look);
    await page.keyboard.press('Escape');
  });
  const { pcs } = await read<ChainPeopleState>(page, 'chainPeople.state', {});
  const made = await read<OutputOf<'chainPeople.makeCode'>>(page, 'chainPeople.makeCode', {
    ...{ personId: sara, pc: pcs.find(({ isSelf }) => !isSelf)?.id, pin },
  });
  await read(till.page, 'headOffice.look', {});
  await read(till.page, 'people.lock', {});
  const face = till.page.getByRole('button', { name: SARA.name });
  await inEveryLook(till.page, async (look) => {
    await face.click();
    await till.page.locator('#lock-root input').first().waitFor();
    await shoot(till.page, 'people-chain-lock', look);
  });
  await face.click();
  const inputs = till.page.locator('#lock-root input');
  for (const [at, text] of [made.code, SARA.pin, SARA.pin].entries()) await inputs.nth(at).fill(text);
  await till.page.keyboard.press('Enter');
  await till.page.getByRole('button', { name: `${SARA.name}, Manager` }).waitFor();
  const asCashier = { personId: sara, name: SARA.name, role: 'cashier', active: true, pin };
  await read(page, 'chainPeople.change', asCashier);
  await read(till.page, 'headOffice.look', {});
  await till.page.getByText('your role is now').waitFor();
  await inEveryLook(till.page, async (look) => {
    await open(till.page, '/');
    await shoot(till.page, 'people-chain-told', look);
  });
  elsewhere.close();
  await owner.close();
  await cluster.stop();
});
