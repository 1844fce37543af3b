/** Believable shapes of one and the same list, from a seed: envelope × spelling × names × units × dates × states × paging. */
import { seededRng, type Rng } from '../../../faults/simulation/rng.ts';

export type Truth = { id: string; amounts: Record<string, bigint> };
type Row = Record<string, string>;
export type Kind = {
  /** In our words: ids, dates, states as JSON texts, amounts in minor units. */
  rows: { plain: Row; amounts: Record<string, bigint> }[];
  others: Record<string, readonly string[]>;
  list: string;
};
export type Shape = {
  envelope: string;
  spelling: string;
  names: 'ours' | 'other-ids' | 'other-amounts' | 'other-order';
  unit: 'number' | 'text' | 'minor';
  paging: 'total' | 'pages' | 'cursor' | 'none' | 'ignored';
};

const words = (name: string) => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
const SPELLINGS: Record<string, (name: string) => string> = {
  camel: (name) => name,
  snake: (name) => words(name).join('_'),
  kebab: (name) => words(name).join('-'),
  pascal: (name) => name.charAt(0).toUpperCase() + name.slice(1),
};
const ENVELOPES = ['body', 'data', 'response', 'results', 'data.items', 'response.results', 'own', 'payload'];

export const shapeOf = (rng: Rng): Shape => ({
  envelope: rng.pick(ENVELOPES),
  spelling: rng.pick(Object.keys(SPELLINGS)),
  names: rng.pick(['ours', 'ours', 'other-ids', 'other-amounts', 'other-order'] as const),
  unit: rng.pick(['number', 'number', 'text', 'minor'] as const),
  paging: rng.pick(['total', 'pages', 'cursor', 'none', 'ignored'] as const),
});

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
};
/** Names of amounts that nobody may guess. */
const OTHER_AMOUNTS: Record<string, string> = {
  netAmount: 'total',
  amount: 'value',
  grossAmount: 'turnover',
};

function rowText({ plain, amounts }: Kind['rows'][number], kind: Kind, shape: Shape): string {
  const spell = SPELLINGS[shape.spelling] ?? ((name: string) => name);
  const fields: [string, string][] = Object.entries(plain).map(([name, value]) => {
    const other = shape.names === 'other-ids' ? kind.others[name]?.[0] : undefined;
    return [spell(other ?? name), value];
  });
  for (const [name, minor] of Object.entries(amounts)) {
    const isOther = shape.names === 'other-amounts' || shape.names === 'other-order';
    fields.push([spell((isOther && OTHER_AMOUNTS[name]) || name), WRITTEN[shape.unit](minor)]);
  }
  if (shape.names === 'other-order') fields.reverse();
  return `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

/** What a server of this shape answers for a page that was asked for. It never serves more than 7 rows. */
export function answerOf(kind: Kind, shape: Shape, page: number): string {
  const size = 7;
  const total = kind.rows.length;
  const pages = Math.ceil(total / size);
  const start = shape.paging === 'cursor' ? 0 : (page - 1) * size;
  const rows = shape.paging === 'ignored' ? kind.rows : kind.rows.slice(start, start + size);
  const list = `[${rows.map((row) => rowText(row, kind, shape)).join(',')}]`;
  const paging = {
    total: `,"pagination":{"total":${total},"page":${page}}`,
    pages: `,"meta":{"current_page":${page},"total_pages":${pages}}`,
    cursor: `,"paging":{"next_cursor":"c-2"}`,
    none: '',
    ignored: '',
  }[shape.paging];
  const [outer = '', inner] = (shape.envelope === 'own' ? kind.list : shape.envelope).split('.');
  return inner === undefined ? `{"${outer}":${list}${paging}}` : `{"${outer}":{"${inner}":${list}${paging}}}`;
}

const AT = (day: number) => `"2026-11-${String(day).padStart(2, '0')} 10:00:00.000000+00:00"`;

/** Rows with fees, VAT and a net that is their difference, to the minor unit. */
export function kindsOf(seed: number): { windows: Kind; eligible: Kind } {
  const rng = seededRng(seed);
  const parts = () => {
    const gross = BigInt(10_000 + rng.int(9_000_000));
    const fee = gross / 50n + 1n;
    const vat = (fee * 14n) / 100n + 1n;
    return { gross, fee, vat, net: gross - fee - vat };
  };
  const windows: Kind = {
    rows: [],
    list: 'settlement_windows',
    others: { windowId: ['id'], status: ['state'], opensAt: ['from'], closesAt: ['to'] },
  };
  const eligible: Kind = { rows: [], list: 'transactions', others: { transactionDate: ['date'] } };
  for (let at = 1; at <= 20; at += 1) {
    const w = parts();
    windows.rows.push({
      plain: {
        windowId: `"W-${at}"`,
        status: '"CLOSED"',
        opensAt: AT(at),
        closesAt: AT(at + 1),
        currency: '"EGP"',
        transactionsCount: '4',
      },
      amounts: { grossAmount: w.gross, feesAmount: w.fee, vatAmount: w.vat, netAmount: w.net },
    });
    const e = parts();
    eligible.rows.push({
      plain: { transactionId: `"TX-${at}"`, transactionDate: AT(at), currency: '"EGP"' },
      amounts: { amount: e.gross, feeAmount: e.fee, vatAmount: e.vat, netAmount: e.net },
    });
  }
  return { windows, eligible };
}
