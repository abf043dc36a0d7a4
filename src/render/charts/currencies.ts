/** The currency of money in charts: that of the region of a locale. */

/** Regions by their currency, of those that have one of their own or the euro. */
const regions: Readonly<Record<string, string>> = {
  EUR: 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
  USD: 'US EC SV PA PR',
  GBP: 'GB IM JE GG',
  CHF: 'CH LI',
  AED: 'AE',
  ARS: 'AR',
  AUD: 'AU',
  BRL: 'BR',
  CAD: 'CA',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CZK: 'CZ',
  DKK: 'DK GL FO',
  EGP: 'EG',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL',
  INR: 'IN',
  ISK: 'IS',
  JPY: 'JP',
  KRW: 'KR',
  MAD: 'MA',
  MXN: 'MX',
  MYR: 'MY',
  NGN: 'NG',
  NOK: 'NO',
  NZD: 'NZ',
  PEN: 'PE',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  RON: 'RO',
  RSD: 'RS',
  RUB: 'RU',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TRY: 'TR',
  TWD: 'TW',
  UAH: 'UA',
  VND: 'VN',
  ZAR: 'ZA',
};

/** The currency of a locale's region; US dollars for a region that is not listed. */
export function currencyOf(locale: string): string {
  const { region = 'US' } = new Intl.Locale(locale).maximize();
  const found = Object.entries(regions).find(([, list]) => list.split(' ').includes(region));
  return found?.[0] ?? 'USD';
}
