/** Which column is what, while a person is choosing: parts may be missing. Pure. */
import type { ImportInspection, ImportMapping } from '#shared/contract/import-file.ts';
import type { LineField } from '#shared/domain/statement.ts';

export type InspectedTable = NonNullable<ImportInspection['table']>;
export type AmountKind = ImportMapping['amount']['kind'];
type Column = number | null;

/** A mapping in the making. It keeps the choices for each form of the amount while another form is tried. */
export type MappingDraft = Pick<
  ImportMapping,
  | 'valueOn'
  | 'dateOrder'
  | 'decimals'
  | 'account'
  | 'reference'
  | 'orderId'
  | 'description'
  | 'counterparty'
  | 'balance'
> & {
  bookedOn: Column;
  amountKind: AmountKind;
  amount: Column;
  turned: boolean;
  debit: Column;
  credit: Column;
  mark: Column;
  currency: ImportMapping['currency'] | null;
};

/** The fields of a draft that are one column, and may be left out. */
export const optionalFields = [
  'valueOn',
  'reference',
  'orderId',
  'counterparty',
  'account',
  'balance',
] as const;
export type OptionalField = (typeof optionalFields)[number];
export type NeededField = 'bookedOn' | 'amount' | 'debit' | 'credit' | 'mark' | 'currency';

export function draftOf({ bookedOn, amount, currency, rest }: InspectedTable['guess']): MappingDraft {
  const two = amount?.kind === 'two-columns' ? amount : null;
  return {
    ...rest,
    bookedOn,
    currency,
    amountKind: amount?.kind ?? 'signed',
    amount: amount && amount.kind !== 'two-columns' ? amount.column : null,
    turned: amount?.kind === 'signed' && amount.turned,
    debit: two?.debit ?? null,
    credit: two?.credit ?? null,
    mark: amount?.kind === 'marked' ? amount.mark : null,
  };
}

const amountFields: Readonly<Record<AmountKind, readonly ('amount' | 'debit' | 'credit' | 'mark')[]>> = {
  signed: ['amount'],
  'two-columns': ['debit', 'credit'],
  marked: ['amount', 'mark'],
};
export const amountFieldsOf = (draft: MappingDraft) => amountFields[draft.amountKind];

/** The fields that must be chosen before the lines can be read, in the order of the page. */
export const missingOf = (draft: MappingDraft): NeededField[] =>
  (['bookedOn', ...amountFieldsOf(draft), 'currency'] as const).filter((field) => draft[field] === null);

function amountOf({ amountKind, amount, turned, debit, credit, mark }: MappingDraft) {
  switch (amountKind) {
    case 'signed':
      return amount === null ? null : { kind: amountKind, column: amount, turned };
    case 'two-columns':
      return debit === null || credit === null ? null : { kind: amountKind, debit, credit };
    case 'marked':
      return amount === null || mark === null ? null : { kind: amountKind, column: amount, mark };
  }
}

/** Null while something is missing. */
export function mappingOf(draft: MappingDraft): ImportMapping | null {
  const { bookedOn, currency } = draft;
  const amount = amountOf(draft);
  if (bookedOn === null || currency === null || amount === null) return null;
  const { valueOn, dateOrder, decimals, account, reference, orderId, description, counterparty, balance } =
    draft;
  return {
    bookedOn,
    amount,
    currency,
    valueOn,
    dateOrder,
    decimals,
    account,
    reference,
    orderId,
    description,
    counterparty,
    balance,
  };
}

/** The fields that a column was chosen for; several if it was chosen more than once. */
export function fieldsOfColumn(draft: MappingDraft, column: number): LineField[] {
  const single = ['bookedOn', ...amountFieldsOf(draft), ...optionalFields] as const;
  return [
    ...single.filter((field) => draft[field] === column),
    ...(draft.currency?.kind === 'column' && draft.currency.column === column ? ['currency' as const] : []),
    ...(draft.description.includes(column) ? ['description' as const] : []),
  ];
}

/** The column of a field in the file; null if it is in none. */
export function columnOfField(draft: MappingDraft, field: LineField): Column {
  switch (field) {
    case 'description':
      return draft.description[0] ?? null;
    case 'currency':
      return draft.currency?.kind === 'column' ? draft.currency.column : null;
    case 'amount':
      return draft.amountKind === 'two-columns' ? null : draft.amount;
    case 'debit':
    case 'credit':
    case 'mark':
    case 'bookedOn':
    case 'valueOn':
    case 'reference':
    case 'orderId':
    case 'counterparty':
    case 'account':
    case 'balance':
      return draft[field];
  }
}
