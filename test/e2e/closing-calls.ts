/** A close led by the calls its pages make: the way to a screen that has to be looked at. */
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { MONA, OMAR, SARA } from './steps.ts';

type Line = {
  currency: string;
  paymentType: string | null;
  terminalId: string | null;
  side: 'sales' | 'returns' | null;
  kind: string;
  expected: { minor: string };
};
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

/** `short` is missing from the first sales in pounds. */
export function typedOf(lines: readonly Line[], short: bigint) {
  const first = lines.find(({ kind, currency }) => kind === 'sale' && currency === 'EGP');
  return lines.map((line) => {
    const { currency, paymentType, terminalId, side, expected } = line;
    const typed = decimal(BigInt(expected.minor) - (line === first ? short : 0n));
    return { currency, paymentType, terminalId, side, typed };
  });
}

export async function countAll(page: Page, closingId: string, short: bigint): Promise<void> {
  const { lines } = await detailOf(page, closingId);
  await read(page, 'closing.count', { closingId, lines: typedOf(lines, short) });
}

/** Of the line that `countAll` counts short. */
export async function explainSales(page: Page, closingId: string, note: string): Promise<void> {
  const { lines } = await detailOf(page, closingId);
  const first = lines.find(({ kind, currency }) => kind === 'sale' && currency === 'EGP');
  const { paymentType = null, terminalId = null, side = null } = first ?? {};
  const line = { currency: 'EGP', paymentType, terminalId, side };
  await read(page, 'closing.explain', { closingId, ...line, reason: 'slip-missing', note });
}

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
  if (short !== 0n) await explainSales(page, closingId, 'One slip of this till is not in the drawer');
  await read(page, 'closing.confirm', { closingId });
}
