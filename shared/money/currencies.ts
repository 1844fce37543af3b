/**
 * Currency codes and their scale (how many decimals the minor unit has).
 * Source: ISO 4217 list one (active codes), and the gateway's virtual currencies (interface §2.4), which are
 * currencies of their own: an amount in USD_VIRTUAL is never added to one in USD.
 */
const TWO_DECIMALS =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD YER ZAR ZMW ZWG USD_VIRTUAL EUR_VIRTUAL GBP_VIRTUAL SAR_VIRTUAL AED_VIRTUAL';
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND';
const FOUR_DECIMALS = 'CLF UYW';

const scales = new Map<string, number>();
const add = (codes: string, scale: number) => {
  for (const code of codes.split(' ')) scales.set(code, scale);
};
add(TWO_DECIMALS, 2);
add(NO_DECIMALS, 0);
add(THREE_DECIMALS, 3);
add(FOUR_DECIMALS, 4);

/** How many decimals `currency` has, or null when the code is not one we know (its amounts cannot be read safely). */
export function currencyScale(currency: string): number | null {
  return scales.get(currency) ?? null;
}

/** All codes there are, by how many decimals they have. */
export const currenciesByScale = (): ReadonlyMap<number, string[]> =>
  new Map(
    [...Map.groupBy(scales, ([, scale]) => scale)].map(([scale, some]) => [
      scale,
      some.map(([code]) => code),
    ]),
  );

/** Those that merchants here use most, the most usual first. */
export const usualCurrencies = ['EGP', 'USD', 'EUR', 'GBP', 'SAR', 'AED', 'KWD'] as const;
