/**
 * Public reference lists and checkout reference data (§1, §4.15; paths and shapes assumed). No key is sent; they change
 * rarely. Entries may be words or objects: code and name are found by the usual field names.
 */
import type { Caller, Read } from '../caller.ts';
import { integer, isObject, list, objectIn, text, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';
import type { ReadName } from '../endpoint-table.ts';

type ReferenceEntry = { code: string; name: string | null; nameArabic: string | null; raw: string };
type ReferenceList = { rows: ReferenceEntry[]; unreadable: number };

const first = (value: Obj, fields: readonly string[]): string | null =>
  fields.map((field) => text(value, field)).find((found) => found !== null) ?? null;

/** Null without a code. */
export function decodeReferenceEntry(value: unknown): ReferenceEntry | null {
  if (typeof value === 'string' && value.trim() !== '')
    return { code: value.trim(), name: value.trim(), nameArabic: null, raw: writeLossless(value) };
  if (!isObject(value)) return null;
  // One name, or one in each language under `name`.
  const names = objectIn(value, 'name') ?? {};
  const name = first(value, ['name', 'nameEn', 'label', 'title', 'bankName']) ?? text(names, 'en');
  const code = first(value, ['code', 'id', '_id', 'value', 'method', 'bankId']) ?? name;
  if (code === null) return null;
  return {
    code,
    name,
    nameArabic: first(value, ['nameAr', 'arabicName', 'labelAr']) ?? text(names, 'ar'),
    raw: writeLossless(value),
  };
}

/** `{body: […]}`. */
export function decodeReferenceList(body: Obj): ReferenceList | null {
  const given = list(body['body']);
  if (given === null) return null;
  const rows = given.map(decodeReferenceEntry).filter((entry) => entry !== null);
  return { rows, unreadable: given.length - rows.length };
}

/** `ratePercent` as a decimal. */
type InstallmentPlan = { planId: string; months: number | null; ratePercent: string | null };
type InstallmentBank = {
  bankId: string;
  bankName: string | null;
  plans: InstallmentPlan[];
  raw: string;
};

function decodePlan(value: unknown): InstallmentPlan | null {
  if (!isObject(value)) return null;
  const planId = text(value, 'planId');
  return planId === null
    ? null
    : { planId, months: integer(value, 'months'), ratePercent: text(value, 'rate') };
}

export function decodeInstallmentBank(value: unknown): InstallmentBank | null {
  if (!isObject(value)) return null;
  const bankId = text(value, 'bankId');
  if (bankId === null) return null;
  const plans = (list(value['plans']) ?? []).map(decodePlan).filter((plan) => plan !== null);
  return { bankId, bankName: text(value, 'bankName'), plans, raw: writeLossless(value) };
}

type Installments = { rows: InstallmentBank[]; unreadable: number };

export function decodeInstallments(body: Obj): Installments | null {
  const given = list(body['body']);
  if (given === null) return null;
  const rows = given.map(decodeInstallmentBank).filter((bank) => bank !== null);
  return { rows, unreadable: given.length - rows.length };
}

export const referenceLists = ['banks', 'cities', 'countries', 'industries', 'payment-methods'] as const;
type ReferenceListName = (typeof referenceLists)[number];

type ReferenceCalls = {
  constants(name: ReferenceListName, signal?: AbortSignal): Read<ReferenceList>;
  /** What the merchant is entitled to. */
  allowedMethods(merchantId: string, signal?: AbortSignal): Read<ReferenceList>;
  installments(merchantId: string, signal?: AbortSignal): Read<Installments>;
};

export const referenceCalls = ({ read }: Caller): ReferenceCalls => ({
  constants: (name, signal) =>
    read(`reference.${name}` satisfies ReadName, { signal }, ({ body }) => decodeReferenceList(body)),
  allowedMethods: (merchantId, signal) =>
    read('reference.allowed-methods', { path: { merchantId }, signal }, ({ body }) =>
      decodeReferenceList(body),
    ),
  installments: (merchantId, signal) =>
    read('reference.installments', { path: { merchantId }, signal }, ({ body }) => decodeInstallments(body)),
});
