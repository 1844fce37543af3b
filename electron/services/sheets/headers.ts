/** Which column of a sheet is which, by its header in either language. Pure. */
import { neededColumns, sheetColumns, type SheetColumn, type TableKind } from '#shared/domain/sheets.ts';
import { folded } from '../../statements/cell.ts';

const NAMES = ['name', 'customer', 'customername', 'fullname', 'الاسم', 'العميل', 'اسمالعميل'];
const PHONES = [
  'phone',
  'phonenumber',
  'mobile',
  'mobilenumber',
  'tel',
  'الهاتف',
  'رقمالهاتف',
  'الموبايل',
  'رقمالموبايل',
  'المحمول',
  'رقمالمحمول',
];
/** Folded, and without spaces, hyphens and underscores. */
const WORDS: Readonly<Record<SheetColumn, readonly string[]>> = {
  name: NAMES,
  customer: NAMES,
  phone: PHONES,
  email: ['email', 'mail', 'emailaddress', 'البريد', 'البريدالالكتروني', 'الايميل'],
  amount: ['amount', 'total', 'totalamount', 'المبلغ', 'القيمه', 'الاجمالي'],
  currency: ['currency', 'العمله'],
  description: ['description', 'details', 'الوصف', 'البيان', 'التفاصيل'],
  recipient: [
    'recipient',
    'recipientname',
    'beneficiary',
    'beneficiaryname',
    'payee',
    'المستفيد',
    'اسمالمستفيد',
    'المستلم',
    'اسمالمستلم',
    ...NAMES,
  ],
  number: [
    'number',
    'recipientnumber',
    'account',
    'accountnumber',
    'accountno',
    'iban',
    'wallet',
    'walletnumber',
    'الرقم',
    'رقمالحساب',
    'الحساب',
    'الايبان',
    'رقمالمحفظه',
    ...PHONES,
  ],
  bank: ['bank', 'bankname', 'recipientbank', 'البنك', 'اسمالبنك', 'بنكالمستفيد'],
  method: ['method', 'way', 'type', 'sentto', 'الطريقه', 'طريقهالتحويل', 'النوع', 'وسيلهالتحويل'],
  due: ['due', 'duedate', 'الاستحقاق', 'تاريخالاستحقاق'],
};
const foldedHeader = (header: string) => folded(header).replace(/[\s_-]/g, '');

export type Headers = {
  /** Where each column of the kind stands; null of one that is not there. */
  readonly places: readonly (number | null)[];
  /** Headers of no column. */
  readonly passedOver: readonly string[];
  /** The first column that is needed and not there. */
  readonly missing: SheetColumn | null;
};

export function readHeaders(kind: TableKind, headers: readonly string[]): Headers {
  const found = headers.map(foldedHeader);
  const columns: readonly SheetColumn[] = sheetColumns[kind];
  const places = columns.map((column) => {
    // A word that says more stands first: an account beside a mobile number is where money goes.
    const at = WORDS[column].map((word) => found.indexOf(word)).find((place) => place >= 0);
    return at ?? null;
  });
  const missing = neededColumns[kind].find((column) => places[columns.indexOf(column)] === null) ?? null;
  const passedOver = headers.filter((header, at) => header.trim() !== '' && !places.includes(at));
  return { places, passedOver, missing };
}
