/** What is said where no window can say it, and no setting is read yet: in the language of the machine. */
type Said = { readonly en: string; readonly ar: string };

const machineLocale = (): string => new Intl.DateTimeFormat().resolvedOptions().locale;

export const inMachineLanguage = ({ en, ar }: Said, locale = machineLocale()): string =>
  locale.toLowerCase().startsWith('ar') ? ar : en;
