/** What is said where no window can say it, and no setting is read yet: in the language of the machine. */
type Said = { readonly en: string; readonly ar: string };

const machineLocale = (): string => new Intl.DateTimeFormat().resolvedOptions().locale;

const isArabic = (locale: string) => locale.toLowerCase().startsWith('ar');

export const inMachineLanguage = ({ en, ar }: Said, locale = machineLocale()): string =>
  isArabic(locale) ? ar : en;

/** `why`: an error's code, or the system's words. */
export const couldNotStart = (why: string): string =>
  inMachineLanguage({ en: `Closeout could not start: ${why}`, ar: `تعذر تشغيل Closeout: ${why}` });

export const couldNotInstall = (why: string): string =>
  inMachineLanguage({
    en: `The new version could not be installed, and Closeout starts again as it was: ${why}`,
    ar: `تعذر تثبيت الإصدار الجديد، وسيعمل Closeout من جديد كما كان: ${why}`,
  });

/** The language that the window will most likely have. */
export const languageOf = (setting: 'system' | 'en' | 'ar'): 'en' | 'ar' =>
  setting !== 'system' ? setting : isArabic(machineLocale()) ? 'ar' : 'en';
