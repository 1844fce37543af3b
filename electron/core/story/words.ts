/** What people of the story are called and what they wrote, in the language in which it is told. */
import type { StoryLanguage } from '#shared/contract/practice.ts';
import type { Role } from '#shared/domain/rights.ts';

export type StoryPart = 'cashier' | 'manager' | 'finance';
type StoryPerson = { readonly personId: string; readonly role: Role; readonly pin: string };

/** Their PINs are no secret: they open nothing but Practice. */
export const storyPeople: Readonly<Record<StoryPart, StoryPerson>> = {
  cashier: { personId: 'practice-cashier', role: 'cashier', pin: '246813' },
  manager: { personId: 'practice-manager', role: 'manager', pin: '135792' },
  finance: { personId: 'practice-finance', role: 'finance', pin: '864209' },
};

export const storyWords = {
  en: {
    cashier: 'Nour',
    manager: 'Tarek',
    finance: 'Dina',
    counted: 'A slip of 50.00 was counted twice. Found in the drawer the next morning.',
    offline: 'The internet was down until the morning.',
    doubled: 'The customer paid twice for one basket.',
    unsure: 'The customer cancelled at the till.',
    returned: 'The parcel came back unopened.',
    partly: 'One of three boxes was missing.',
    refused: 'The customer asked for the money back.',
    bank: 'CIB current account',
  },
  ar: {
    cashier: 'نور',
    manager: 'طارق',
    finance: 'دينا',
    counted: 'تم عدّ إيصال بقيمة 50.00 مرتين، ووُجد في الدرج صباح اليوم التالي.',
    offline: 'كان الإنترنت مقطوعًا حتى الصباح.',
    doubled: 'دفع العميل مرتين مقابل سلة واحدة.',
    unsure: 'ألغى العميل الشراء عند الصندوق.',
    returned: 'عاد الطرد دون أن يُفتح.',
    partly: 'نقصت علبة من ثلاث علب.',
    refused: 'طلب العميل استرداد المبلغ.',
    bank: 'حساب جارٍ لدى CIB',
  },
} as const;
export type StoryWords = (typeof storyWords)[StoryLanguage];
