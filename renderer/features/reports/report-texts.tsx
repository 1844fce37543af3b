/** Words and figures of a report: they take the locale of the document, which is not always a screen. */
import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paper } from '#shared/contract/reports.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { directionOf } from '../../i18n/index.ts';
import { AlignedDecimal, zeroOf } from '../../components/aligned-decimal.tsx';
import {
  currencyLabel,
  formatCount,
  formatDate,
  formatDecimal,
  formatDuration,
  formatInstantIn,
  formatZone,
  formatTimeIn,
  type Locale,
} from '../../i18n/format.ts';

type Setting = { locale: Locale; paper: Paper | 'screen'; timeZone: string; businessDate: string };
const SettingContext = createContext<Setting>({
  locale: { language: 'en', digits: 'latin' },
  paper: 'screen',
  timeZone: 'UTC',
  businessDate: '',
});
export const SettingProvider = SettingContext.Provider;
export const useSetting = (): Setting => useContext(SettingContext);

export function useWords() {
  const { t } = useTranslation();
  const { locale, timeZone, businessDate } = useSetting();
  return {
    t,
    count: (count: number) => formatCount(count, locale),
    date: (date: string) => formatDate(date, 'full', locale),
    moment: (atMs: number) => formatInstantIn(timeZone, atMs, locale),
    zone: (name: string) => formatZone(name, locale),
    time: (atMs: number) => formatTimeIn(timeZone, atMs, businessDate, locale),
    duration: (durationMs: number) => formatDuration(durationMs, locale),
    currency: (currency: string) => currencyLabel(currency, locale.language),
    paymentType: (value: string | null) =>
      value === null ? t('reports.noType') : t(`terminals.paymentType.${value}`, { defaultValue: value }),
    entryMode: (value: string | null) =>
      value === null ? t('reports.noMode') : t(`terminals.entryMode.${value}`, { defaultValue: value }),
    leave: ({ reason, note }: { reason: string; note: string }) =>
      note === '' ? t(`closing.leaveReason.${reason}`) : `${t(`closing.leaveReason.${reason}`)}: ${note}`,
  };
}

/** The number alone: the currency stands over its table. A difference has its sign. */
export function Amount({ value, signed = false }: { value: Money; signed?: boolean }) {
  const { locale } = useSetting();
  const decimal = formatDecimal(
    toDecimal({ ...value, minor: value.minor < 0n ? -value.minor : value.minor }),
    locale,
  );
  const sign = value.minor < 0n ? '−' : signed && value.minor > 0n ? '+' : '';
  return (
    <bdi
      dir="ltr"
      className={`sheet-amount sheet-scale-${currencyScale(value.currency)}${zeroOf(locale) === '' ? '' : ' sheet-even'}`}
    >
      <AlignedDecimal text={sign + decimal} locale={locale} />
    </bdi>
  );
}

/** With its currency, where amounts of several stand together: before it in English, after it in Arabic. */
export function MoneyWords({ value, signed = false }: { value: Money; signed?: boolean }) {
  const { locale } = useSetting();
  const code = <span className="sheet-code">{currencyLabel(value.currency, locale.language)}</span>;
  return (
    <bdi dir={directionOf(locale.language)} className="sheet-money">
      {locale.language === 'ar' ? (
        <>
          <Amount value={value} signed={signed} /> {code}
        </>
      ) : (
        <>
          {code} <Amount value={value} signed={signed} />
        </>
      )}
    </bdi>
  );
}

export const Id = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="sheet-id">
    {children}
  </bdi>
);
