import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fromMinorUnits, share } from '@backhaul/core/money.ts'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { insertRows } from '../../database/columns.ts'
import type { Config } from '../../process/config.ts'
import { newId } from '../../process/ids.ts'
import { reasonOf, StartupError } from '../../process/startup-error.ts'
import type { Service } from '../../service/service.ts'
import { createKey, createPartner, DEFAULT_RATE_LIMIT } from '../partners/create.ts'
import { seededCalendars } from './seed-calendars.ts'

// Data of a new, empty sandbox: two carriers to choose from, a market of each kind, counters, facilities and rates. An operator can change
// all of it with /v2/ops or the command line. Nothing in the code depends on these names.

const CARRIERS = [
  { code: 'northline', name: 'Northline Parcel', active: true, adapter: 'house' },
  { code: 'swiftpost', name: 'Swiftpost', active: true, adapter: 'house' },
  { code: 'maplego', name: 'MapleGo', active: true, adapter: 'house' },
]

const MARKETS = [
  { country: 'US', kind: 'fixed', carrier: 'northline', currency: 'USD', mode: 'network' },
  { country: 'CA', kind: 'marketplace', carrier: null, currency: 'CAD', mode: 'network' },
]

const ZONE_CENTS = { local: [525, 35], regional: [610, 48], national: [745, 62], international: [1490, 140] } as const
const SERVICE_PERCENT = { economy: 85, standard: 100, express: 165 } as const
/** Prices as a percentage of the base prices. MapleGo has the lower price per parcel, Swiftpost the lower price per pound. */
const CARD = [
  { carrier: 'northline', country: 'US', base: 100, perLb: 100 },
  { carrier: 'swiftpost', country: 'CA', base: 118, perLb: 88 },
  { carrier: 'maplego', country: 'CA', base: 104, perLb: 126 },
] as const
const MAX_WEIGHT_LB = 150

const rates = () =>
  CARD.flatMap(({ carrier, country, base, perLb }) =>
    SERVICE_LEVELS.flatMap((service_level) =>
      Object.entries(ZONE_CENTS).map(([zone, [start, weight]]) => ({
        carrier,
        country,
        service_level,
        zone,
        base_cents: share(fromMinorUnits(start), base * SERVICE_PERCENT[service_level], 10_000, 'half_up'),
        per_lb_cents: share(fromMinorUnits(weight), perLb * SERVICE_PERCENT[service_level], 10_000, 'half_up'),
        max_weight_lb: MAX_WEIGHT_LB,
      })),
    ),
  )

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri']
const hours = Object.fromEntries([
  ...WEEKDAYS.map((day) => [day, [['08:00', '20:00']]]),
  ['sat', [['09:00', '18:00']]],
  ['sun', [['11:00', '17:00']]],
])

// The columns are: code, name, street, city, state, postal code, country, latitude, longitude, time zone.
const STORES = `
  NYC-001 | Backhaul Counter Chelsea | 230 W 23rd St | New York | NY | 10011 | US | 40.7446 | -73.9967 | America/New_York
  NYC-002 | Backhaul Counter Brooklyn | 445 Albee Sq W | Brooklyn | NY | 11201 | US | 40.691 | -73.983 | America/New_York
  CHI-001 | Backhaul Counter Loop | 120 S State St | Chicago | IL | 60603 | US | 41.8799 | -87.6278 | America/Chicago
  DEN-001 | Backhaul Counter LoDo | 1600 Wynkoop St | Denver | CO | 80202 | US | 39.7526 | -104.9999 | America/Denver
  LAX-001 | Backhaul Counter Downtown | 735 S Figueroa St | Los Angeles | CA | 90017 | US | 34.0487 | -118.2592 | America/Los_Angeles
  YYZ-001 | Backhaul Counter Queen West | 441 Queen St W | Toronto | ON | M5V 2A5 | CA | 43.6487 | -79.3963 | America/Toronto
  YVR-001 | Backhaul Counter Granville | 650 W Georgia St | Vancouver | BC | V6B 4N8 | CA | 49.2815 | -123.1184 | America/Vancouver`

const FACILITIES = `
  EWR-SORT | Newark Sort Center | 100 Port St | Newark | NJ | 07114 | US | 40.7009 | -74.1518 | America/New_York
  ORD-SORT | O'Hare Sort Center | 900 Express Center Dr | Chicago | IL | 60666 | US | 41.9742 | -87.9073 | America/Chicago
  YYZ-SORT | Mississauga Sort Center | 6500 Silver Dart Dr | Mississauga | ON | L5P 1A5 | CA | 43.6777 | -79.6248 | America/Toronto`

const placesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [code, name, line1, city, state, postal_code, country, lat, lon, timezone] = row.split('|').map((cell) => cell.trim())
      return { code, name, line1, city, state, postal_code, country, lat: Number(lat), lon: Number(lon), timezone, active: true }
    })

export const RETURNS_HUB = {
  name: 'Returns',
  company: 'Backhaul Returns Hub',
  line1: '100 Logistics Way',
  city: 'Columbus',
  state: 'OH',
  postal_code: '43217',
  country: 'US',
}

const insert = (table: string) => `${insertRows(table)} from json_populate_recordset(null::${table}, $1) r on conflict do nothing`

const seedTables = async (service: Service): Promise<void> => {
  const put = (table: string, rows: readonly object[]) => service.db.query(`seed_${table}`, insert(table), [JSON.stringify(rows)])
  const created_at = new Date(service.clock.now()).toISOString()
  await put('carriers', CARRIERS)
  await put('markets', MARKETS)
  await put('rates', rates())
  await put(
    'stores',
    placesOf(STORES).map((place) => ({ ...place, id: newId('store'), pudo_code: place.code, hours, created_at })),
  )
  await put('facilities', placesOf(FACILITIES))
  await put('calendars', seededCalendars(new Date(service.clock.now()).getUTCFullYear()))
  await put('settings', [{ name: 'returns_hub', value: RETURNS_HUB }])
}

const credentialsFile = ({ config }: Pick<Service, 'config'>): string => join(config.dataDir, 'sandbox-credentials.json')

const write = (file: string, content: object): void => {
  const next = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    chmodSync(next, 0o600)
    renameSync(next, file)
  } catch (error) {
    throw new StartupError(`cannot write the sandbox's credentials: ${reasonOf(error)}`)
  }
}

/** Contents of the credentials file. */
interface SavedKeys {
  base_url: string
  operator?: { api_key: string; signing_secret: string }
}

const read = (file: string): SavedKeys => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartupError(`cannot read the sandbox's credentials in ${file}: ${reasonOf(error)}; remove the file to get new ones`)
  }
}

/** The last known address of a sandbox with this data directory. Null if it is not known. */
export const knownBaseUrl = (config: Config): string | null => {
  const file = credentialsFile({ config })
  return config.environment === 'sandbox' && existsSync(file) ? read(file).base_url : null
}

/** The key that programs on this machine, such as `backhaul simulate`, use to act as the sandbox's operator. */
const operatorKey = async (service: Service): Promise<Required<SavedKeys>['operator']> => {
  const { api_key, signing_secret } = await createKey(service, {
    partner_id: null,
    name: 'sandbox credentials',
    scopes: null,
    allow_ips: [],
    rate_limit: DEFAULT_RATE_LIMIT,
    email: 'operator@example.com',
    full_name: 'Sandbox Operator',
  })
  return { api_key, signing_secret }
}

/**
 * On the first start of an empty sandbox: fills the tables above and creates the partner "Demo" with its credentials file (mode 0600). The
 * file also has an operator key. On every start: sets the file's `base_url` to the current address. In production: does nothing. Returns
 * whether it filled an empty sandbox.
 */
export const seedSandbox = async (service: Service, baseUrl: string): Promise<boolean> => {
  if (service.config.environment !== 'sandbox') return false
  const file = credentialsFile(service)
  const demo = await service.db.one<{ id: string }>(
    'demo_partner',
    "select id from partners where name = 'Demo' order by created_at limit 1",
  )
  if (existsSync(file)) {
    const known = read(file)
    if (known.base_url !== baseUrl) write(file, { ...known, base_url: baseUrl })
    if (demo) return false
  }
  const key = { scopes: null, allow_ips: [], rate_limit: DEFAULT_RATE_LIMIT, email: 'demo@example.com', full_name: 'Demo Partner' }
  if (demo) {
    // Either the file was lost, or the data directory is new while the database is not. The old secrets cannot be shown again, so another
    // key is created.
    const { partner_id, api_key, signing_secret, signature } = await createKey(service, { ...key, partner_id: demo.id })
    write(file, { base_url: baseUrl, partner_id, api_key, signing_secret, signature, operator: await operatorKey(service) })
    return false
  }
  // The command line may have created partners before. A sandbox counts as empty while it has no carrier.
  const carrier = await service.db.one('any_carrier', 'select code from carriers limit 1')
  if (carrier) return false
  await seedTables(service)
  const partner = {
    name: 'Demo',
    default_return_address: null,
    default_parcel: null,
    contact_email: 'demo@example.com',
    contact_name: 'Demo Partner',
  }
  const { partner_id, api_key, signing_secret, signature } = await createPartner(service, partner, key)
  write(file, { base_url: baseUrl, partner_id, api_key, signing_secret, signature, operator: await operatorKey(service) })
  return true
}
