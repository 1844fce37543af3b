/**
 * Brings text into every place, as people, files and the gateway bring it: what a place lists only after somebody did something
 * there is done. Each text says which field it is of, so that a view shows what it has shown.
 */
import type { Channel, InputOf } from '#shared/contract/index.ts';
import { detailOf, keptListNames, pathOfKept } from '#shared/domain/kept-lists.ts';
import type { Attacked } from './closeout.ts';

type Value = Record<string, unknown>;
/** A hostile text of a person or a file, at most so long. */
export type Text = (field: string, most?: number) => string;
export type Filled = {
  /** Addresses of what was found or made, to be opened. */
  paths: string[];
  /** A sheet of transfers, for the dialog that takes one. */
  sheet: Buffer;
  /** What was refused: a place that stays empty. */
  refused: string[];
};

const SECOND = { name: 'Omar', pin: '700813' };
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const rowsOf = (value: Value, name = 'rows'): Value[] => (value[name] as Value[] | undefined) ?? [];
const at = (value: Value | undefined, name: string): string => (value?.[name] as string | undefined) ?? '';
/** So many rows of a list are opened: one of three is bent, and two have hostile identifiers. */
const SEVERAL = 3;
const page = { cursor: null, limit: 50 } as const;

export async function fillEveryPlace(attacked: Attacked, pin: string, text: Text): Promise<Filled> {
  const paths: string[] = [];
  const refused: string[] = [];
  const act = async <C extends Channel>(channel: C, input: unknown): Promise<Value> => {
    await attacked.call('people.active', {});
    const answer = await attacked.call(channel, input as InputOf<C>);
    if (!answer.ok) refused.push(`${channel} ${JSON.stringify(answer.error).slice(0, 120)}`);
    return answer.ok ? answer.value : {};
  };
  const open = (path: string) => paths.push(path);
  const authorization = { pin };
  const parts = { act, open, text, authorization };

  // A machine that does much beside takes minutes for a view, and nobody touches the window.
  const { rules } = await act('people.state', {});
  await act('people.setRules', { ...(rules as Value), lockAfterMinutes: 15, pin });
  const added = await act('people.add', {
    name: text('personName', 40),
    role: 'manager',
    newPin: SECOND.pin,
    pin,
  });
  const second = rowsOf(added, 'people').find(({ role }) => role === 'manager');
  await ofCatalogue(parts);
  await ofLists(parts);
  await ofBridges(parts);
  await ofTerminals(parts);
  await ofCheckouts(parts);
  await ofSavedCards(parts);
  const two = { pin, second: { personId: at(second, 'personId'), pin: SECOND.pin } };
  await ofRecipients(parts, two);
  const sheet = sheetOfTransfers(text);
  await ofBatches(parts, sheet, two);
  await ofImports(parts);
  await ofReconciliation(parts);
  await ofCloses(parts);
  return { paths, sheet, refused };
}
type Parts = {
  act: (channel: Channel, input: unknown) => Promise<Value>;
  open: (path: string) => void;
  text: Text;
  authorization: { pin: string };
};

/** Waits until what runs by itself in the core is there; the core has no call that waits. */
async function until<T>(read: () => Promise<T | null>): Promise<T | null> {
  for (let tries = 0; tries < 150; tries += 1) {
    const found = await read();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return null;
}
/** The first rows, once there are some. */
const firstOf = (read: () => Promise<Value[]>) =>
  until(async () => {
    const rows = (await read()).slice(0, SEVERAL);
    return rows.length > 0 ? rows : null;
  });

/** The first window and the first early payout, from one end of their bridges. */
async function ofBridges({ act, open, text }: Parts): Promise<void> {
  const windows = rowsOf(await act('settlement.windows', {}), 'windows');
  for (const { windowId } of windows.slice(0, SEVERAL))
    open(`#/settlement/bridge/${encodeURIComponent(String(windowId))}`);
  const window = windows.find(({ net }) => net !== null);
  await act('bridge.enterDeposit', {
    subject: at(window, 'windowId'),
    typed: '100.00',
    receivedOn: day(0),
    reference: text('depositReference', 200),
    note: text('depositNote'),
  });
  await act('instantSettlement.refreshRequests', {});
  const early = rowsOf(await act('instantSettlement.requests', {}), 'requests');
  for (const { requestId } of early.slice(0, SEVERAL))
    open(`#/instant/request/${encodeURIComponent(String(requestId))}`);
}

async function ofLists({ act, open }: Parts): Promise<void> {
  await act('payments.download', { anew: true });
  const payments = () =>
    act('payments.page', { filter: { text: '', state: null, channel: null }, ...page }).then((one) =>
      rowsOf(one),
    );
  for (const payment of (await firstOf(payments)) ?? [])
    open(`#/payments/${encodeURIComponent(at(payment, 'key'))}`);
  await act('settlement.refreshWindows', {});
  await act('settlement.downloadSettled', {});
  const settled = await firstOf(() =>
    act('settlement.settledPage', { filter: {}, ...page }).then((one) => rowsOf(one)),
  );
  for (const one of settled ?? [])
    open(`#/settlement/settled/${encodeURIComponent(at(one, 'transactionId'))}`);
  for (const name of keptListNames) {
    await act('kept.refresh', { name, whole: true });
    if (detailOf(name) === null) continue;
    const kept = rowsOf(
      await act('kept.page', { name, filter: { text: '', words: {} }, sort: null, ...page }),
    );
    for (const row of kept.slice(0, SEVERAL)) open(`#${pathOfKept(name, at(row, 'key'))}`);
  }
  await act('instantSettlement.refresh', {});
}

async function ofTerminals({ act, open, text, authorization }: Parts): Promise<void> {
  const terminals = rowsOf(await act('terminals.list', {}), 'terminals');
  for (const { terminalId } of terminals) await act('terminals.read', { terminalId });
  const [first, second] = terminals;
  await act('terminals.update', {
    terminalId: at(first, 'terminalId'),
    label: text('ownLabel', 80),
    branchName: text('ownBranch', 80),
  });
  for (const { terminalId } of terminals) open(`#/terminals/${String(terminalId)}`);
  const rows = rowsOf(
    await act('transactions.page', {
      terminalId: at(second, 'terminalId'),
      filter: {},
      ...page,
    }),
  );
  const sale = rows[0];
  if (!sale) return;
  // The kind of a sale stays as it is; the others carry a text, and may be far down the list.
  const other = rows.find(({ paymentType }) => paymentType !== 'SALE');
  for (const row of [sale, ...(other ? [other] : [])])
    open(`#/terminals/${at(second, 'terminalId')}/${encodeURIComponent(at(row, 'rowId'))}`);
  const prepared = await act('reversal.prepare', { rowId: at(sale, 'rowId') });
  const { amount } = (prepared['transaction'] ?? {}) as { amount?: { minor: string } };
  const reversed = await act('reversal.confirm', {
    preparationId: at(prepared, 'preparationId'),
    reason: 'duplicate',
    note: text('reversalNote'),
    typedAmount: amount ? `${amount.minor.slice(0, -2)}.${amount.minor.slice(-2)}` : '',
    authorization,
  });
  open(`#/operations/${at(reversed['operation'] as Value, 'opId')}`);
}

async function ofCheckouts({ act, open, text }: Parts): Promise<void> {
  const request = {
    amount: { minor: '12050', currency: 'EGP' },
    order: text('checkoutOrder', 100),
    minutes: 60,
    methods: [],
    manualCapture: false,
    saveCard: true,
    // The gateway sends these back, with its own planted texts in their place.
    description: 'Basket',
    customerReference: 'C-901',
  };
  await act('checkouts.create', { request });
  await act('checkouts.refresh', { whole: true });
  const checkouts = rowsOf(await act('checkouts.page', { filter: { text: '', group: null }, ...page }));
  for (const { key } of checkouts.slice(0, 2)) {
    await act('checkouts.read', { key, payment: true });
    open(`#/payments/checkouts/${String(key)}`);
  }
}

async function ofSavedCards({ act, open, text, authorization }: Parts): Promise<void> {
  await act('savedCards.refresh', {});
  const cards = rowsOf(await act('savedCards.page', { text: '', ...page }));
  for (const card of cards.slice(0, SEVERAL)) open(`#/payments/cards/${at(card, 'key')}`);
  const amount = { minor: '1000', currency: 'EGP' };
  const { preparationId } = await act('charge.prepare', { cardKey: at(cards[0], 'key'), amount });
  const { operation } = await act('charge.confirm', {
    preparationId,
    reason: text('chargeReason', 200),
    note: text('chargeNote'),
    typedAmount: '10.00',
    authorization,
  });
  open(`#/operations/${at(operation as Value, 'opId')}`);
}

/** Two people agree to a recipient that is kept. */
async function ofRecipients({ act, text }: Parts, authorization: Value): Promise<void> {
  const names = { recipient: text('recipientName', 100), bank: text('recipientBank', 100) };
  const recipient = { ...names, method: 'bank', number: 'EG380019000500000000263180002' };
  await act('transfers.saveRecipient', { key: null, recipient, authorization });
}

/** A cell of a file. A file with control characters is no table at all. */
const cell = (value: string) => `"${value.replaceAll(/\p{Cc}/gu, '').replaceAll('"', '""')}"`;

/** Two that can be sent, one that is like the first, and one with an error in each cell. */
function sheetOfTransfers(text: Text): Buffer {
  const paid = (number: string, amount: string, bank: string) =>
    [cell(text('sheetRecipient', 100)), number, amount, bank].join(',');
  const bank = cell(text('sheetBank', 100));
  const wrong = ['sheetWrongName', 'sheetWrongNumber', 'sheetWrongAmount', 'sheetWrongBank'];
  const lines = [
    `Recipient,Number,Amount,Bank,${cell(text('sheetHeader', 60))}`,
    paid('EG380019000500000000263180002', '120.50', bank),
    paid('01005550001', '35.00', ''),
    paid('01005550001', '10.00', ''),
    wrong.map((field) => cell(text(field, 300))).join(','),
  ];
  return Buffer.from(lines.join('\n'));
}

/** Transfers of a sheet as one movement. */
async function ofBatches({ act, open, text }: Parts, sheet: Buffer, authorization: Value): Promise<void> {
  const rows = rowsOf(await act('transfers.readSheet', { base64: sheet.toString('base64') }));
  const transfers = rows.filter(({ doubt }) => doubt === null).flatMap(({ transfer }) => transfer ?? []);
  const of = { from: 'sheet', transfers };
  const { preparationId, amount } = await act('payout.prepareBatch', { of });
  const { minor = '' } = (amount ?? {}) as { minor?: string };
  const { operation } = await act('payout.confirmBatch', {
    preparationId,
    reason: text('batchReason', 200),
    note: text('batchNote'),
    typedAmount: `${minor.slice(0, -2)}.${minor.slice(-2)}`,
    authorization,
  });
  open(`#/operations/${at(operation as Value, 'opId')}`);
}

/** Made at the gateway, which sends them back with its own planted texts in their place. */
async function ofCatalogue({ act, text }: Parts): Promise<void> {
  const price = { minor: '4500', currency: 'EGP' };
  const words = { name: text('madeName', 200), description: text('madeDescription') };
  const product = { what: 'product', ...words, price, categoryIds: null };
  const category = { what: 'category', name: text('madeCategory', 200) };
  for (const entry of [product, category]) await act('catalogue.make', { entry, despiteDouble: true });
}

async function ofImports({ act, open, text }: Parts): Promise<void> {
  const lines = [
    'Date,Description,Credit,Reference',
    ...[3, 4, 5].map((ago) =>
      [day(ago), cell(text('bankText')), '1234.50', cell(text('bankReference', 100))].join(','),
    ),
  ];
  const bytes = Buffer.from(lines.join('\n'));
  const { uploadId } = await act('import.begin', { fileName: text('fileName', 200), size: bytes.length });
  await act('import.chunk', { uploadId, at: 0, base64: bytes.toString('base64') });
  const { table } = await act('import.inspect', { uploadId, reading: {} });
  const { reading } = (table ?? {}) as Value;
  const mapping = {
    bookedOn: 0,
    amount: { kind: 'signed', column: 2 },
    currency: { kind: 'fixed', code: 'EGP' },
    reference: 3,
    description: [1],
  };
  const { previewId } = await act('import.preview', {
    uploadId,
    kind: 'bank',
    source: { name: text('sourceName', 100) },
    reading,
    mapping,
    columnsConfirmed: true,
  });
  const { importId } = await act('import.confirm', { uploadId, previewId });
  open(`#/reconcile/imports/${String(importId)}`);
}

async function ofReconciliation({ act, open, text }: Parts): Promise<void> {
  const rule = { text: text('ruleText', 200), account: text('ruleAccount', 100) };
  await act('reconciliation.addRule', { ...rule, range: null, kind: 'bank-fee' });
  await act('reconciliation.run', {});
  const exceptions = () =>
    act('reconciliation.exceptions', { comparison: 'bank', filter: {}, ...page }).then((one) => rowsOf(one));
  const [exception] = (await firstOf(exceptions)) ?? [];
  if (!exception) return;
  const seen = { key: exception['key'], version: exception['version'] };
  await act('reconciliation.assign', {
    exceptions: [seen],
    owner: text('exceptionOwner', 60),
    dueOn: day(-7),
    remark: text('exceptionRemark'),
  });
  open(`#/reconcile/bank/exceptions/${encodeURIComponent(at(exception, 'key'))}`);
}

async function ofCloses({ act, open, text }: Parts): Promise<void> {
  const { branches } = await act('closing.branches', {});
  const keys = ((branches ?? []) as Value[]).map(({ branchKey }) => branchKey);
  for (const [at0, branchKey] of keys.slice(0, 2).entries()) {
    const { closing } = await act('closing.begin', { branchKey });
    const { closingId, terminals } = (closing ?? {}) as Value & { terminals?: Value[] };
    open(`#/close/day/${encodeURIComponent(String(closingId))}`);
    if (at0 === 0) await act('closing.cancel', { closingId, reason: text('cancelReason') });
    else
      await act('closing.leaveOut', {
        closingId,
        terminalId: at(terminals?.[0], 'terminalId'),
        leave: { reason: 'not-in-use', note: text('leaveNote') },
      });
  }
}
