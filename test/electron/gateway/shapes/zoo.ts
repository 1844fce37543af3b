/**
 * Believable shapes of one and the same answer, from a seed: envelope × spelling × names × places × units × dates × states ×
 * paging. Some names are in no list of Closeout's.
 */
import type { OpenName } from '#electron/gateway/shapes/forms.ts';
import { seededRng, type Rng } from '../../../faults/simulation/rng.ts';

export type TruthRow = { plain: Record<string, string>; amounts: Record<string, bigint> };
export type Animal = {
  name: OpenName;
  rows: TruthRow[];
  /** The name of the list or record, in camelCase. */
  list: string;
  isOne: boolean;
  isStated?: boolean;
  /** One answer whose objects under these keys are the rows. */
  keys?: readonly string[];
  /** The amounts of the sales that its rows name, known from another list. */
  sales?: ReadonlyMap<string, bigint>;
};
export type Shape = {
  envelope: string;
  spelling: string;
  ids: number;
  amountNames: number;
  place: 'flat' | 'inside' | 'value';
  unit: 'number' | 'text' | 'minor' | 'noise';
  dates: 'documented' | 'iso' | 's' | 'ms';
  states: 'ours' | 'lower' | 'title';
  currency: 'given' | 'absent';
  paging: 'total' | 'pages' | 'cursor' | 'none' | 'ignored';
  order: 'ours' | 'reversed';
};

const words = (name: string) => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
const SPELLINGS: Record<string, (name: string) => string> = {
  camel: (name) => name,
  snake: (name) => words(name).join('_'),
  kebab: (name) => words(name).join('-'),
  pascal: (name) => name.charAt(0).toUpperCase() + name.slice(1),
};
const ENVELOPES = [
  'body',
  'data',
  'response',
  'results',
  'data.items',
  'response.results',
  'own',
  'payload',
  'body.data.own',
  'bare',
];

export const shapeOf = (rng: Rng): Shape => ({
  envelope: rng.pick(ENVELOPES),
  spelling: rng.pick(Object.keys(SPELLINGS)),
  ids: rng.pick([0, 0, 1, 2]),
  amountNames: rng.pick([0, 0, 1, 2, 3]),
  place: rng.pick(['flat', 'flat', 'inside', 'value'] as const),
  unit: rng.pick(['number', 'number', 'text', 'minor', 'noise'] as const),
  dates: rng.pick(['documented', 'iso', 's', 'ms'] as const),
  states: rng.pick(['ours', 'lower', 'title'] as const),
  currency: rng.pick(['given', 'given', 'given', 'absent'] as const),
  paging: rng.pick(['total', 'pages', 'cursor', 'none', 'ignored'] as const),
  order: rng.pick(['ours', 'reversed'] as const),
});

/** Other names: the first that many use, the next that few do, the last that mean something else elsewhere. */
const NAMES: Record<string, readonly string[]> = {
  windowId: ['id', 'settlementWindowId'],
  transactionId: ['id', 'txId'],
  requestId: ['id', 'instantSettlementId'],
  transactionIds: ['ids', 'saleIds'],
  transferId: ['id', 'payoutId'],
  accountId: ['id', 'accountNumber'],
  terminalId: ['tid', 'id'],
  status: ['state', 'state'],
  opensAt: ['from', 'startsAt'],
  closesAt: ['to', 'endsAt'],
  transactionDate: ['date', 'createdAt'],
  grossAmount: ['gross', 'turnover', 'total'],
  amount: ['gross', 'value', 'total'],
  feesAmount: ['fees', 'commission', 'deduction'],
  feeAmount: ['fee', 'commission', 'deduction'],
  vatAmount: ['vat', 'tax', 'levy'],
  netAmount: ['net', 'payable', 'takeHome'],
  totalAmount: ['total', 'gross', 'brutto'],
  totalNetAmount: ['net', 'salesNet', 'netto'],
  totalFees: ['fees', 'charges', 'deduction'],
  netTransferAmount: ['payout', 'youReceive', 'transfer'],
  rateFee: ['variableFee', 'percentFee', 'partA'],
  flatFee: ['fixedFee', 'flat', 'partB'],
  availableBalance: ['available', 'withdrawable', 'free'],
  onHoldBalance: ['onHold', 'held', 'blocked'],
  totalBalance: ['total', 'balance', 'overall'],
};

/** Where a word of ours is in a row of this shape. */
export function placeOf(word: string, isAmount: boolean, shape: Shape): string[] {
  const spell = SPELLINGS[shape.spelling] ?? ((name: string) => name);
  const level = isAmount ? shape.amountNames : shape.ids;
  const name = spell((level > 0 ? NAMES[word]?.[level - 1] : undefined) ?? word);
  if (!isAmount || shape.place === 'flat') return [name];
  return shape.place === 'inside' ? [spell('amounts'), name] : [name, 'value'];
}

const decimal = (minor: bigint) => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
/** As JavaScript writes a number: without the zeros at the end. */
const asNumber = (minor: bigint) => decimal(minor).replace(/\.?0+$/, '');
const WRITTEN = {
  number: asNumber,
  text: (minor: bigint) => `"${decimal(minor)}"`,
  minor: (minor: bigint) => String(minor),
  noise: (minor: bigint) => (minor % 3n === 0n ? `${decimal(minor)}0000000001` : asNumber(minor)),
};

const DATE = /^"(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})/;
function writeDate(text: string, how: Shape['dates']): string {
  const [, day = '', time = ''] = DATE.exec(text) ?? [];
  if (how === 'documented') return text;
  const atMs = Date.parse(`${day}T${time}Z`);
  if (how === 'iso') return `"${day}T${time}Z"`;
  return String(how === 's' ? atMs / 1_000 : atMs);
}
const STATES = {
  ours: (text: string) => text,
  lower: (text: string) => text.toLowerCase(),
  title: (text: string) => `"${text.charAt(1)}${text.slice(2).toLowerCase()}`,
};

type Tree = { [key: string]: Tree | string };
const textOf = (tree: Tree | string): string =>
  typeof tree === 'string'
    ? tree
    : `{${Object.entries(tree)
        .map(([key, value]) => `"${key}":${textOf(value)}`)
        .join(',')}}`;

export function rowText({ plain, amounts }: TruthRow, shape: Shape): string {
  const tree: Tree = {};
  const put = (path: string[], value: string) => {
    let at = tree;
    for (const key of path.slice(0, -1)) {
      const inner = at[key];
      at = at[key] = typeof inner === 'object' ? inner : {};
    }
    at[path.at(-1) ?? ''] = value;
  };
  const fields: [string, boolean, string][] = Object.entries(plain).flatMap(([word, text]) => {
    if (word === 'currency' && shape.currency === 'absent') return [];
    const written = DATE.test(text)
      ? writeDate(text, shape.dates)
      : word === 'status'
        ? STATES[shape.states](text)
        : text;
    return [[word, false, written]];
  });
  for (const [word, minor] of Object.entries(amounts)) fields.push([word, true, WRITTEN[shape.unit](minor)]);
  if (shape.order === 'reversed') fields.reverse();
  for (const [word, isAmount, value] of fields) put(placeOf(word, isAmount, shape), value);
  return textOf(tree);
}

export const PAGE = 7;
const NO_ROW: TruthRow = { plain: {}, amounts: {} };
/** What a server of this shape answers: `PAGE` rows at most, or all rows if it does not turn pages. */
export function answerOf(
  animal: Animal,
  shape: Shape,
  query: URLSearchParams,
  row: TruthRow | undefined,
): string {
  const spell = SPELLINGS[shape.spelling] ?? ((name: string) => name);
  const total = animal.rows.length;
  const byCursor = shape.paging === 'cursor' && !animal.isStated;
  const page = byCursor ? Number((query.get('cursor') ?? 'c-1').slice(2)) : Number(query.get('page') ?? '1');
  const pages = Math.ceil(total / PAGE);
  const isWhole = (shape.paging === 'ignored' && !animal.isStated) || !query.has('limit');
  const rows = isWhole ? animal.rows : animal.rows.slice((page - 1) * PAGE, page * PAGE);
  const inner = animal.keys
    ? `{${animal.keys.map((key, at) => `"${spell(key)}":${rowText(animal.rows[at] ?? NO_ROW, shape)}`).join(',')}}`
    : animal.isOne
      ? rowText(row ?? animal.rows[0] ?? NO_ROW, shape)
      : `[${rows.map((one) => rowText(one, shape)).join(',')}]`;
  if (animal.isStated)
    return `{"body":${inner},"pagination":{"total":${total},"page":${page},"pages":${pages}}}`;
  const paging =
    animal.isOne || isWhole
      ? ''
      : {
          total: `,"pagination":{"total":${total},"page":${page}}`,
          pages: `,"meta":{"${spell('currentPage')}":${page},"${spell('totalPages')}":${pages}}`,
          cursor: `,"paging":{"${spell('nextCursor')}":${page < pages ? `"c-${page + 1}"` : 'null'}}`,
          none: '',
          ignored: '',
        }[shape.paging];
  if (shape.envelope === 'bare') return animal.isOne || paging === '' ? inner : `{"items":${inner}${paging}}`;
  const path = shape.envelope.split('.').map((one) => (one === 'own' ? spell(animal.list) : one));
  return path.reduceRight((value, key, at) => `{"${key}":${value}${at === 0 ? paging : ''}}`, inner);
}

const AT = (day: number) => `"2026-10-${String(day).padStart(2, '0')} 10:00:00.000000+00:00"`;

/** Rows with fees, VAT and a net that is their difference, to the minor unit. */
export function animals(seed: number): Animal[] {
  const rng = seededRng(seed);
  const parts = () => {
    const gross = BigInt(10_000 + rng.int(9_000_000));
    const fee = gross / 50n + 1n;
    const vat = (fee * 14n) / 100n + 1n;
    return { gross, fee, vat, net: gross - fee - vat };
  };
  const many = (count: number, make: (at: number) => TruthRow) =>
    Array.from({ length: count }, (_, at) => make(at + 1));
  const sale = (at: number): TruthRow => {
    const { gross, fee, vat, net } = parts();
    return {
      plain: {
        transactionId: `"TX-${at}"`,
        merchantOrderId: `"ORD-${at}"`,
        refNumber: `"6324${at}"`,
        currency: '"EGP"',
      },
      amounts: { amount: gross, feeAmount: fee, vatAmount: vat, netAmount: net },
    };
  };
  const dated = (row: TruthRow, more: Record<string, string>): TruthRow => ({
    ...row,
    plain: { ...row.plain, ...more },
  });
  const payout = (at: number, plain: Record<string, string>): TruthRow => {
    const { gross, fee, vat, net } = parts();
    const [rateFee, flatFee] = [gross / 100n + 1n, BigInt(500 + at)];
    const payoutVat = ((rateFee + flatFee) * 14n) / 100n + 1n;
    const totalFees = rateFee + flatFee + payoutVat;
    return {
      plain: { ...plain, currency: '"EGP"', transactionsCount: '3' },
      amounts: {
        totalAmount: gross,
        totalNetAmount: net + fee + vat - fee - vat,
        rateFee,
        flatFee,
        vatAmount: payoutVat,
        totalFees,
        netTransferAmount: net - totalFees,
      },
    };
  };
  const sales = new Map(many(20, sale).map((row, at) => [`TX-${at + 1}`, row.amounts['amount'] ?? 0n]));
  const suggestion = (count: number): TruthRow => {
    const members = [...sales].slice(0, count);
    return {
      plain: {
        transactionsCount: String(count),
        transactionIds: JSON.stringify(members.map(([id]) => id)),
      },
      amounts: { totalAmount: members.reduce((sum, [, minor]) => sum + minor, 0n) },
    };
  };
  const request = (at: number) =>
    payout(at, { requestId: `"IS-${at}"`, status: '"TRANSFERRED"', createdAt: AT(at) });
  return [
    {
      name: 'terminals.list',
      list: 'terminals',
      isOne: false,
      rows: many(9, (at) => ({
        plain: { terminalId: `"T-${at}"`, branchName: '"Zamalek"', status: '"ACTIVE"' },
        amounts: {},
      })),
    },
    {
      name: 'settlement.transactions',
      list: 'transactions',
      isOne: false,
      isStated: true,
      rows: many(20, (at) => dated(sale(at), { settlementDate: AT(at) })),
    },
    {
      name: 'settlement.windows',
      list: 'settlementWindows',
      isOne: false,
      rows: many(20, (at) => {
        const { gross, fee, vat, net } = parts();
        return {
          plain: {
            windowId: `"W-${at}"`,
            status: '"CLOSED"',
            opensAt: AT(at),
            closesAt: AT(at + 1),
            currency: '"EGP"',
            transactionsCount: '4',
          },
          amounts: { grossAmount: gross, feesAmount: fee, vatAmount: vat, netAmount: net },
        };
      }),
    },
    {
      name: 'instant-settlement.eligible',
      list: 'transactions',
      isOne: false,
      rows: many(20, (at) => dated(sale(at), { transactionDate: AT(at) })),
    },
    {
      name: 'instant-settlement.fee-inquiry',
      list: 'quote',
      isOne: true,
      rows: many(6, (at) => payout(at, {})),
    },
    {
      name: 'instant-settlement.suggestions',
      list: 'suggestion',
      isOne: true,
      keys: ['below', 'above'],
      sales,
      rows: [suggestion(7), suggestion(8)],
    },
    { name: 'instant-settlement.list', list: 'requests', isOne: false, rows: many(12, request) },
    { name: 'instant-settlement.get', list: 'request', isOne: true, rows: many(6, request) },
    {
      name: 'payouts.accounts',
      list: 'accounts',
      isOne: false,
      rows: many(2, (at) => {
        const { gross, net } = parts();
        return {
          plain: { accountId: `"AC-${at}"`, currency: '"EGP"' },
          amounts: { availableBalance: net, onHoldBalance: gross - net, totalBalance: gross },
        };
      }),
    },
    {
      name: 'payouts.list-transfers',
      list: 'transfers',
      isOne: false,
      rows: many(15, (at) => {
        const { gross, fee, vat, net } = parts();
        return {
          plain: {
            transferId: `"TR-${at}"`,
            merchantTransferId: `"M-${at}"`,
            status: '"TRANSFERRED"',
            createdAt: AT(at),
            currency: '"EGP"',
          },
          amounts: { amount: net, feeAmount: fee, vatAmount: vat, totalAmount: gross },
        };
      }),
    },
    {
      name: 'transactions.list',
      list: 'transactions',
      isOne: false,
      rows: many(20, (at) => ({
        plain: {
          transactionId: `"TX-${at}"`,
          merchantOrderId: `"ORD-${at}"`,
          operation: '"pay"',
          status: '"SUCCESS"',
          createdAt: AT(at),
          currency: '"EGP"',
        },
        amounts: { amount: parts().gross },
      })),
    },
  ];
}
