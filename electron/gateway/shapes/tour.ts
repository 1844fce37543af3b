/** Learns all operations one after another: what one shows is known when the next is asked. */
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { isObject, listIn, moneyIn, numberOf, text, type Obj } from '../fields.ts';
import type { Call } from '../request.ts';
import { inOurForm } from './apply.ts';
import { formOf, openNames, type OpenName } from './forms.ts';
import type { Known } from './found-words.ts';
import { learnOperation, PAGE_ROWS, type Ask, type OperationLearnt } from './learning.ts';
import { confirmedShape, toConfirm } from './proposal.ts';

type Facts = {
  readonly ids: Record<string, Set<string>>;
  readonly amounts: Map<string, bigint>;
  readonly settled: Map<string, { count: number; gross: bigint; fees: bigint; vat: bigint; net: bigint }>;
  readonly currencies: Set<string>;
  eligibleIds: string[];
  requestIds: string[];
  target: Money | null;
};
export const noFacts = (): Facts => ({
  ids: {},
  amounts: new Map(),
  settled: new Map(),
  currencies: new Set(),
  eligibleIds: [],
  requestIds: [],
  target: null,
});

const MOST_RECORDS = 6;
const MOST_SALES = 8;
const LIST: Call = { query: { page: 1, limit: PAGE_ROWS } };

function callsOf(name: OpenName, facts: Facts): Call[] {
  switch (name) {
    case 'terminals.list':
    case 'payouts.accounts':
      return [{}];
    case 'instant-settlement.suggestions':
      return facts.target === null ? [] : [{ body: { targetAmount: numberOf(facts.target) } }];
    case 'instant-settlement.fee-inquiry':
      return facts.eligibleIds.slice(0, MOST_RECORDS).map((one) => ({ body: { transactionIds: [one] } }));
    case 'instant-settlement.get':
      return facts.requestIds.slice(0, MOST_RECORDS).map((requestId) => ({ path: { requestId } }));
    default:
      return [LIST];
  }
}

const knownOf = ({ ids, amounts, settled, currencies }: Facts): Known => ({
  ids,
  amounts,
  windows: settled,
  currency: currencies.size === 1 ? ([...currencies][0] ?? null) : null,
});

/** Remembers the ids of rows in our words, and amounts that are sure. */
function remember(name: OpenName, rows: readonly Obj[], facts: Facts, isSure: boolean): void {
  for (const row of rows) {
    const isNew = !facts.ids['transactionId']?.has(text(row, 'transactionId') ?? '');
    for (const word of [
      'transactionId',
      'windowId',
      'requestId',
      'terminalId',
      'merchantOrderId',
      'refNumber',
    ]) {
      const one = text(row, word);
      if (one !== null) (facts.ids[word] ??= new Set()).add(one);
    }
    const currency = text(row, 'currency');
    const amount = moneyIn(row, 'amount', currency);
    if (currency !== null) facts.currencies.add(currency);
    if (isSure && amount !== null)
      for (const word of ['transactionId', 'merchantOrderId', 'refNumber']) {
        const one = text(row, word);
        if (one !== null) facts.amounts.set(one, amount.minor < 0n ? -amount.minor : amount.minor);
      }
    // A page that came twice counts once.
    if (isSure && isNew && name === 'settlement.transactions') addToWindow(row, currency, facts);
  }
  if (name === 'instant-settlement.eligible') {
    facts.eligibleIds = rows.flatMap((row) => text(row, 'transactionId') ?? []);
    const amounts = rows.flatMap((row) => moneyIn(row, 'amount', text(row, 'currency')) ?? []);
    // The total of several sales, so that what is suggested can be held against them.
    const [target = { minor: 100_000n, currency: 'EGP' }] = sumByCurrency(amounts.slice(0, MOST_SALES));
    facts.target = target;
  }
  if (name === 'instant-settlement.list')
    facts.requestIds = rows.flatMap((row) => text(row, 'requestId') ?? []);
}

function addToWindow(row: Obj, currency: string | null, { settled }: Facts): void {
  const windowId = text(row, 'windowId');
  if (windowId === null) return;
  const minor = (word: string) => moneyIn(row, word, currency)?.minor ?? 0n;
  const sums = settled.get(windowId) ?? { count: 0, gross: 0n, fees: 0n, vat: 0n, net: 0n };
  settled.set(windowId, {
    count: sums.count + 1,
    gross: sums.gross + minor('amount'),
    fees: sums.fees + minor('feeAmount'),
    vat: sums.vat + minor('vatAmount'),
    net: sums.net + minor('netAmount'),
  });
}

/** Every operation, or those named, in an order in which one helps the next. `onLearnt` is told each as it comes. */
export async function learnAll(
  ask: Ask,
  facts: Facts,
  names: readonly OpenName[] = openNames,
  onLearnt: (name: OpenName, learnt: OperationLearnt | null) => void = () => {},
): Promise<Map<OpenName, OperationLearnt | null>> {
  const found = new Map<OpenName, OperationLearnt | null>();
  for (const name of names) {
    const bodies: Obj[] = [];
    const asking: Ask = async (asked, call, path) => {
      const answer = await ask(asked, call, path);
      if (answer.ok) bodies.push(answer.value);
      return answer;
    };
    const learnt = await learnOperation(name, asking, callsOf(name, facts), knownOf(facts));
    found.set(name, learnt);
    onLearnt(name, learnt);
    if (learnt?.outcome !== 'as-assumed' && learnt?.outcome !== 'other-form') continue;
    const form = formOf(name);
    // Only to ask the next ones with: an id goes into a read, and no amount that is not proven is believed.
    const shape = {
      ...learnt.proposal.shape,
      amounts: confirmedShape(form, learnt.proposal, []).amounts,
      sumsHold: false,
    };
    const isSure = toConfirm(form, learnt.proposal).length === 0;
    for (const body of bodies) {
      const read = inOurForm(form, shape, body);
      if (!read.ok) continue;
      const rows = form.one
        ? [read.body]
        : listIn(
            form.at
              .slice(0, -1)
              .reduce<Obj>((inner, key) => (isObject(inner[key]) ? inner[key] : {}), read.body),
            form.at.at(-1) ?? '',
          );
      remember(name, rows.filter(isObject), facts, isSure);
    }
  }
  return found;
}
