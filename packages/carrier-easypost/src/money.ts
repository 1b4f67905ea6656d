// EasyPost writes amounts as decimal text, such as "5.93" or "0.50000". They become whole minor units without floating-point arithmetic.

/** Currencies without 2 decimals in ISO 4217. `Intl` differs from the standard. */
const DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
}
export const decimalsOf = (currency: string): number => ([0, 3] as const).find((count) => DECIMALS[count]?.includes(currency)) ?? 2

/** Half a minor unit is rounded up. Null: the text is not an amount of 0 or more. */
export const minorUnits = (text: unknown, currency: string): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(String(text)) ?? []
  if (whole === undefined || !/^[A-Z]{3}$/.test(currency)) return null
  const decimals = decimalsOf(currency)
  const digits = fraction.padEnd(decimals + 1, '0')
  const units = BigInt(whole + digits.slice(0, decimals)) + ((digits[decimals] as string) >= '5' ? 1n : 0n)
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null
}

/** The amount as decimal text of the currency. */
export const decimalText = (units: number, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
