/** Closing the day as a person does it, in any language: by the steps of the page and not by their words. */
import type { Page } from '@playwright/test';
import { expect } from './host.ts';

export type CloseStep = 'reads' | 'acknowledge' | 'operations' | 'count' | 'differences' | 'confirm';
type Line = {
  currency: string;
  paymentType: string | null;
  terminalId: string | null;
  side: 'sales' | 'returns' | null;
  kind: string;
  count: number | null;
  expected: { minor: string } | null;
  typed: string | null;
};
export type Detail = {
  closingId: string;
  branchKey: string;
  state: string;
  blind: boolean;
  lines: Line[];
  terminals: { label: string; state: string; outstandingLeft: unknown }[];
  operations: { state: string }[];
};
export type Z = {
  content: {
    number: number;
    revision: number;
    kind: string;
    verdict: string;
    approvedBy: string | null;
    terminals: { label: string; outstandingLeft: { reason: string } | null }[];
    reversals: { count: number }[];
    lines: { difference: { minor: string }; explanation: { note: string } | null }[];
    changes: { added: unknown[] } | null;
  };
  prints: number;
  reopened: { approvedBy: string; reason: string } | null;
};
type Answer<T> = { ok: boolean; value: T; error: { kind: string; code: string } };

/** The window's own call, as its pages make it. */
export async function answerOf<T>(page: Page, channel: string, input: unknown): Promise<Answer<T>> {
  const answer = await page.evaluate(
    async ([name, body]) => {
      const { closeout } = window as unknown as {
        closeout?: { invoke(channel: string, input: unknown): Promise<unknown> };
      };
      if (closeout) return JSON.stringify(await closeout.invoke(name, body));
      const response = await fetch(`/api/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-closeout-session': sessionStorage.getItem('closeout-session') ?? '',
        },
        body: JSON.stringify(body),
      });
      return response.text();
    },
    [channel, input] as const,
  );
  return JSON.parse(answer) as Answer<T>;
}
export const ask = async <T>(page: Page, channel: string, input: unknown): Promise<T> =>
  (await answerOf<T>(page, channel, input)).value;
/** The same, where an error ends the test. */
export async function read<T>(page: Page, channel: string, input: unknown): Promise<T> {
  const answer = await answerOf<T>(page, channel, input);
  if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer)}`);
  return answer.value;
}

export const step = (page: Page, name: CloseStep) => page.locator(`[data-step="${name}"]`);
export const isDone = (page: Page, name: CloseStep) =>
  expect(step(page, name)).toHaveAttribute('data-done', 'true');
export const standsAt = (page: Page, name: CloseStep) =>
  expect(step(page, name)).toHaveAttribute('aria-current', 'step');
/** What the step wants done next: its one button below. */
export const act = (page: Page) => page.locator('.close-work .close-actions button').first().click();

export const closingIdOf = (page: Page) => page.url().split('/close/day/')[1] ?? '';
export const detailOf = (page: Page) => ask<Detail>(page, 'closing.detail', { closingId: closingIdOf(page) });
export const zsOf = async (page: Page, closingId = closingIdOf(page)) =>
  (await ask<{ zs: Z[] }>(page, 'closing.zs', { closingId })).zs;

export async function begin(page: Page, branch: string): Promise<void> {
  await page.evaluate(() => (window.location.hash = '/close/branches'));
  // A notice on screen may name the branch, too.
  await page.locator('.branch-card', { hasText: branch }).click();
  await act(page);
  await expect(step(page, 'reads')).toBeVisible();
}

/** Everything that can be acknowledged, in one dialog. */
export async function acknowledge(page: Page): Promise<void> {
  await step(page, 'acknowledge').click();
  await act(page);
  await page.getByTestId('confirm-movement').click();
  await expect(page.getByTestId('confirm-movement')).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button').last().click();
  await isDone(page, 'acknowledge');
}

/** From the first step to the counting of a branch with nothing left open. */
export async function beginCounting(page: Page, branch: string): Promise<void> {
  await begin(page, branch);
  await act(page);
  await isDone(page, 'reads');
  await acknowledge(page);
  await step(page, 'count').click();
  await act(page);
}

const decimal = (minor: bigint): string => {
  const digits = minor.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const fields = (page: Page) => page.locator('.count-input input');

const idOf = ({ currency, paymentType, terminalId, side }: Line) =>
  `count-${currency}/${side === null ? (paymentType ?? '') : `${side}/${terminalId ?? ''}`}`;

/** Line by line as the page shows them: id of the field, and what is counted; `short` is missing from the first sales. */
export async function counted(page: Page, short: bigint): Promise<{ id: string; text: string }[]> {
  await expect(fields(page).first()).toBeVisible();
  const { lines } = await detailOf(page);
  const ids = await fields(page).evaluateAll((all) => all.map(({ id }) => id));
  const first = ids.find((id) => lines.some((line) => idOf(line) === id && line.kind === 'sale'));
  return ids.map((id) => {
    const line = lines.find((one) => idOf(one) === id);
    const missing = id === first ? short : 0n;
    return { id, text: decimal(BigInt(line?.expected?.minor ?? '0') - missing) };
  });
}

/** By the keyboard alone: Enter goes from field to field and then to the button. */
export async function count(page: Page, texts: readonly { text: string }[]): Promise<void> {
  await fields(page).first().focus();
  for (const { text } of texts) {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('.count-save')).toHaveCount(0);
}

export async function explain(page: Page, note: string): Promise<void> {
  await step(page, 'differences').click();
  const forms = page.locator('.explain');
  await forms.first().waitFor();
  for (let at = 0; at < (await forms.count()); at += 1) {
    const form = forms.nth(at);
    await form.locator('input').first().click();
    await page.getByRole('option').first().click();
    await form.locator('textarea').first().fill(note);
    await form.locator('button[type=submit]').click();
    await expect(form.locator('button[type=submit]')).toBeDisabled();
  }
  await isDone(page, 'differences');
}

export async function confirmClose(page: Page): Promise<void> {
  await step(page, 'confirm').click();
  await act(page);
  await page.getByTestId('confirm-movement').click();
  await expect(page.getByTestId('z-number')).toBeVisible();
}
