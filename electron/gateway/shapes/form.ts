/** How the form of an answer is described: its fields, sums and parts, and the other names that they may have. */
import { windowStatuses } from '#shared/domain/settlement.ts';

type Kind = 'id' | 'text' | 'date' | 'state' | 'currency' | 'count' | 'amount' | 'ids' | 'any';

export type Field = {
  readonly kind: Kind;
  /** Without it a row says nothing. */
  readonly must?: boolean;
  readonly names?: readonly string[];
  readonly maybe?: readonly string[];
  /** The values of a state, in our words. */
  readonly values?: readonly string[];
  /** Other words for them, in capitals. */
  readonly words?: Readonly<Record<string, string>>;
};

export type Fields = Readonly<Record<string, Field>>;

/** `whole` less all of `less`, and with `plus` where it is given, is `rest`. */
export type Sum = {
  readonly whole: string;
  readonly less: readonly string[];
  readonly plus?: string;
  readonly rest: string;
};

/** A further object or list: beside the rows, or in each of them. */
export type Part = { readonly in: 'answer' | 'row'; readonly many: boolean; readonly fields: Fields };

export type OpenForm = {
  /** The place of the rows, or of the one record, in our own form. */
  readonly at: readonly string[];
  readonly one?: boolean;
  /** The document states the place: it is law. */
  readonly isStated?: boolean;
  /** Names that such a list or record may have, beside the general ones. */
  readonly lists: readonly string[];
  readonly fields: Fields;
  readonly sums: readonly Sum[];
  readonly parts?: Readonly<Record<string, Part>>;
};

export const id = (more: Partial<Field> = {}): Field => ({ kind: 'id', ...more });
export const text = (...names: string[]): Field => ({ kind: 'text', names });
export const date = (...names: string[]): Field => ({ kind: 'date', names });
export const count = (...names: string[]): Field => ({ kind: 'count', names });
export const amount = (...maybe: string[]): Field => ({ kind: 'amount', maybe });
export const needed = (field: Field): Field => ({ ...field, must: true });

/** Kept as it comes: what it may be is not looked at. */
export const AS_IT_COMES: Field = { kind: 'any' };
export const CURRENCY: Field = { kind: 'currency', names: ['currencyCode', 'ccy', 'currencyIso'] };

export const GROSS = [
  'gross',
  'grossTotal',
  'totalGross',
  'turnover',
  'salesAmount',
  'totalSales',
  'value',
  'total',
  'totalAmount',
  'amount',
];

export const FEES = [
  'fees',
  'fee',
  'feeAmount',
  'feesAmount',
  'totalFees',
  'feesTotal',
  'commission',
  'mdr',
  'charges',
  'serviceFee',
];

export const VAT = ['vat', 'vatAmount', 'tax', 'taxAmount', 'vatOnFees', 'feeVat', 'taxes'];

export const NET = [
  'net',
  'netTotal',
  'totalNet',
  'payoutAmount',
  'payable',
  'netPayable',
  'settlementAmount',
  'payout',
  'total',
];

export const windowState: Field = {
  kind: 'state',
  values: windowStatuses,
  names: ['state', 'windowStatus'],
  words: {
    OPENED: 'OPEN',
    ACTIVE: 'OPEN',
    CURRENT: 'OPEN',
    ENDED: 'CLOSED',
    PAID: 'SETTLED',
    PAID_OUT: 'SETTLED',
  },
};
