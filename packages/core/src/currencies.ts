// The currencies of ISO 4217 and the number of decimals of each, as of 2026-01-01. `Intl` cannot be used for this. It has the decimals of
// CLDR, which describe how prices are usually written and differ for 16 currencies, such as HUF, COP and IQD.

/** Codes by number of decimals. */
const TABLE: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD ' +
    'EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL ' +
    'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR ' +
    'SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
}

/**
 * Codes that the standard has for funds, metals, accounting units and tests. They are not means of payment, so they cannot be set, but
 * stored ones are shown.
 */
const NOT_MONEY: Readonly<Record<number, string>> = {
  0: 'UYI XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX',
  2: 'BOV CHE CHW COU MXV USN',
  4: 'CLF UYW',
}

/** Corrections for common codes that are not in the table: everyday names, and currencies that no longer exist. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ RMB: 'CNY', CNH: 'CNY', NTD: 'TWD', NIS: 'ILS', YEN: 'JPY', GBX: 'GBP', UKP: 'GBP', STG: 'GBP', SFR: 'CHF', RUR: 'RUB', CDN: 'CAD' },
  ...{ ANG: 'XCG', BYR: 'BYN', CUC: 'CUP', GHC: 'GHS', MRO: 'MRU', SLL: 'SLE', STD: 'STN', TRL: 'TRY', VEF: 'VES', ZMK: 'ZMW', ZWL: 'ZWG' },
}
const EURO = 'ATS BEF BGN CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE SIT SKK'

const byCode = (table: Readonly<Record<number, string>>): Map<string, number> =>
  new Map(Object.entries(table).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)))

const CURRENCIES: ReadonlyMap<string, number> = byCode(TABLE)
const OTHERS: ReadonlyMap<string, number> = byCode(NOT_MONEY)

/** Every code that may be set. */
export const CURRENCY_CODES: readonly string[] = [...CURRENCIES.keys()].sort()

/** Number of decimals of an amount. 2 for a code that is not in the table. */
export const decimalsOf = (currency: string): number => CURRENCIES.get(currency) ?? OTHERS.get(currency) ?? 2

/** Error message for a code that cannot be the currency of an amount. Null: it can. */
export const currencyFault = (code: string): string | null => {
  if (CURRENCIES.has(code)) return null
  if (OTHERS.has(code)) return `is ${code}, which is a unit of account and not money; give the currency of the payment`
  const meant = MEANT[code] ?? (EURO.split(' ').includes(code) ? 'EUR' : CURRENCIES.has(code.toUpperCase()) ? code.toUpperCase() : null)
  const remedy = meant ? `give ${meant}` : 'give one such as USD'
  return /^[A-Z]{3}$/.test(code) ? `is ${code}, which is not a currency of ISO 4217; ${remedy}` : `is not a code of ISO 4217; ${remedy}`
}
