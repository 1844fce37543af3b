/** What a till and a bank would give for the closes and windows that are on this PC, with a few things that are not alike. */
import type { Page } from '@playwright/test';
import { ask, read } from './closing.ts';
import { expect } from './host.ts';
import type { Upload } from './importing.ts';

type Amount = { minor: string; currency: string };
type Item = { orderId: string; amount: Amount; date: string; text: string };
type ListedWindow = {
  status: { value: string };
  expectedPayoutDate: string;
  net: Amount | null;
  bankReference: string | null;
};
type EarlyPayout = {
  requestId: string;
  status: { value: string };
  netTransfer: Amount | null;
  history: { status: { value: string }; at: { raw: string } | null }[];
};

const decimal = (minor: bigint): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** What was settled before the first close needs nobody, unless somebody wants to look at it. */
export async function fromLongAgo(page: Page): Promise<void> {
  const { settings } = await ask<{ settings: object }>(page, 'reconciliation.settings.get', {});
  await ask(page, 'reconciliation.settings.set', { ...settings, from: '2020-01-01' });
}

/** Compares anew, whatever has begun by itself, and waits for what comes of it. */
export async function compare(page: Page): Promise<void> {
  type Overview = { running: unknown; result: { endedAtMs: number } | null };
  const overview = () => read<Overview>(page, 'reconciliation.overview', {});
  await expect.poll(async () => (await overview()).running).toBeNull();
  const before = (await overview()).result?.endedAtMs ?? 0;
  await read(page, 'reconciliation.run', {});
  await expect
    .poll(async () => {
      const { running, result } = await overview();
      return running === null && (result?.endedAtMs ?? 0) > before;
    })
    .toBe(true);
}

/** Rows of closes that are matched without the other side: a sale and what undid it, or a void that undoes nothing known. */
export async function undoneIn(page: Page, comparison: 'sales' | 'books'): Promise<number> {
  type Answer = { rows: { ours: unknown[] }[]; next: string | null };
  const { rows, next } = await read<Answer>(page, 'reconciliation.matches', {
    comparison,
    rule: 'reversed',
    cursor: null,
  });
  if (next !== null) throw new Error('more than one page is undone');
  return rows.flatMap(({ ours }) => ours).length;
}

/** What was closed and waits for its settlement: right after a close, all of it. */
async function closedToday(page: Page): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = null; ;) {
    type Answer = { rows: { item: Item }[]; next: string | null };
    const { rows, next }: Answer = await read(page, 'reconciliation.expected', {
      comparison: 'sales',
      cursor,
    });
    items.push(...rows.map(({ item }) => item));
    if (next === null) return items;
    cursor = next;
  }
}

/**
 * Sales as the POS has them: one is 5.00 more, one is missing, one is in USD, one is there twice, one is nowhere else, and one
 * is entered as two lines that are together 0.25 less.
 */
export async function salesOfTill(page: Page): Promise<{ upload: Upload; lines: number; split: string }> {
  const items = await closedToday(page);
  const count = new Map<string, number>();
  for (const { orderId } of items) count.set(orderId, (count.get(orderId) ?? 0) + 1);
  const alone = items.filter(
    ({ orderId, text, amount }) =>
      text === 'SALE' && count.get(orderId) === 1 && BigInt(amount.minor) > 5_000n,
  );
  const [over, gone, foreign, twice, split] = alone;
  if (!over || !gone || !foreign || !twice || !split) throw new Error('too few sales were closed');
  const rows = items.flatMap((item) => {
    const { orderId, date } = item;
    const { minor, currency } = item.amount;
    const line = (order: string, amount: bigint, code = currency) =>
      `${order},${date},${decimal(amount)},${code}`;
    const amount = BigInt(minor);
    if (item === gone) return [];
    if (item === over) return [line(orderId, amount + 500n)];
    if (item === foreign) return [line(orderId, amount, 'USD')];
    if (item === split) return [line('TILL-A', amount - 1_025n), line('TILL-B', 1_000n)];
    return item === twice ? [line(orderId, amount), line(orderId, amount)] : [line(orderId, amount)];
  });
  rows.push(`TILL-C,${over.date},77.77,EGP`);
  const text = ['Order ID,Created at,Amount,Currency', ...rows].join('\r\n');
  return {
    upload: { name: 'pos-sales.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}\r\n`) },
    lines: rows.length,
    split: split.orderId,
  };
}

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

const cairoDay = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(at);

/** Early payouts that the gateway has taken out of the balance, with the day on which it did, or transferred them. */
async function paidEarly(page: Page): Promise<{ requestId: string; on: string; minor: bigint }[]> {
  await read(page, 'instantSettlement.refreshRequests', {});
  const { requests } = await read<{ requests: EarlyPayout[] }>(page, 'instantSettlement.requests', {});
  return requests
    .filter(({ status }) => ['PROCESSING', 'TRANSFERRED'].includes(status.value))
    .map(({ requestId, status, netTransfer, history }) => {
      const at = history.find((one) => one.status.value === status.value)?.at;
      return { requestId, on: cairoDay(new Date(at?.raw ?? 0)), minor: BigInt(netTransfer?.minor ?? 0) };
    });
}

/**
 * The statement (MT940) of the account that windows and early payouts are paid to: those of the last days are not on it yet, one
 * window is missing, one is 15.00 less, one came in two parts that are together 0.25 less; a deposit belongs to none, and a fee of
 * the bank goes out.
 */
export async function statementOfBank(
  page: Page,
): Promise<{ upload: Upload; lines: number; expected: number; waiting: number; early: string }> {
  const early = await paidEarly(page);
  const { windows } = await read<{ windows: ListedWindow[] }>(page, 'settlement.windows', {});
  const today = cairoDay(new Date());
  const over = windows
    .filter(({ status, net }) => status.value !== 'OPEN' && net !== null && net.minor !== '0')
    .sort((a, b) => (a.expectedPayoutDate < b.expectedPayoutDate ? -1 : 1));
  const paid = over.filter(
    ({ expectedPayoutDate, bankReference }) =>
      bankReference !== null && expectedPayoutDate.slice(0, 10) <= dayBefore(today, 3),
  );
  const [, missing, less, parts, ...others] = paid;
  if (!missing || !less || !parts || others.length === 0) throw new Error('too few windows were paid');
  const arrived = early.filter(({ on }) => on <= dayBefore(today, 3));
  if (!arrived[0]) throw new Error('nothing was paid early');
  const booked: { date: string; minor: bigint; reference: string; text?: string; kind?: string }[] = [];
  for (const window of paid) {
    const reference = window.bankReference ?? '';
    const date = window.expectedPayoutDate.slice(0, 10);
    const minor = BigInt(window.net?.minor ?? '0');
    if (window === less) booked.push({ date, minor: minor - 1_500n, reference });
    else if (window === parts) {
      booked.push({ date, minor: minor - 10_025n, reference: 'NONREF' });
      booked.push({ date, minor: 10_000n, reference: 'NONREF' });
    } else if (window !== missing) booked.push({ date, minor, reference });
  }
  const last = booked.at(-1)?.date ?? today;
  for (const { requestId, on, minor } of arrived)
    booked.push({ date: on, minor, reference: 'NONREF', text: `INSTANT PAYOUT ${requestId}` });
  booked.push({ date: last, minor: 77_777n, reference: 'NONREF' });
  booked.push({ date: last, minor: -2_500n, reference: 'NONREF', kind: 'NCHG' });
  const short = (date: string) => date.slice(2).replaceAll('-', '');
  const amount = (minor: bigint) => decimal(minor < 0n ? -minor : minor).replace('.', ',');
  const sum = booked.reduce((total, { minor }) => total + minor, 1_000_000n);
  const statement = [
    ':20:CLOSEOUT',
    ':25:EG380019000500000000263180002',
    ':28C:00077/001',
    `:60F:C${short(booked[0]?.date ?? last)}EGP10000,00`,
    ...booked.flatMap(({ date, minor, reference, text, kind = 'NTRF' }) => [
      `:61:${short(date)}${short(date).slice(2)}${minor < 0n ? 'D' : 'C'}${amount(minor)}${kind}${reference}`,
      ...(text === undefined ? [] : [`:86:${text}`]),
    ]),
    `:62F:C${short(last)}EGP${amount(sum)}`,
    '-',
  ].join('\r\n');
  return {
    upload: { name: 'EGP-77.sta', mimeType: 'application/octet-stream', buffer: Buffer.from(statement) },
    lines: booked.length,
    expected: over.length + early.length,
    waiting: over.length - paid.length + early.length - arrived.length,
    early: arrived[0].requestId,
  };
}
