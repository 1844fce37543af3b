/**
 * What a bank says of a line that takes money out of the account: by the code of its format, else by its words. Pure; the codes are
 * those of ISO 20022 (bank transaction codes), of SWIFT (field 61), of the German `:86:`, of BAI2 and of OFX.
 */

export type BankEntryKind =
  | 'returned' // a deposit that was booked before is taken back
  | 'chargeback' // a cardholder's bank takes a sale back
  | 'fee';

/** As a line keeps it from its file, by the names of its fields. */
type Raw = Readonly<Record<string, string>>;

const FEE_FAMILIES: readonly string[] = ['CHRG', 'COMM', 'COME', 'COMI', 'COMT', 'FEES'];
const RETURN_FAMILIES: readonly string[] = ['RRTN', 'RPCR', 'ARET', 'UPCQ', 'UPDD', 'PRDD'];
/** An unpaid card transaction. */
const CHARGEBACK_FAMILIES: readonly string[] = ['UPCT'];
const SWIFT: Readonly<Record<string, BankEntryKind>> = { CHG: 'fee', COM: 'fee', RTI: 'returned' };
const GERMAN: Readonly<Record<string, BankEntryKind>> = {
  '808': 'fee',
  '108': 'returned',
  '109': 'returned',
};
const BAI: Readonly<Record<string, BankEntryKind>> = {
  '555': 'returned',
  '557': 'returned',
  '661': 'fee',
  '698': 'fee',
};
const OFX: Readonly<Record<string, BankEntryKind>> = { FEE: 'fee', SRVCHG: 'fee' };

function byIsoCode(raw: Raw): BankEntryKind | null {
  const family = raw['BkTxCd/Domn/Fmly/SubFmlyCd'] ?? '';
  if (FEE_FAMILIES.includes(family)) return 'fee';
  if (CHARGEBACK_FAMILIES.includes(family)) return 'chargeback';
  const isReturn =
    RETURN_FAMILIES.includes(family) ||
    raw['RvslInd'] === 'true' ||
    Object.keys(raw).some((name) => name.includes('RtrInf/'));
  return isReturn ? 'returned' : null;
}

/** Of a movement: 'RC' takes a credit back; behind the amount stands a letter and the kind. */
function bySwiftCode(raw: Raw): BankEntryKind | null {
  const [, mark, kind = ''] =
    /^\d{6}(?:\d{4})?\s*(R?[CD])[A-Z]?[\d.,]+[A-Z](\w{3})/.exec(raw['61'] ?? '') ?? [];
  const german = /^(\d{3})(?=\?)/.exec(raw['86'] ?? '')?.[1] ?? '';
  return SWIFT[kind] ?? GERMAN[german] ?? (mark === 'RC' ? 'returned' : null);
}

const WORDS: readonly (readonly [BankEntryKind, RegExp])[] = [
  // A fee of a return is a fee, and a charge back is none.
  [
    'fee',
    /(?<!\p{L})(?:fees?|charges?(?![\s-]*backs?)|commissions?|عمول(?:ة|ات)|رسوم|مصاريف|مصروفات)(?!\p{L})/iu,
  ],
  [
    'chargeback',
    /(?<!\p{L})(?:charge[\s-]*backs?|chgbk|اعتراض(?: حامل البطاقة)?|رد معاملة بطاقة)(?!\p{L})/iu,
  ],
  [
    'returned',
    /(?<!\p{L})(?:returned|return|rtn|reversal|reversed|unpaid|bounced|مرتجعة?|مرتدة?|مردودة?|عكس قيد)(?!\p{L})/iu,
  ],
];

/** Null: the bank does not say that it is one of these. */
export function bankEntryOf(raw: Raw, text: string): BankEntryKind | null {
  const bai = /^16,(\d{3}),/.exec(raw['16'] ?? '')?.[1] ?? '';
  return (
    byIsoCode(raw) ??
    bySwiftCode(raw) ??
    BAI[bai] ??
    OFX[(raw['TRNTYPE'] ?? '').toUpperCase()] ??
    WORDS.find(([, words]) => words.test(text))?.[0] ??
    null
  );
}
