// Places of a simulation: counters in real cities, sorting facilities, and the merchants that own the parcels.

/** Opening hours as minutes of the day, by weekday from Monday on. */
type Hours = readonly (readonly [from: number, to: number][])[]

export interface Place {
  code: string
  city: string
  state: string
  postal_code: string
  country: string
  lat: number
  lon: number
  timezone: string
}

export interface Counter extends Place {
  name: string
  line1: string
  hours: Hours
  /** In the format of `POST /v2/ops/stores/import`. */
  hoursText: string
  /** Facility to which the counter's parcels go. */
  facility: string
  /** Minute of the day at which the driver comes. */
  visit: number
  /** Day of the simulation on which the counter is closed, or null if there is none. */
  closed_on: number | null
}

export interface Facility extends Place {
  name: string
}

export interface Merchant {
  name: string
  /** Short name in order numbers. */
  prefix: string
  /** Share of the parcels, out of ten. */
  share: number
  items: readonly string[]
  hub: { name: string; company: string; line1: string; city: string; state: string; postal_code: string; country: string }
  timezone: string
}

// Columns: code, city, state, postal code, country, latitude, longitude, time zone, facility, street.
const CITIES = `
  NYC | New York | NY | 10018 | US | 40.7549 | -73.984 | America/New_York | EWR-SORT | 1411 Broadway
  BOS | Boston | MA | 02116 | US | 42.3503 | -71.081 | America/New_York | EWR-SORT | 699 Boylston St
  CHI | Chicago | IL | 60614 | US | 41.9227 | -87.6533 | America/Chicago | ORD-SORT | 2350 N Clark St
  LAX | Los Angeles | CA | 90026 | US | 34.077 | -118.2646 | America/Los_Angeles | LAX-SORT | 1532 W Sunset Blvd
  YYZ | Toronto | ON | M4Y 1P9 | CA | 43.6672 | -79.3858 | America/Toronto | YYZ-SORT | 12 Wellesley St E
  ATL | Atlanta | GA | 30308 | US | 33.7718 | -84.3787 | America/New_York | ATL-SORT | 650 Ponce de Leon Ave
  DFW | Dallas | TX | 75201 | US | 32.7876 | -96.7994 | America/Chicago | DFW-SORT | 2000 McKinney Ave
  SEA | Seattle | WA | 98101 | US | 47.6114 | -122.3378 | America/Los_Angeles | LAX-SORT | 1420 5th Ave
  PHL | Philadelphia | PA | 19103 | US | 39.9524 | -75.1701 | America/New_York | EWR-SORT | 1735 Market St
  DEN | Denver | CO | 80205 | US | 39.7589 | -104.9841 | America/Denver | DFW-SORT | 2590 Lawrence St
  YUL | Montreal | QC | H3B 1A7 | CA | 45.5017 | -73.5673 | America/Toronto | YYZ-SORT | 1000 Rue Sainte-Catherine O
  AUS | Austin | TX | 78702 | US | 30.2638 | -97.7289 | America/Chicago | DFW-SORT | 1211 E 6th St
  SFO | San Francisco | CA | 94110 | US | 37.7516 | -122.4183 | America/Los_Angeles | LAX-SORT | 2415 Mission St
  MSP | Minneapolis | MN | 55403 | US | 44.9706 | -93.2834 | America/Chicago | ORD-SORT | 1221 Nicollet Mall
  MIA | Miami | FL | 33130 | US | 25.7663 | -80.1969 | America/New_York | ATL-SORT | 901 S Miami Ave
  PDX | Portland | OR | 97209 | US | 45.5261 | -122.6844 | America/Los_Angeles | LAX-SORT | 1120 NW Couch St
  DTW | Detroit | MI | 48226 | US | 42.3317 | -83.0479 | America/New_York | ORD-SORT | 1001 Woodward Ave
  YVR | Vancouver | BC | V6B 1E9 | CA | 49.2804 | -123.1116 | America/Vancouver | YYZ-SORT | 88 W Pender St
  PHX | Phoenix | AZ | 85004 | US | 33.4521 | -112.0729 | America/Phoenix | LAX-SORT | 201 N Central Ave
  CLT | Charlotte | NC | 28202 | US | 35.2264 | -80.8462 | America/New_York | ATL-SORT | 330 S Tryon St
  STL | St. Louis | MO | 63101 | US | 38.6287 | -90.1936 | America/Chicago | ORD-SORT | 600 Washington Ave
  DCA | Washington | DC | 20009 | US | 38.9187 | -77.0319 | America/New_York | EWR-SORT | 1390 U St NW
  HOU | Houston | TX | 77006 | US | 29.7411 | -95.3936 | America/Chicago | DFW-SORT | 3407 Montrose Blvd
  YYC | Calgary | AB | T2P 1J9 | CA | 51.0461 | -114.0654 | America/Edmonton | YYZ-SORT | 333 7 Ave SW
  BNA | Nashville | TN | 37203 | US | 36.1527 | -86.7891 | America/Chicago | ATL-SORT | 1200 Broadway`

const FACILITIES = `
  EWR-SORT | Newark | NJ | 07114 | US | 40.7009 | -74.1518 | America/New_York
  ORD-SORT | Chicago | IL | 60666 | US | 41.9742 | -87.9073 | America/Chicago
  YYZ-SORT | Mississauga | ON | L5P 1A5 | CA | 43.6777 | -79.6248 | America/Toronto
  ATL-SORT | Atlanta | GA | 30354 | US | 33.6407 | -84.4277 | America/New_York
  DFW-SORT | Dallas | TX | 75261 | US | 32.8998 | -97.0403 | America/Chicago
  LAX-SORT | Los Angeles | CA | 90045 | US | 33.9416 | -118.4085 | America/Los_Angeles`

/**
 * Opening hours, assigned to counters in turn. With the second, a counter is closed on Sundays. With the fourth, it is also closed at noon.
 */
const OPENING = [
  'mon-fri 08:00-20:00; sat 09:00-18:00; sun 11:00-17:00',
  'mon-fri 09:00-19:00; sat 10:00-16:00',
  'mon-sat 07:00-21:00; sun 09:00-18:00',
  'mon-fri 08:30-12:30, 13:30-18:00; sat 09:00-13:00',
] as const

export const MERCHANTS: readonly Merchant[] = [
  {
    name: 'Fernway Outfitters',
    prefix: 'FW',
    share: 5,
    items: [
      'Trail running shoes, 9.5',
      'Rain jacket, size M',
      'Two-person tent',
      'Hiking poles, pair',
      'Fleece vest, size L',
      'Daypack, 24 L',
    ],
    hub: {
      name: 'Returns',
      company: 'Fernway Outfitters',
      line1: '2400 Rickenbacker Pkwy',
      city: 'Columbus',
      state: 'OH',
      postal_code: '43217',
      country: 'US',
    },
    timezone: 'America/New_York',
  },
  {
    name: 'Tidepool Audio',
    prefix: 'TP',
    share: 3,
    items: ['Bookshelf speakers, pair', 'Wireless headphones, black', 'Turntable, belt drive', 'Headphone amplifier', 'Soundbar, 90 cm'],
    hub: {
      name: 'Receiving',
      company: 'Tidepool Audio',
      line1: '9850 Stead Blvd',
      city: 'Reno',
      state: 'NV',
      postal_code: '89506',
      country: 'US',
    },
    timezone: 'America/Los_Angeles',
  },
  {
    name: 'Maple & Main',
    prefix: 'MM',
    share: 2,
    items: ['Wool blanket, gray', 'Cast iron skillet, 26 cm', 'Linen sheets, queen', 'Ceramic lamp', 'Set of six bowls'],
    hub: {
      name: 'Retours',
      company: 'Maple & Main',
      line1: '6300 Dixie Rd',
      city: 'Mississauga',
      state: 'ON',
      postal_code: 'L5T 1A7',
      country: 'CA',
    },
    timezone: 'America/Toronto',
  },
]

const cells = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))

const placeOf = ([code = '', city = '', state = '', postal_code = '', country = '', lat, lon, timezone = '']: string[]): Place => ({
  code,
  city,
  state,
  postal_code,
  country,
  lat: Number(lat),
  lon: Number(lon),
  timezone,
})

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const hoursOf = (text: string): Hours => {
  const days: [number, number][][] = WEEKDAYS.map(() => [])
  for (const entry of text.split('; ')) {
    const [names = '', ...spans] = entry.split(' ')
    const [from = '', to = from] = names.split('-')
    for (let day = WEEKDAYS.indexOf(from); day <= WEEKDAYS.indexOf(to); day++)
      for (const span of spans) {
        const [opens = '', closes = ''] = span.replace(',', '').split('-')
        days[day]?.push([minutes(opens), minutes(closes)])
      }
  }
  return days
}

const FIRST_VISIT = 16 * 60
const VISIT_STEP = 30
/** A Tuesday on which the first counter is closed for stocktaking. */
const STOCKTAKING = 9

/** Returns `count` counters: one in each city, then a second one in each city, and so on. */
export const countersOf = (count: number): Counter[] => {
  const cities = cells(CITIES)
  return Array.from({ length: count }, (_, i) => {
    const row = cities[i % cities.length] as string[]
    const round = Math.floor(i / cities.length) + 1
    const place = placeOf(row)
    const hoursText = OPENING[i % OPENING.length] as string
    return {
      ...place,
      code: `SIM-${place.code}-${round}`,
      name: `Parcel Point ${place.city}${round === 1 ? '' : ` ${round}`}`,
      line1: `${row[9]}${round === 1 ? '' : `, Unit ${round}`}`,
      hours: hoursOf(hoursText),
      hoursText,
      facility: row[8] as string,
      visit: FIRST_VISIT + (i % 4) * VISIT_STEP,
      closed_on: i === 0 ? STOCKTAKING : null,
    }
  })
}

export const facilities = (): Facility[] => cells(FACILITIES).map((row) => ({ ...placeOf(row), name: `${row[1]} Sort Center` }))
