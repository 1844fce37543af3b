/** Numbers, money, times and ages as the screen shows them. Amounts never pass through a float. */
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { Language } from './index.ts';
import { isolated } from './isolated.ts';

type Digits = 'latin' | 'arabic';
export type Locale = { language: Language; digits: Digits };

const ARABIC_INDIC = '٠١٢٣٤٥٦٧٨٩';
const isArabicDigits = ({ language, digits }: Locale) => language === 'ar' && digits === 'arabic';

const tag = (locale: Locale) =>
  locale.language === 'ar' ? `ar-EG-u-nu-${isArabicDigits(locale) ? 'arab' : 'latn'}` : 'en-GB';

/** A plain decimal with grouping, in the digits of the screen: "12,430.50", "١٢٬٤٣٠٫٥٠". */
export function formatDecimal(decimal: string, locale: Locale): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  if (!isArabicDigits(locale)) return text;
  return text.replace(/[\d,.]/g, (char) =>
    char === ',' ? '٬' : char === '.' ? '٫' : (ARABIC_INDIC[Number(char)] ?? char),
  );
}

/** A virtual currency of the gateway (§2.4) by its name: `USD_VIRTUAL` is "Virtual USD". */
export function currencyLabel(currency: string, language: Language): string {
  if (language === 'ar' && currency === 'EGP') return 'ج.م.';
  const [, of] = /^([A-Z]{3})_VIRTUAL$/.exec(currency) ?? [];
  if (of === undefined) return currency;
  return language === 'ar' ? `${of} افتراضي` : `Virtual ${of}`;
}

/** A plain decimal with its currency. Both stay on one line. */
export function formatAmount(decimal: string, currency: string, locale: Locale): string {
  const amount = formatDecimal(decimal, locale);
  const label = currencyLabel(currency, locale.language);
  return (locale.language === 'ar' ? `${amount} ${label}` : `${label} ${amount}`).replaceAll(' ', '\u00a0');
}

/** Money as text: "EGP 1,234.50" in English, "1,234.50 ج.م." in Arabic. */
export const formatMoney = (money: Money, locale: Locale): string =>
  formatAmount(toDecimal(money), money.currency, locale);

export const formatCount = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(tag(locale)).format(count);

/** Tenths as a number: 15 is "1.5", 10 is "1". */
export const formatTenths = (tenths: number, locale: Locale): string =>
  new Intl.NumberFormat(tag(locale), { maximumFractionDigits: 1 }).format(tenths / 10);

/** A Z's number on screen, paper and file alike: "000123". An id, so Latin digits in every language. */
export const formatZNumber = (number: number): string => String(number).padStart(6, '0');

/** Hundredths of a percent as a percentage: 125 is "1.25%". */
export const formatBasisPoints = (basisPoints: number, locale: Locale): string =>
  new Intl.NumberFormat(tag(locale), {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(basisPoints / 10_000);

/** A figure on a picture, with one decimal of the unit that its axis names where it needs one. For showing, never for money. */
export const formatShort = (value: number, locale: Locale): string =>
  new Intl.NumberFormat(tag(locale), { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 }).format(value);

/** Figures that are compared with one another: one decimal each. For showing, never for money. */
export const formatTenth = (value: number, locale: Locale): string =>
  new Intl.NumberFormat(tag(locale), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const WINTER = Date.UTC(2026, 0, 1);
const SUMMER = Date.UTC(2026, 6, 1);
let known = { timeZone: '', readAtMs: Number.NEGATIVE_INFINITY, offsets: '' };
/** The zone of the computer. Reading it takes as long as making a format: it is read once a second, and when an offset changes. */
function timeZoneNow(): string {
  const nowMs = performance.now();
  const offsets = [WINTER, SUMMER].map((atMs) => new Date(atMs).getTimezoneOffset()).join(' ');
  if (offsets !== known.offsets || nowMs - known.readAtMs > 1_000)
    known = {
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      readAtMs: nowMs,
      offsets,
    };
  return known.timeZone;
}

/** Making a format takes a hundred times as long as using it, and a list uses one for each of its cells. Each keeps its zone. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZoneNow()} ${JSON.stringify(options)}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, format);
  return format;
}

/** A day and its month stay on one line. */
const dated = (atMs: number, locale: Locale, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(tag(locale), options)
    .format(atMs)
    .replace(/(?<=[\d٠-٩]) (?=\p{L})/gu, '\u00a0');

/** In the time of this computer. */
export const sameDay = (a: number, b: number) => new Date(a).toDateString() === new Date(b).toDateString();

/** The time today, the day and time otherwise. */
export function formatTime(atMs: number, nowMs: number, locale: Locale): string {
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false };
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  return dated(atMs, locale, sameDay(atMs, nowMs) ? time : { ...day, ...time });
}

/** Day and time, also of today. */
export const formatDayTime = (atMs: number, locale: Locale): string =>
  dated(atMs, locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });

const TO_THE_SECOND: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
};

export const formatDateTime = (atMs: number, locale: Locale): string =>
  dateFormat(tag(locale), TO_THE_SECOND).format(atMs);

/** What both ends share, as their day, is said once. */
export const formatSpan = (fromMs: number, toMs: number, locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), TO_THE_SECOND).formatRange(fromMs, toMs);

export const formatDay = (atMs: number, locale: Locale): string =>
  dated(atMs, locale, { weekday: 'long', day: 'numeric', month: 'short' });

const ageFormats = new Map<string, Intl.RelativeTimeFormat>();
function ageFormat(locale: string): Intl.RelativeTimeFormat {
  const format =
    ageFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' });
  ageFormats.set(locale, format);
  return format;
}

/** "3 min ago", "منذ 3 دقائق"; whole units, the largest that fits. */
export function formatAge(atMs: number, nowMs: number, locale: Locale): string {
  const seconds = Math.round((atMs - nowMs) / 1_000);
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ];
  const format = ageFormat(tag(locale));
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return unit === 'second' && Math.abs(seconds) < 45
    ? format.format(0, 'second')
    : format.format(Math.trunc(seconds / size), unit);
}

const dateMs = (date: string) => Date.parse(`${date}T00:00:00Z`);
const DATE_STYLES = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  brief: { day: 'numeric', month: 'short' },
  plain: { day: 'numeric', month: 'short', year: 'numeric' },
  dated: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
  weekdayLetter: { weekday: 'narrow' },
  tick: { day: 'numeric', month: 'short' },
  tickMonth: { month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A calendar date ("2026-11-21") in words; it belongs to no time zone. */
export const formatDate = (date: string, style: keyof typeof DATE_STYLES, locale: Locale): string =>
  dated(dateMs(date), locale, { ...DATE_STYLES[style], timeZone: 'UTC' });

/** "22–24 Nov": two days of one month, or of one year, in as few words as that takes. */
export const formatDates = (
  from: string,
  to: string,
  locale: Locale,
  style: 'brief' | 'plain' = 'brief',
): string =>
  new Intl.DateTimeFormat(tag(locale), { ...DATE_STYLES[style], timeZone: 'UTC' })
    .formatRange(dateMs(from), dateMs(to))
    // Two days of one month are one figure, which is not broken over lines.
    .replace(/(?<=^[\d٠-٩]+)\s?–\s?/u, '–\u2060');

/** "24/11/2026", "٢٤/١١/٢٠٢٦": as a day is typed; empty for none. */
export function formatTypedDate(date: string, locale: Locale): string {
  const text = date.split('-').reverse().join('/');
  return isArabicDigits(locale) ? text.replace(/\d/g, (digit) => ARABIC_INDIC[Number(digit)] ?? digit) : text;
}

/** The day of an instant in the time of this computer, as "2026-11-24". */
export const localDate = (atMs: number): string => dateFormat('en-CA', {}).format(atMs);

/** "1 Dec", with its year if that is another one than now. */
export function formatShortDay(atMs: number, nowMs: number, locale: Locale): string {
  const [date, now] = [localDate(atMs), localDate(nowMs)];
  return formatDate(date, date.slice(0, 4) === now.slice(0, 4) ? 'brief' : 'plain', locale);
}

/** The time of an instant in a named zone, with its day where that is not `onDate`; null: always with it. */
export function formatTimeIn(timeZone: string, atMs: number, onDate: string | null, locale: Locale): string {
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false, timeZone };
  const date = dateFormat('en-CA', { timeZone }).format(atMs);
  const day: Intl.DateTimeFormatOptions = date === onDate ? {} : { day: 'numeric', month: 'short' };
  return dated(atMs, locale, { ...day, ...time });
}

/** A name in Latin letters: the و that joins Arabic words would stick to it. */
const IS_LATIN = /^\p{Cf}*\p{Script=Latin}/u;

/** "a, b and c", "أ وب وج"; in Arabic "Maadi، Zamalek". */
export const formatList = (parts: readonly string[], locale: Locale): string =>
  locale.language === 'ar' && parts.slice(1).some((part) => IS_LATIN.test(part))
    ? parts.join('، ')
    : new Intl.ListFormat(tag(locale), { type: 'conjunction' }).format(parts);
/** One of several: `Cashier or Manager`. */
export const formatChoice = (parts: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(tag(locale), { type: 'disjunction' }).format(parts);

/** A time zone as people name it: "Egypt Time", "توقيت مصر". */
export const formatZone = (timeZone: string, { language }: Pick<Locale, 'language'>): string =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** Zones to choose from, each by its city and as people name it: "Cairo · Egypt Time". `first` leads. */
export const zoneChoices = (first: readonly string[], language: Locale['language']) =>
  [...new Set([...first, ...Intl.supportedValuesOf('timeZone')])].map((value) => {
    const city = (value.split('/').at(-1) ?? value).replaceAll('_', ' ');
    return { value, label: `${isolated(city)} · ${formatZone(value, { language })}` };
  });

/** Day and time of an instant in a named zone, for paper. */
export const formatInstantIn = (timeZone: string, atMs: number, locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
  }).format(atMs);

/** "2h 10m", "ساعتان و10 دقائق": whole minutes, hours and days; the largest two. */
export function formatDuration(durationMs: number, locale: Locale): string {
  const all = Math.max(0, Math.floor(durationMs / 60_000));
  const days = Math.floor(all / 1_440);
  const hours = Math.floor((all % 1_440) / 60);
  const minutes = days > 0 ? 0 : all % 60;
  const format = new Intl.DurationFormat(tag(locale), {
    style: locale.language === 'ar' ? 'long' : 'narrow',
    ...(all === 0 && { minutesDisplay: 'always' }),
  });
  return format.format({ days, hours, minutes });
}

/** A duration after a word such as "in": Arabic then writes "two hours", "two minutes" and "two days" with another ending. */
export const formatDurationAfter = (durationMs: number, locale: Locale): string =>
  formatDuration(durationMs, locale)
    .replace('ساعتان', 'ساعتين')
    .replace('دقيقتان', 'دقيقتين')
    .replace('يومان', 'يومين');

/** "1.2 MB", "840 kB": sizes of files as the desktop shows them, in units of 1,024. */
export function formatBytes(bytes: number, locale: Locale): string {
  const [unit, size] =
    bytes >= 1_048_576 ? (['megabyte', 1_048_576] as const) : (['kilobyte', 1_024] as const);
  const text = new Intl.NumberFormat(tag(locale), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: bytes >= 10 * size ? 0 : 1,
  }).format(bytes / size);
  // The number and its unit stay on one line.
  return text.replace(' ', '\u00A0');
}

/** Amounts inside a sentence: each keeps its own direction. */
export const formatAmounts = (amounts: readonly Money[], locale: Locale): string =>
  formatList(
    amounts.map((amount) => isolated(formatMoney(amount, locale))),
    locale,
  );
