// Territories: places that are treated differently from the country that an address names. Customs, markets, tariffs, labels and time zones
// all use this one table. Pure (ADR 27).
//
// Sources, as of November 2026: 19 CFR 101.1 and USPS Domestic Mail Manual 608.2 (United States); Articles 4 and 5 of Regulation (EU) 952/2013
// and Article 6 of Directive 2006/112/EC (European Union); the Windsor Framework (Northern Ireland); the customs unions of Switzerland with
// Liechtenstein and Buesingen, and of the United Kingdom with the Isle of Man; the postal codes of each post.
import { plain } from './shipment.ts'

interface Located {
  country: string
  state?: string | null | undefined
  postal_code?: string | null | undefined
}

// Country as written | territory | states, by code or name | first characters of postal codes. A territory that is a country of ISO 3166-1
// has that code. Other territories have a code of ISO 3166-2 or their postal code.
const PARTS = `
  US | PR | PR, PUERTO RICO | 006 007 009
  US | VI | VI, VIRGIN ISLANDS, US VIRGIN ISLANDS | 008
  US | GU | GU, GUAM | 9691 9692 9693
  US | AS | AS, AMERICAN SAMOA | 96799
  US | MP | MP, NORTHERN MARIANA ISLANDS | 96950 96951 96952
  US | PW | PW, PALAU | 96939 96940
  US | FM | FM, MICRONESIA, FEDERATED STATES OF MICRONESIA | 96941 96942 96943 96944
  US | MH | MH, MARSHALL ISLANDS | 96960 96970
  US | UM | UM | 96898
  US | US-AA | AA, ARMED FORCES AMERICAS | 340
  US | US-AE | AE, ARMED FORCES EUROPE | 090 091 092 093 094 095 096 097 098
  US | US-AP | AP, ARMED FORCES PACIFIC | 962 963 964 965 966
  GB | GB-NIR | NIR, NI, NORTHERN IRELAND | BT
  GB | JE | JERSEY | JE
  GB | GG | GUERNSEY | GY
  GB | IM | ISLE OF MAN | IM
  GB | GB-BFPO | BFPO | BF
  ES | ES-CN | CN, GC, TF, CANARIAS, ISLAS CANARIAS, CANARY ISLANDS, LAS PALMAS, SANTA CRUZ DE TENERIFE | 35 38
  ES | ES-CE | CE, CEUTA | 51
  ES | ES-ML | ML, MELILLA | 52
  FI | AX | AX, ALAND, AHVENANMAA | 22
  FR | GP | GP, GUADELOUPE | 971
  FR | BL | BL, SAINT-BARTHELEMY | 97133 977
  FR | MF | MF, SAINT-MARTIN | 97150 978
  FR | MQ | MQ, MARTINIQUE | 972
  FR | GF | GF, GUYANE, FRENCH GUIANA | 973
  FR | RE | RE, REUNION, LA REUNION | 974
  FR | PM | PM, SAINT-PIERRE-ET-MIQUELON | 975
  FR | YT | YT, MAYOTTE | 976
  FR | TF | TF | 984
  FR | WF | WF, WALLIS-ET-FUTUNA | 986
  FR | PF | PF, FRENCH POLYNESIA | 987
  FR | NC | NC, NOUVELLE-CALEDONIE | 988
  DE | DE-27498 | | 27498
  DE | DE-78266 | | 78266
  IT | IT-23041 | | 23041
  IT | IT-22061 | | 22061
  IT | SM | SM, SAN MARINO | 4789
  IT | VA | | 00120
  GR | GR-69 | GR-69, AGIO OROS, MOUNT ATHOS | 63086 63087
  DK | FO | FAROE ISLANDS, FOROYAR | 38
  DK | GL | GREENLAND, KALAALLIT NUNAAT | 39
  NO | SJ | SVALBARD, JAN MAYEN | 917 8099
  NL | AW | AW, ARUBA |
  NL | CW | CW, CURACAO |
  NL | SX | SX, SINT MAARTEN |
  NL | BQ | BQ1, BQ2, BQ3, BONAIRE, SABA, SINT EUSTATIUS |
  CN | HK | HK, HONG KONG, HONG KONG SAR, HONGKONG | 999077
  CN | MO | MO, MACAO, MACAU, MACAO SAR, MACAU SAR | 999078
  CN | TW | TW, TAIWAN |
  AU | NF | NORFOLK ISLAND | 2899
  AU | CX | CHRISTMAS ISLAND | 6798
  AU | CC | COCOS ISLANDS, COCOS (KEELING) ISLANDS | 6799`

// Groups of countries and territories between which goods need no declaration. A territory that is in no group is a customs territory of
// its own. This applies to the special territories of the European Union, because even those in its customs union are outside its VAT area.
// Northern Ireland is in two groups.
const UNIONS = `
  EU | AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK GB-NIR
  GB | GB IM GB-NIR
  US | US PR
  CH | CH LI DE-78266`

/**
 * Territories of the United States that have a country code. For markets and posts they are the United States, regardless of how an address
 * is written.
 */
const OF_US: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])
/** The country that these territories belong to, for markets and mail. */
const US = 'US'
/** Parts of the United States that have a country code and are not in its market, but get domestic mail. */
const MINOR_ISLANDS = 'UM'

interface Parts {
  byState: ReadonlyMap<string, string>
  byPostal: ReadonlyMap<string, string>
  territories: ReadonlySet<string>
  /** Lengths of the prefixes in `byPostal`, the longest first. */
  lengths: readonly number[]
}

/**
 * Lengths of complete postal codes. In these countries, a code of another length matches no territory, because a part of a code may belong
 * to several places.
 */
const DIGITS_OF: Readonly<Record<string, readonly number[]>> = {
  ...{ ES: [5], FI: [5], FR: [5], DE: [5], IT: [5], GR: [5] },
  ...{ DK: [4], NO: [4], AU: [4], US: [5, 9], CN: [6] },
}

const cells = (row: string): string[] => row.split('|').map((cell) => cell.trim())
const rowsOf = (table: string): string[][] => table.trim().split('\n').map(cells)

const partsOf = (country: string): Parts => {
  const byState = new Map<string, string>()
  const byPostal = new Map<string, string>()
  const territories = new Set<string>()
  for (const [written, territory = '', states = '', postal = ''] of rowsOf(PARTS)) {
    if (written !== country) continue
    territories.add(territory)
    for (const state of states.split(', ')) if (state !== '') byState.set(state, territory)
    for (const beginning of postal.split(' ')) if (beginning !== '') byPostal.set(beginning, territory)
  }
  return { byState, byPostal, territories, lengths: [...new Set([...byPostal.keys()].map(({ length }) => length))].sort((a, b) => b - a) }
}

const COUNTRIES_WITH_PARTS: ReadonlyMap<string, Parts> = new Map(
  [...new Set(rowsOf(PARTS).map(([country = '']) => country))].map((country) => [country, partsOf(country)]),
)

const unionsOf = (): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const [union = '', members = ''] of rowsOf(UNIONS))
    for (const member of members.split(' ')) found.set(member, [...(found.get(member) ?? []), union])
  return found
}
const UNIONS_OF = unionsOf()

const MARKS = /[\u0300-\u036f]/g
const stateName = (state: string | null | undefined): string => {
  const written = plain(state)
  if (/^[A-Z]*$/.test(written)) return written
  return written.normalize('NFD').replace(MARKS, '').replaceAll('.', '').replace(/\s+/g, ' ')
}

const partByPostal = (
  country: string,
  { byPostal, lengths, territories }: Parts,
  postal_code: string | null | undefined,
): string | undefined => {
  const code = plain(postal_code).replace(/[^A-Z0-9]/g, '')
  // In `F-97400` and `DK-3900`, letters of the country come before the digits.
  const [, letters = ''] = /^([A-Z]{1,2})\d{3}/.exec(code) ?? []
  if (territories.has(letters)) return letters
  const digits = code.slice(letters.length)
  // A postal code that has lost its leading zero begins like the code of another place.
  const whole = DIGITS_OF[country]
  if (whole && !whole.includes(digits.length)) return undefined
  for (const length of lengths) {
    const found = byPostal.get(code.slice(0, length)) ?? byPostal.get(digits.slice(0, length))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns the territory that an address is in, from its country, state or postal code. Returns the country's code if the address is in no
 * territory.
 */
export const territoryOf = ({ country, state, postal_code }: Located): string => {
  const code = plain(country)
  const parts = COUNTRIES_WITH_PARTS.get(code)
  if (!parts) return code
  return parts.byState.get(stateName(state)) ?? partByPostal(code, parts, postal_code) ?? code
}

const customsUnions = (address: Located): readonly string[] => {
  const territory = territoryOf(address)
  return UNIONS_OF.get(territory) ?? [territory]
}

/** Whether goods between two addresses must be declared to customs. */
export const isCustomsBorder = (from: Located, to: Located): boolean => {
  const there = customsUnions(to)
  return !customsUnions(from).some((union) => there.includes(union))
}

/** The country whose market an address belongs to. */
export const marketCountry = (country: string): string => {
  const code = plain(country)
  return OF_US.has(code) ? US : code
}

/** The country whose domestic mail an address belongs to: domestic labels have no country name. */
const postalCountry = (country: string): string => (plain(country) === MINOR_ISLANDS ? US : marketCountry(country))

export const isPostalBorder = (from: Located, to: Located): boolean => postalCountry(from.country) !== postalCountry(to.country)

/** Returns the address with its territory as a state of the United States, if it was written as a country. */
export const domesticAddress = <Written extends Located>(address: Written): Written => {
  const code = plain(address.country)
  return OF_US.has(code) ? { ...address, country: US, state: code } : address
}

/**
 * Returns the codes under which a network may have rates for an address, the most specific first: `PR` and then `US` for Puerto Rico,
 * regardless of how it is written.
 */
export const marketCodes = (address: Located): readonly string[] => {
  const country = marketCountry(address.country)
  if (country !== US) return [country]
  const territory = OF_US.has(plain(address.country)) ? plain(address.country) : territoryOf(address)
  return OF_US.has(territory) ? [territory, US] : [US]
}

/** Returns the country codes that addresses of one market may have. */
export const codesOfMarket = (country: string): readonly string[] => (marketCountry(country) === US ? [US, ...OF_US] : [plain(country)])

/**
 * Returns the entry for an address in a table that is keyed by market: the entry of the address's territory, otherwise that of its country.
 */
export const byMarket = <Value>(table: ReadonlyMap<string, Value> | undefined, address: Located): Value | undefined => {
  const code = table && marketCodes(address).find((one) => table.has(one))
  return code === undefined ? undefined : table?.get(code)
}
