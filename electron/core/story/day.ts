/** The days of the story: sales come, terminals are acknowledged, branches close. */
import type { ClosingDetail, CountLine } from '#shared/contract/closing-day.ts';
import { toDecimal } from '#shared/money/money.ts';
import { listedOn, must, type Teller } from './teller.ts';

type Close = {
  readonly branch: string;
  readonly date: string;
  /** By how much the count of the first line is above what is expected, in minor units. The teller explains it. */
  readonly off?: bigint;
  /** After the terminals are acknowledged, before the rows are fixed. */
  readonly acknowledged?: () => Promise<void>;
};

export async function acknowledge({ session }: Teller, terminalId: string): Promise<void> {
  const { operations } = session;
  const { preparationId } = must(await operations.prepareAcknowledgement({ terminalId, seenReadAtMs: null }));
  const ended = must(await operations.confirmAcknowledgement({ preparationId }));
  if (ended.kind !== 'ended' || ended.operation.state !== 'SUCCEEDED')
    throw new Error(`the story stopped: ${terminalId} was not acknowledged`);
}

const lineOf = ({ currency, paymentType, terminalId, side }: CountLine) => ({
  currency,
  paymentType,
  terminalId,
  side,
});
const typedOf = (line: CountLine, off: bigint) => ({
  ...lineOf(line),
  typed: line.expected ? toDecimal({ ...line.expected, minor: line.expected.minor + off }) : '0',
});

/** Counts what is expected, but for what is off. */
async function count({ session }: Teller, { closingId, lines }: ClosingDetail, off: bigint) {
  if (lines.length === 0) return;
  must(
    await session.closing.count({
      closingId,
      lines: lines.map((line, at) => typedOf(line, at === 0 ? off : 0n)),
    }),
  );
}

async function explain(teller: Teller, { closingId, lines }: ClosingDetail): Promise<void> {
  const [line] = lines;
  if (!line) return;
  must(
    await teller.session.closing.explain({
      closingId,
      ...lineOf(line),
      reason: 'slip-twice',
      note: teller.words.counted,
    }),
  );
}

async function acknowledgeAll(teller: Teller, { terminals }: ClosingDetail): Promise<void> {
  for (const { terminalId, outstandingCount } of terminals)
    if (outstandingCount > 0) await acknowledge(teller, terminalId);
}

async function begin({ session }: Teller, { branch, date }: Close): Promise<ClosingDetail> {
  return must(await session.closing.begin({ branchKey: branch, businessDate: date })).closing;
}

/** A whole close, as a manager does it. */
export async function closeDay(teller: Teller, close: Close): Promise<void> {
  const { closing } = teller.session;
  teller.as('manager');
  const { closingId } = await begin(teller, close);
  await acknowledgeAll(teller, must(await closing.read({ closingId, terminalIds: null })));
  await close.acknowledged?.();
  const frozen = must(await closing.freeze({ closingId, provisional: false }));
  await count(teller, frozen, close.off ?? 0n);
  if (close.off !== undefined) await explain(teller, frozen);
  must(await closing.confirm(closingId, null));
}

/** Without a connection: by what was read before. Answers the close, which `finish` ends later. */
export async function closeProvisionally(teller: Teller, close: Close): Promise<string> {
  const { closing } = teller.session;
  teller.as('manager');
  const { closingId } = await begin(teller, close);
  await count(teller, must(await closing.freeze({ closingId, provisional: true })), 0n);
  must(await closing.provisional(closingId, teller.words.offline, null));
  return closingId;
}

export async function finish(teller: Teller, closingId: string): Promise<void> {
  const { closing } = teller.session;
  teller.as('manager');
  await acknowledgeAll(teller, must(await closing.read({ closingId, terminalIds: null })));
  must(await closing.confirm(closingId, null));
}

export async function readTerminals({ session, as }: Teller, terminalIds: readonly string[]): Promise<void> {
  as('cashier');
  for (const terminalId of terminalIds) must(await session.terminals.readTerminal(terminalId));
}

/** The order of the largest sale that a terminal lists. */
export async function largestSale(teller: Teller, terminalId: string) {
  const sales = (await listedOn(teller, terminalId)).filter(({ kind }) => kind === 'sale');
  const sale = sales.toSorted((a, b) => Number(b.amount.minor - a.amount.minor))[0];
  if (!sale?.merchantOrderId) throw new Error(`the story stopped: nothing was sold on ${terminalId}`);
  return { ...sale, order: sale.merchantOrderId };
}

/** A reversal as the cashier asks for it; answers its state. */
export async function reverse(
  teller: Teller,
  terminalId: string,
  reason: 'duplicate' | 'customer-cancelled',
  note: string,
): Promise<string> {
  const { operations } = teller.session;
  await readTerminals(teller, [terminalId]);
  const { rowId, amount } = await largestSale(teller, terminalId);
  const { preparationId } = must(await operations.prepareReversal({ rowId }));
  const form = { preparationId, reason, note, typedAmount: toDecimal(amount) };
  const { operation } = must(await operations.confirmReversal(form, teller.approval()));
  return operation.state;
}
