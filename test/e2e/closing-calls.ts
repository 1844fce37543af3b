/** A close led by the calls its pages make: the way to a screen that has to be looked at. */
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { MONA, OMAR, SARA } from './steps.ts';

type Line = { currency: string; paymentType: string | null; expected: { minor: string } };
export type Closing = {
  closingId: string;
  terminals: { terminalId: string; outstandingCount: number }[];
  lines: Line[];
};

export const branchesOf = async (page: Page) =>
  (await read<{ branches: { branchKey: string; branchName: string }[] }>(page, 'closing.branches', {}))
    .branches;
export const detailOf = (page: Page, closingId: string) =>
  read<Closing>(page, 'closing.detail', { closingId });

export async function addPeople(page: Page): Promise<void> {
  await read(page, 'people.add', { pin: MONA.pin, newPin: SARA.pin, name: SARA.name, role: 'finance' });
  await read(page, 'people.add', { pin: MONA.pin, newPin: OMAR.pin, name: OMAR.name, role: 'cashier' });
}

export async function beginAndRead(page: Page, branchKey: string): Promise<string> {
  const { closing } = await read<{ closing: Closing }>(page, 'closing.begin', {
    branchKey,
    businessDate: null,
  });
  await read(page, 'closing.read', { closingId: closing.closingId });
  return closing.closingId;
}

export async function leaveAll(page: Page, closingId: string, only: string | null = null): Promise<void> {
  const { terminals } = await detailOf(page, closingId);
  for (const { terminalId, outstandingCount } of terminals)
    if (outstandingCount > 0 && (only === null || only === terminalId))
      await read(page, 'closing.leaveOutstanding', {
        closingId,
        terminalId,
        leave: { reason: 'disputed', note: '' },
      });
}

const decimal = (minor: bigint): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** `short` is missing from the sales in pounds. */
export const typedOf = (lines: readonly Line[], short: bigint) =>
  lines.map(({ currency, paymentType, expected }) => ({
    currency,
    paymentType,
    typed: decimal(BigInt(expected.minor) - (paymentType === 'SALE' && currency === 'EGP' ? short : 0n)),
  }));

export async function countAll(page: Page, closingId: string, short: bigint): Promise<void> {
  const { lines } = await detailOf(page, closingId);
  await read(page, 'closing.count', { closingId, lines: typedOf(lines, short) });
}

export const explainSales = (page: Page, closingId: string, note: string) =>
  read(page, 'closing.explain', {
    closingId,
    currency: 'EGP',
    paymentType: 'SALE',
    reason: 'slip-missing',
    note,
  });

/** `only`: the one terminal of the branch that takes part; what is on the others waits for a later day. */
export async function closeWhole(page: Page, branchKey: string, only: number | null, short = 0n) {
  const { closing } = await read<{ closing: Closing }>(page, 'closing.begin', {
    branchKey,
    businessDate: null,
  });
  const { closingId, terminals } = closing;
  const leave = { reason: 'not-in-use', note: '' };
  for (const [index, { terminalId }] of terminals.entries())
    if (only !== null && index !== only)
      await read(page, 'closing.leaveOut', { closingId, terminalId, leave });
  await read(page, 'closing.read', { closingId });
  await leaveAll(page, closingId, only === null ? null : (terminals[only]?.terminalId ?? null));
  await read(page, 'closing.freeze', { closingId });
  await countAll(page, closingId, short);
  if (short !== 0n) await explainSales(page, closingId, 'The slip of the second till is not in the drawer');
  await read(page, 'closing.confirm', { closingId });
}
