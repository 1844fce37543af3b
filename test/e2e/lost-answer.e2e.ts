import type { Page } from '@playwright/test';
import type { OutputOf } from '#shared/contract/index.ts';
import { expect, test, type Closeout } from './host.ts';
import { holdCalls, type HeldCall } from './held-calls.ts';
import { startGateway, type LogEntry, type TestGateway } from './gateway.ts';
import { read } from './closing.ts';
import { confirmReverse, connect, fillReverse, go, goTo, MONA, openReverse } from './steps.ts';

/** The core acts and answers, and the answer never reaches the window. */
const dropAnswer = async ({ ask, lose }: HeldCall) => {
  await ask();
  await lose();
};
const acted = async (gateway: TestGateway, method: string) =>
  (await gateway.control<LogEntry[]>('GET', '/log')).filter(
    (entry) => entry.method === method && entry.acted,
  );

/** Nothing is left but closing it. */
async function expectNotKnown(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Result not known')).toBeVisible();
  await expect(dialog.getByText(/^Closeout’s answer was lost/)).toBeVisible();
  await expect(dialog.getByText(/It may have been done\. Check before you repeat it/)).toBeVisible();
  await expect(page.getByTestId('confirm-movement')).toHaveCount(0);
  await expect(dialog.getByText('Try again')).toHaveCount(0);
  await expect(dialog.getByRole('button')).toHaveText(['', 'Close']);
}

test('a reversal whose answer is lost on its way to the window is not known there, and is found under Operations once', async ({
  start,
}) => {
  const gateway = await startGateway();
  const closeout = await start();
  const { page } = closeout;
  await connect(page, gateway);
  await holdCalls(closeout, /reversal\.confirm/, dropAnswer);
  const amount = await openReverse(page, 'Zamalek · Second till');
  await confirmReverse(page, amount);
  await expectNotKnown(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Open Operations' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Done', { exact: true })).toHaveCount(1);
  expect(await acted(gateway, 'PUT')).toHaveLength(1);
  await gateway.stop();
});

test(
  'of several terminals nothing further is acknowledged after an answer that was lost',
  { tag: '@deep' },
  async ({ start }) => {
    const gateway = await startGateway();
    const closeout = await start();
    const { page } = closeout;
    await connect(page, gateway);
    await expect(page.getByText('Zamalek · Second till').first()).toBeVisible();
    await page.locator('.ag-header-select-all input').first().check();
    await page
      .getByRole('button', { name: /^Acknowledge/ })
      .last()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(page.getByTestId('confirm-movement')).toBeEnabled();
    await holdCalls(closeout, /acknowledgement\.confirm/, dropAnswer);
    await page.getByTestId('confirm-movement').click();
    await expect(dialog.getByText('Result not known').first()).toBeVisible();
    await expect(dialog.getByText('Ready to confirm')).toHaveCount(0);
    await expect(page.getByTestId('confirm-movement')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeVisible();
    const acks = (await acted(gateway, 'POST')).filter(({ path }) => path.includes('/ack/'));
    expect(acks).toHaveLength(1);
    await gateway.stop();
  },
);

/** One reversal, done; from now on the window is told of it as of another one: how it gets there is shown elsewhere. */
async function tellOperation(closeout: Closeout): Promise<{ amount: string; told: Record<string, unknown> }> {
  const { page } = closeout;
  const amount = await openReverse(page, 'Zamalek · Second till');
  await confirmReverse(page, amount);
  await expect(page.getByText(/^Reversed/).first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
  const told: Record<string, unknown> = {};
  await holdCalls(closeout, /operations\.detail/, async ({ ask, tell }) => {
    const answer = (await ask()) as { ok: true; value: { operation: object } };
    const { canSendAgain = false, ...state } = told;
    const value = { ...answer.value, operation: { ...answer.value.operation, ...state }, canSendAgain };
    await tell({ ...answer, value });
  });
  return { amount, told };
}
const openFirst = async (page: Page) => {
  await go(page, 'Operations');
  await page.locator('.ag-row').first().click();
};

test(
  'an operation that is being sent says not to repeat it; sending again whose answer was lost is not offered once more',
  { tag: '@deep' },
  async ({ start }) => {
    const gateway = await startGateway();
    const closeout = await start();
    const { page } = closeout;
    await connect(page, gateway);
    const { amount, told } = await tellOperation(closeout);
    told['state'] = 'SENDING';
    await openFirst(page);
    await expect(page.getByText('It has left, or was about to leave;')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);

    Object.assign(told, { state: 'ABSENT', canSendAgain: true });
    await goTo(page, '/terminals');
    await openFirst(page);
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Retype the amount').fill(amount);
    await drawer.getByLabel('Your PIN').fill(MONA.pin);
    await holdCalls(closeout, /operations\.sendAgain/, dropAnswer);
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await expect(drawer.getByText(/^Closeout’s answer was lost/)).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await gateway.stop();
  },
);

test(
  'sending again that was approved is told as the operation ended, and where that cannot be read, as approved only',
  { tag: '@deep' },
  async ({ start }) => {
    const gateway = await startGateway();
    const closeout = await start();
    const { page } = closeout;
    await connect(page, gateway);
    const { told } = await tellOperation(closeout);
    const { rows } = await read<OutputOf<'operations.page'>>(page, 'operations.page', {
      scope: 'all',
      kind: null,
    });
    const [operation] = rows;
    if (!operation) throw new Error('no operation');
    const { opId, kind, terminalId } = operation;
    const request = {
      requestId: 'asked',
      kind: 'send-again',
      subject: opId,
      transactionIds: [],
      totals: [],
      reason: null,
      note: null,
      operation: { opId, kind, state: 'ABSENT', terminalId },
      closing: null,
      differences: [],
      authorized: null,
      resolution: null,
      offer: null,
      exceptions: [],
      requestedById: 'omar',
      requestedBy: 'Omar',
      atMs: operation.createdAtMs,
      state: 'waiting',
      decidedBy: null,
      decidedAtMs: null,
      decisionNote: null,
      opId: null,
    };
    const answers: Record<string, object> = {
      'approvals.list': { requests: [request], refused: [] },
      'approvals.confirm': { request: { ...request, state: 'approved', opId } },
    };
    await holdCalls(closeout, /approvals\.\w+/, ({ channel, tell }) =>
      tell({ ok: true, value: answers[channel] }),
    );
    const approve = async () => {
      await go(page, 'Operations');
      const waiting = page.getByRole('region', { name: 'Waiting for approval' });
      await waiting.getByRole('button', { name: 'Review', exact: true }).click();
      await page.getByLabel('Your PIN').fill(MONA.pin);
      await page.getByTestId('confirm-movement').click();
    };
    const dialog = page.getByRole('dialog');
    told['state'] = 'UNKNOWN';
    await approve();
    await expect(dialog.getByText('Result not known')).toBeVisible();
    await expect(dialog.getByText('Approved and done')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    told['state'] = 'SUCCEEDED';
    await approve();
    await expect(dialog.getByText('Approved and done')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await holdCalls(closeout, /operations\.detail/, ({ lose }) => lose());
    await approve();
    await expect(dialog.getByText('See the operation for its result.')).toBeVisible();
    await expect(dialog.getByText('Approved and done')).toHaveCount(0);
    await dialog.getByRole('link', { name: 'Open the operation' }).click();
    await expect(page).toHaveURL(new RegExp(`/operations/${opId}$`));
    await gateway.stop();
  },
);

test(
  'while a request for approval is on its way the reversal cannot be confirmed; a request whose answer is lost is not known',
  { tag: '@deep' },
  async ({ start }) => {
    const gateway = await startGateway();
    const closeout = await start();
    const { page } = closeout;
    await connect(page, gateway);
    const { rules } = await read<{ rules: { limits: object } }>(page, 'people.state', {});
    await read(page, 'people.setRules', {
      ...rules,
      limits: { ...rules.limits, reversal: [] },
      pin: MONA.pin,
    });
    const amount = await openReverse(page, 'Zamalek · Second till');
    await fillReverse(page, amount);
    await page.getByLabel('Your PIN').fill(MONA.pin);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await holdCalls(closeout, /approvals\.request/, async (call) => {
      await held;
      await dropAnswer(call);
    });
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await expect(page.getByTestId('confirm-movement')).toHaveAttribute('data-loading', 'true');
    await expect(page.getByTestId('confirm-movement')).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    await expectNotKnown(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Open Operations' }).click();
    await expect(page.getByRole('heading', { name: '1 request waits for approval' })).toBeVisible();
    expect(await acted(gateway, 'PUT')).toHaveLength(0);
    await gateway.stop();
  },
);
