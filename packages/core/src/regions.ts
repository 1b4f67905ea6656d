// The states of the US and the provinces of Canada: their spellings, their postal codes, and the time zone of most of each state. The two
// posts publish these facts.
import { countryTimezone } from './countries.ts'
import { isTimezone } from './local-time.ts'
import { prefixOf } from './postal-prefix.ts'
import { type Address, plain } from './shipment.ts'
import { domesticAddress, territoryOf } from './territories.ts'

// Columns: code; name, with other names after commas; first three digits of ZIP codes; time zone. Military mail has no time zone, because
// it may be anywhere.
const US = `
  AL | Alabama | 350-352 354-369 | America/Chicago
  AK | Alaska | 995-999 | America/Anchorage
  AZ | Arizona | 850-853 855-857 859-860 863-865 | America/Phoenix
  AR | Arkansas | 716-729 | America/Chicago
  CA | California | 900-908 910-928 930-961 | America/Los_Angeles
  CO | Colorado | 800-816 | America/Denver
  CT | Connecticut | 060-069 | America/New_York
  DE | Delaware | 197-199 | America/New_York
  DC | District of Columbia, Washington DC | 200 202-205 569 | America/New_York
  FL | Florida | 320-339 341-342 344 346-347 349 | America/New_York
  GA | Georgia | 300-319 398-399 | America/New_York
  HI | Hawaii | 967-968 | Pacific/Honolulu
  ID | Idaho | 832-838 | America/Boise
  IL | Illinois | 600-620 622-629 | America/Chicago
  IN | Indiana | 460-479 | America/Indiana/Indianapolis
  IA | Iowa | 500-516 520-528 | America/Chicago
  KS | Kansas | 660-662 664-679 | America/Chicago
  KY | Kentucky | 400-418 420-427 | America/New_York
  LA | Louisiana | 700-701 703-708 710-714 | America/Chicago
  ME | Maine | 039-049 | America/New_York
  MD | Maryland | 205-212 214-219 | America/New_York
  MA | Massachusetts | 010-027 055 | America/New_York
  MI | Michigan | 480-499 | America/Detroit
  MN | Minnesota | 550-551 553-567 | America/Chicago
  MS | Mississippi | 386-397 | America/Chicago
  MO | Missouri | 630-631 633-641 644-658 726 | America/Chicago
  MT | Montana | 590-599 | America/Denver
  NE | Nebraska | 680-681 683-693 | America/Chicago
  NV | Nevada | 889-891 893-895 897-898 | America/Los_Angeles
  NH | New Hampshire | 030-038 | America/New_York
  NJ | New Jersey | 070-089 | America/New_York
  NM | New Mexico | 870-871 873-875 877-885 | America/Denver
  NY | New York | 005 063 100-149 | America/New_York
  NC | North Carolina | 270-289 | America/New_York
  ND | North Dakota | 580-588 | America/Chicago
  OH | Ohio | 430-459 | America/New_York
  OK | Oklahoma | 730-731 734-741 743-749 | America/Chicago
  OR | Oregon | 970-979 | America/Los_Angeles
  PA | Pennsylvania | 150-196 | America/New_York
  RI | Rhode Island | 028-029 | America/New_York
  SC | South Carolina | 290-299 | America/New_York
  SD | South Dakota | 570-577 | America/Chicago
  TN | Tennessee | 370-385 | America/Chicago
  TX | Texas | 733 739 750-770 772-799 885 | America/Chicago
  UT | Utah | 840-847 | America/Denver
  VT | Vermont | 050-054 056-059 | America/New_York
  VA | Virginia | 201 205 220-246 | America/New_York
  WA | Washington | 980-986 988-994 | America/Los_Angeles
  WV | West Virginia | 247-268 | America/New_York
  WI | Wisconsin | 530-532 534-535 537-549 | America/Chicago
  WY | Wyoming | 820-831 834 | America/Denver
  PR | Puerto Rico | 006-007 009 | America/Puerto_Rico
  VI | Virgin Islands, US Virgin Islands | 008 | America/St_Thomas
  GU | Guam | 969 | Pacific/Guam
  MP | Northern Mariana Islands | 969 | Pacific/Saipan
  PW | Palau | 969 | Pacific/Palau
  FM | Micronesia, Federated States of Micronesia | 969 | Pacific/Chuuk
  MH | Marshall Islands | 969 | Pacific/Majuro
  AS | American Samoa | 967 | Pacific/Pago_Pago
  AA | Armed Forces Americas | 340
  AE | Armed Forces Europe | 090-098
  AP | Armed Forces Pacific | 962-966`

// Same columns. Postal codes are given by their first characters.
const CA = `
  NL | Newfoundland and Labrador, Newfoundland, Labrador | A | America/St_Johns
  NS | Nova Scotia | B | America/Halifax
  PE | Prince Edward Island | C | America/Halifax
  NB | New Brunswick | E | America/Moncton
  QC | Quebec, Québec | G H J | America/Toronto
  ON | Ontario | K L M N P | America/Toronto
  MB | Manitoba | R | America/Winnipeg
  SK | Saskatchewan | S | America/Regina
  AB | Alberta | T | America/Edmonton
  BC | British Columbia | V | America/Vancouver
  YT | Yukon | Y | America/Whitehorse
  NT | Northwest Territories | X0E X0G X1A | America/Edmonton
  NU | Nunavut | X0A X0B X0C | America/Iqaluit`

interface Country {
  /** Time zones by state code. */
  timezones: ReadonlyMap<string, string | null>
  /** State codes by code and by each name, in capitals. */
  codes: ReadonlyMap<string, string>
  /** State codes by the beginning of a postal code. */
  byPostal: ReadonlyMap<string, readonly string[]>
}

const DIGITS = 3

/** Expands `350-352 354` to `350 351 352 354`. Letters do not change. */
const beginnings = (cell: string): string[] =>
  cell.split(' ').flatMap((part) => {
    const [first = '', last = first] = part.split('-')
    if (first === last) return [first]
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => String(Number(first) + i).padStart(DIGITS, '0'))
  })

const countryOf = (table: string): Country => {
  const timezones = new Map<string, string | null>()
  const codes = new Map<string, string>()
  const byPostal = new Map<string, string[]>()
  for (const row of table.trim().split('\n')) {
    const [code = '', names = '', postal = '', timezone = null] = row.split('|').map((cell) => cell.trim())
    timezones.set(code, timezone)
    for (const name of [code, ...names.split(', ')]) codes.set(plain(name), code)
    for (const beginning of beginnings(postal)) byPostal.set(beginning, [...(byPostal.get(beginning) ?? []), code])
  }
  return { timezones, codes, byPostal }
}

const COUNTRIES: ReadonlyMap<string, Country> = new Map([
  ['US', countryOf(US)],
  ['CA', countryOf(CA)],
])

/** Whether the states of the country are known. */
export const hasStates = (country: string): boolean => COUNTRIES.has(plain(country))

/** Returns the code of a state given by code or by name. Null: the country has no such state. */
export const stateCode = (country: string, state: string): string | null =>
  COUNTRIES.get(plain(country))?.codes.get(plain(state).replace(/\./g, '').replace(/\s+/g, ' ')) ?? null

/** Returns the states that a postal code may be in. Empty if no state has it. */
export const statesByPostal = (country: string, postal_code: string | null | undefined): readonly string[] => {
  const postal = COUNTRIES.get(plain(country))?.byPostal
  const prefix = prefixOf(postal_code)
  return postal?.get(prefix) ?? postal?.get(prefix.charAt(0)) ?? []
}

/** Parts of the US that may also be written as countries, and whose ZIP codes begin with zeros. */
const WITH_ZEROS: ReadonlySet<string> = new Set(['PR', 'VI'])
const CUT_ZIP = /^(\d{3,4}(-\d{4})?|\d{7,8})$/
const ZIP_DIGITS = 5
const LONG_ZIP_DIGITS = 9

/**
 * Returns the postal code of an address. Spreadsheets remove leading zeros from ZIP codes. The zeros are restored if a ZIP code has three
 * or four digits, or seven or eight, and the state matches the result. Any other code is returned unchanged.
 */
export const withLeadingZeros = ({ country, state, postal_code }: Pick<Address, 'country' | 'state' | 'postal_code'>): string => {
  const given = postal_code ?? ''
  const code = given.trim()
  if (!CUT_ZIP.test(code)) return given
  const written = plain(country)
  const region = WITH_ZEROS.has(written) ? written : written === 'US' ? stateCode('US', state ?? '') : null
  const [zip = '', ...more] = code.split('-')
  const padded = [zip.padStart(zip.length < ZIP_DIGITS ? ZIP_DIGITS : LONG_ZIP_DIGITS, '0'), ...more].join('-')
  return region !== null && statesByPostal('US', padded).includes(region) ? padded : given
}

/**
 * Returns the code of the state that an address is in. The address may name it by code, name, territory or postal code, so that one place
 * has one price. In a country whose states are not known, returns the state as written.
 */
export const stateOf = (address: Pick<Address, 'country' | 'state' | 'postal_code'>): string => {
  const home = domesticAddress(address)
  const { country } = home
  const written = plain(home.state)
  if (!hasStates(country)) return written
  const known = stateCode(country, written) ?? stateCode(country, territoryOf(home).replace(/^US-/, ''))
  if (known) return known
  const [only, ...others] = statesByPostal(country, withLeadingZeros(home))
  return only !== undefined && others.length === 0 ? only : written
}

// Areas in another time zone than most of their state or country, by the first characters of their postal codes.
const APART: ReadonlyMap<string, string> = new Map(
  `
  US | America/Chicago | 324 325 420 421 422 423 424 463 464 476 477
  US | America/New_York | 373 374 376 377 378 379
  US | America/Denver | 586 577 693 798 799 885
  US | America/Boise | 979
  US | America/Los_Angeles | 835 838
  CA | America/Winnipeg | P0V P0W P0X P8N P8T P9A P9N
  CA | America/Halifax | A0P A2V G4T
  CA | America/Edmonton | S9V V1C
  CA | America/Dawson_Creek | V1G V1J
  CA | America/Cambridge_Bay | X0B
  CA | America/Rankin_Inlet | X0C
  AU | Australia/Sydney | 1 2
  AU | Australia/Melbourne | 3
  AU | Australia/Brisbane | 4
  AU | Australia/Adelaide | 5
  AU | Australia/Perth | 6
  AU | Australia/Hobart | 7
  AU | Australia/Darwin | 08
  BR | America/Rio_Branco | 699
  BR | America/Manaus | 690 691 692 693 694 695 696 697 698
  BR | America/Porto_Velho | 768 769
  BR | America/Cuiaba | 780 781 782 783 784 785 786 787 788
  BR | America/Campo_Grande | 79
  ES | Atlantic/Canary | 35 38
  MX | America/Cancun | 77
  MX | America/Hermosillo | 83 84 85
  MX | America/Mazatlan | 23 63 80 81 82
  MX | America/Tijuana | 21 22
  PT | Atlantic/Azores | 95 96 97 98 99
  PT | Atlantic/Madeira | 90 91 92 93 94`
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [country = '', timezone = '', postal = ''] = row.split('|').map((cell) => cell.trim())
      return postal.split(' ').map((beginning): [string, string] => [`${country} ${beginning}`, timezone])
    }),
)

const timezoneByPostal = ({ country, postal_code }: { country: string; postal_code?: string | null | undefined }): string | null => {
  const prefix = prefixOf(postal_code)
  for (let length = prefix.length; length > 0; length--) {
    const found = APART.get(`${plain(country)} ${prefix.slice(0, length)}`)
    if (found !== undefined) return found
  }
  return null
}

/** Returns the time zone of an address by postal code and state, in a country whose states are known. Null: unknown. */
export const timezoneOf = ({ country, state, postal_code }: Pick<Address, 'country' | 'state' | 'postal_code'>): string | null => {
  const home = domesticAddress({ country, state, postal_code })
  const regions = COUNTRIES.get(plain(home.country))
  if (!regions) return null
  const apart = timezoneByPostal(home)
  if (apart !== null) return apart
  const named = stateCode(home.country, home.state ?? '')
  // ZIP code 96799 is American Samoa, although 967 is Hawaii.
  const code = named ?? [territoryOf(home), ...statesByPostal(home.country, home.postal_code)].find((one) => regions.timezones.has(one))
  return (code !== undefined && regions.timezones.get(code)) || null
}

type Somewhere = { [Field in 'country' | 'state' | 'postal_code']?: string | null | undefined }

/** Returns the time zone of a place by its postal code, its state, its territory or else its country. Null: unknown. */
export const localTimezone = ({ country, state, postal_code }: Somewhere): string | null => {
  if (!country) return null
  const place = { country, state: state ?? null, postal_code: postal_code ?? null }
  return timezoneOf(place) ?? timezoneByPostal(place) ?? countryTimezone(territoryOf(place)) ?? countryTimezone(plain(country))
}

/** Returns the effective time zone of a place: its own, or if that name is unknown, its address's zone, or else UTC. */
export const countedTimezone = (place: Somewhere & { timezone: string }): string =>
  isTimezone(place.timezone) ? place.timezone : (localTimezone(place) ?? 'UTC')

/** Returns the place with its effective time zone. */
export const withCountedTimezone = <Place extends Somewhere & { timezone: string }>(place: Place): Place => ({
  ...place,
  timezone: countedTimezone(place),
})
