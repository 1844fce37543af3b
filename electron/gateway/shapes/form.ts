/** How the form of an answer is described: its fields, sums and parts, and the other names that they may have. */
import { windowStatuses } from '#shared/domain/settlement.ts';

type Kind = 'id' | 'text' | 'date' | 'state' | 'currency' | 'count' | 'amount' | 'ids' | 'any';

export type Field = {
  readonly kind: Kind;
  /** A row without this field is not usable. */
  readonly must?: boolean;
  readonly names?: readonly string[];
  readonly maybe?: readonly string[];
  /** The values of a state, in our words. */
  readonly values?: readonly string[];
  /** Other words for these values, in capitals. */
  readonly words?: Readonly<Record<string, string>>;
};

export type Fields = Readonly<Record<string, Field>>;

/** `whole` minus all of `less`, plus `plus` if it is given, equals `rest`. */
export type Sum = {
  readonly whole: string;
  readonly less: readonly string[];
  readonly plus?: string;
  readonly rest: string;
};

/** Another object or list: next to the rows, or inside each row. */
export type Part = { readonly in: 'answer' | 'row'; readonly many: boolean; readonly fields: Fields };

export type OpenForm = {
  /** The place of the rows, or of the one record, in our own form. */
  readonly at: readonly string[];
  readonly one?: boolean;
  /** True if the document states this place, so that no other is looked for. */
  readonly isStated?: boolean;
  /** Names that this list or record may have, in addition to the general ones. */
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

/** The value is kept as it comes and not interpreted. */
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
