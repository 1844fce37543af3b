/** How banks and tills name what is in a column, in English and Arabic (and a few neighbours); compared folded (cell.ts). */
import type { LineField } from '#shared/domain/statement.ts';
import { folded, type Cell } from './cell.ts';

const words = (...texts: string[]) => new RegExp(`^(?:${texts.join('|')})(?: ?[([].*[)\\]])?[:.]?$`, 'u');
const NUMBER = '(?: ?(?:no|nr|number|num|id|#|code)\\.?)?';

/** In the order in which a header is tried: the narrower names first. */
const NAMES: readonly (readonly [LineField, RegExp])[] = [
  [
    'valueOn',
    words(
      'value ?date',
      'val\\.? ?date',
      'effective date',
      'date valeur',
      'wert(?:stellung)?',
      'valuta(?:datum)?',
      'تاريخ (?:الحق|القيمه|الاستحقاق|السريان)',
    ),
  ],
  [
    'bookedOn',
    words(
      '(?:booking|booked|post(?:ing|ed)?|transaction|trans|txn|trx|tran|entry|operation|sale|sales|business|invoice|order|settlement|process(?:ing)?)[ _]?date',
      'date',
      'date ?(?:&|and|/)? ?time',
      'datetime',
      'timestamp',
      'created(?:[ _]at| on| date)?',
      'buchungstag',
      'datum',
      "date (?:d'?)?(?:operation|comptable)",
      'تاريخ',
      'التاريخ',
      'تاريخ (?:الحركه|العمليه|القيد|المعامله|البيع|الفاتوره|الطلب|التنفيذ)',
      'التاريخ والوقت',
    ),
  ],
  [
    'mark',
    words(
      'dr ?/? ?cr',
      'cr ?/? ?dr',
      'd ?/ ?c',
      'c ?/ ?d',
      'debit ?/ ?credit',
      'credit ?/ ?debit',
      '(?:debit|credit) (?:or|indicator).*',
      'sign',
      'side',
      'indicator',
      '(?:transaction |txn |trans )?type',
      'soll ?/ ?haben',
      'af ?/? ?bij',
      's ?/ ?h',
      'sens',
      'مدين ?/ ?دائن',
      'دائن ?/ ?مدين',
      '(?:ال)?نوع',
      'نوع (?:الحركه|العمليه|القيد)',
      'الاتجاه',
    ),
  ],
  [
    'debit',
    words(
      'debits?(?: amount)?',
      'withdrawals?(?: amount)?',
      '(?:paid|money|cash) out',
      'dr\\.?(?: amount)?',
      'soll',
      '(?:مبلغ |حركه )?(?:ال)?مدين(?:ه)?',
      '(?:ال)?(?:سحب|مسحوبات|سحوبات|خصم)',
    ),
  ],
  [
    'credit',
    words(
      'credits?(?: amount)?',
      'deposits?(?: amount)?',
      '(?:paid|money|cash) in',
      'cr\\.?(?: amount)?',
      'haben',
      '(?:مبلغ |حركه )?(?:ال)?دائن(?:ه)?',
      '(?:ال)?(?:ايداع|ايداعات|اضافه|اضافات)',
    ),
  ],
  [
    'balance',
    words(
      '(?:running |closing |account |available |ledger |book |current )?balance(?: after.*)?',
      'saldo',
      'solde',
      '(?:ال)?رصيد(?: .*)?',
    ),
  ],
  [
    'currency',
    words(
      '(?:transaction |account )?(?:currency|ccy|curr|cur)(?: code)?',
      'wahrung',
      'devise',
      '(?:ال)?عمله',
      'رمز العمله',
    ),
  ],
  [
    'amount',
    words(
      '(?:transaction |txn |trans |net |gross |total |paid |sale |order |invoice |local )?(?:amount|amt|value)(?: (?:in|due|paid) .*)?',
      'total',
      'grand total',
      'net',
      'gross',
      'betrag',
      'montant',
      'importe',
      '(?:ال)?مبلغ',
      'مبلغ (?:الحركه|العمليه|البيع|الفاتوره)',
      '(?:ال)?قيمه',
      '(?:ال)?اجمالي',
      '(?:ال)?صافي',
    ),
  ],
  [
    'orderId',
    words(
      `(?:merchant |sales? |purchase |customer )?(?:order|invoice|receipt|bill|ticket|check|document|doc)(?: ?ref(?:erence)?)?${NUMBER}`,
      `order[ _]?id`,
      `(?:رقم )?(?:ال)?(?:طلب|فاتوره|ايصال|مستند|امر)`,
    ),
  ],
  [
    'reference',
    words(
      `(?:bank |payment |transaction |trans |txn |trx |tran |retrieval |your |customer |cheque |our )?(?:ref(?:erence)?|rrn|trace|stan|utr|approval|auth(?:ori[sz]ation)?)${NUMBER}`,
      `(?:transaction|txn|trx|trans|tran|payment)[ _]?(?:no|number|id|#)\\.?`,
      'retrieval reference number',
      'end ?to ?end(?: id)?',
      '(?:ال)?(?:رقم )?(?:ال)?مرجع(?:ي)?',
      'الرقم المرجعي',
      'رقم (?:الحركه|العمليه|المعامله|القيد)',
    ),
  ],
  ['account', words(`(?:account|acct|a/c|iban)${NUMBER}`, '(?:رقم )?(?:ال)?حساب', 'ايبان')],
  [
    'counterparty',
    words(
      '(?:counter ?party|beneficiary|payee|payer|sender|remitter|customer|client|merchant|party|auftraggeber.*|beguns?tigter.*)(?: name)?',
      'name',
      '(?:اسم )?(?:ال)?(?:مستفيد|عميل|محول|مرسل|طرف.*)',
    ),
  ],
  [
    'description',
    words(
      '(?:transaction |trans |txn )?(?:desc(?:ription)?|details?|narratives?|narration|particulars|remarks?|memo|notes?|comment|text)',
      'purpose',
      'payment details',
      'libelle',
      'verwendungszweck',
      'buchungstext',
      '(?:ال)?(?:بيان|وصف|تفاصيل|ملاحظات|شرح)',
      '(?:بيان|وصف|تفاصيل|شرح) (?:الحركه|العمليه|القيد)',
    ),
  ],
];

/** The field that a header names; null if the name is not known. */
export function fieldOf(header: string): LineField | null {
  const text = folded(header).replace(/_/g, ' ');
  return text === '' ? null : (NAMES.find(([, name]) => name.test(text))?.[0] ?? null);
}

const TOTALS =
  /^(?:(?:grand |sub ?-?|page |account |statement )?totals?(?: (?:debits?|credits?|amount|for|of|withdrawals?|deposits?|:).*)?|sub ?-?totals?|sum|(?:opening|closing|previous|new|beginning|ending|final|starting|available|current|ledger) balance.*|balance (?:brought|carried)? ?(?:forward|b\/?f|c\/?f).*|(?:brought|carried) forward|b\/f|c\/f|no\.? of (?:transactions|debits|credits).*|(?:ال)?(?:اجمالي|مجموع)(?: .*)?|(?:ال)?رصيد (?:ال)?(?:افتتاحي|ختامي|سابق|نهائي|مرحل|مدور|حالي|متاح|اول|اخر|منقول).*|(?:رصيد )?(?:اول|اخر) (?:المده|الفتره).*|ما قبله|عدد (?:الحركات|العمليات).*)[:.]? ?[-\d.,٠-٩٬٫ ]*$/u;

/** A line of totals, or of a balance: a word for it is all that one of its cells says. */
export const saysTotals = (cells: readonly Cell[]): boolean =>
  cells.some((cell) => cell.kind === 'text' && cell.text.length < 120 && TOTALS.test(folded(cell.text)));

const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  'ج.م': 'EGP',
  'ج.م.': 'EGP',
  جنيه: 'EGP',
  'جنيه مصري': 'EGP',
  le: 'EGP',
  'l.e.': 'EGP',
  'egyptian pound': 'EGP',
  دولار: 'USD',
  'دولار امريكي': 'USD',
  us$: 'USD',
  'us dollar': 'USD',
  يورو: 'EUR',
  euro: 'EUR',
  '€': 'EUR',
  ريال: 'SAR',
  'ريال سعودي': 'SAR',
  درهم: 'AED',
  'درهم اماراتي': 'AED',
};
/** The code of a currency, as far as it is one; a word that people write for it is taken, too. */
export function currencyOf(text: string): string {
  const word = folded(text);
  return CURRENCY_WORDS[word] ?? word.toUpperCase();
}
