// Tariffs of the carriers in a simulation. Prices depend on distance, through zones between postal prefixes.
import type { Backhaul } from '@backhaul/client'
import { fromMinorUnits, share, toMinorUnits } from '@backhaul/core/money.ts'
import { DAY_MS } from './calendar.ts'
import { type SavedSimulation, SimulationError } from './model.ts'
import { type Counter, MERCHANTS } from './places.ts'

const PAGE = 100
const EARTH_MILES = 3959
/** Upper limit of each zone in miles. The last zone has all places farther away, and all unknown places. */
const ZONE_MILES = [150, 300, 600, 1000, 1400, 1800]
const FIRST_ZONE = 2
const LAST_ZONE = FIRST_ZONE + ZONE_MILES.length
/** Zone for parcels from another country. */
const ABROAD = LAST_ZONE + 1
const BREAKS_LB = [...Array.from({ length: 20 }, (_, i) => i + 1), 30, 50, 70, 100, 150]
/**
 * Prices in cents: the first pound in the nearest zone, the surcharge for each farther zone, and the surcharge for each further pound in
 * the nearest zone.
 */
const SERVICES = { economy: [595, 85, 38], standard: [745, 110, 46], express: [1890, 410, 140] } as const
const FARTHER = 0.12
const STEP_PERCENT = 4
const IN_WAIT_MS = 500
/** Time limits for a worker to begin the import, and to finish it. */
const UNTIL_BEGUN_MS = 20_000
const UNTIL_DONE_MS = 120_000
/** Processes cache the network for two seconds (service/network-cache.ts). */
const KNOWN_MS = 3_000
const HEAD = 'carrier,country,currency,effective_on,kind,service_level,measure,zone,from,to,value,cents,percent'

interface Point {
  lat: number
  lon: number
}

/** Resolves with the center of the places whose postal codes begin with these three characters, or null if they are unknown. */
export type RegionOf = (country: string, prefix: string) => Promise<Point | null>

interface Region extends Point {
  prefix: string
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const DIGITS = [...'0123456789']
/** Characters allowed in each position of a prefix. */
const SHAPES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  US: [DIGITS, DIGITS, DIGITS],
  CA: [LETTERS, DIGITS, LETTERS],
}

/** Returns all known prefixes of a country in order, with the center of each. */
const regionsOf = async (country: string, regionOf: RegionOf): Promise<Region[]> => {
  const [first = [], second = [], third = []] = SHAPES[country] ?? []
  const prefixes = first.flatMap((a) => second.flatMap((b) => third.map((c) => a + b + c)))
  const regions = await Promise.all(prefixes.map(async (prefix) => ({ prefix, middle: await regionOf(country, prefix) })))
  return regions.flatMap(({ prefix, middle }) => (middle ? [{ prefix, ...middle }] : []))
}

/** Returns the prefixes in a country from which parcels of the simulation are sent. */
const originsIn = (country: string, counters: readonly Counter[]): Set<string> =>
  new Set(
    [...MERCHANTS.map(({ hub }) => hub), ...counters].flatMap((place) =>
      place.country === country ? [place.postal_code.slice(0, 3)] : [],
    ),
  )

const milesBetween = (a: Point, b: Point): number => {
  const [lat_a, lat_b, lon] = [a.lat, b.lat, b.lon - a.lon].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number]
  const cosine = Math.sin(lat_a) * Math.sin(lat_b) + Math.cos(lat_a) * Math.cos(lat_b) * Math.cos(lon)
  return EARTH_MILES * Math.acos(Math.min(1, cosine))
}

const zoneBetween = (a: Point, b: Point): number => {
  const miles = milesBetween(a, b)
  const index = ZONE_MILES.findIndex((most) => miles <= most)
  return index < 0 ? LAST_ZONE : FIRST_ZONE + index
}

/** Formats the prefixes of one zone as a cell. Neighboring prefixes form one range. */
const rangesOf = (regions: readonly Region[], zone: number, from: Region): string => {
  const ranges: [first: string, last: string][] = []
  let isNext = false
  for (const region of regions) {
    const isOwn = zoneBetween(from, region) === zone
    const last = ranges.at(-1)
    if (isOwn && isNext && last) last[1] = region.prefix
    else if (isOwn) ranges.push([region.prefix, region.prefix])
    isNext = isOwn
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(' ')
}

interface Served {
  /** Other countries from which parcels come. */
  abroad: readonly string[]
  origins: ReadonlySet<string>
  regions: readonly Region[]
}

/**
 * Returns the rows of a tariff: kind, service, measure, zone, from, to, value, cents, percent. Its prices are `percent` above those of the
 * cheapest tariff.
 */
const rowsOf = ({ abroad, origins, regions }: Served, percent: number): string[] => {
  const zones = regions
    .filter(({ prefix }) => origins.has(prefix))
    .flatMap((from) =>
      [...new Set(regions.map((to) => zoneBetween(from, to)))].map(
        (zone) => `zone,,,${zone},${from.prefix},${rangesOf(regions, zone, from)},,,`,
      ),
    )
  const prices = Object.entries(SERVICES).flatMap(([service, [first, farther, pound]]) =>
    Array.from({ length: ABROAD - FIRST_ZONE + 1 }, (_, i) => FIRST_ZONE + i).flatMap((zone) =>
      BREAKS_LB.map((weight) => {
        const steps = zone - FIRST_ZONE
        const cheapest = fromMinorUnits(first + farther * steps + pound * (1 + FARTHER * steps) * (weight - 1))
        return `rate,${service},,${zone},,,${weight},${toMinorUnits(share(cheapest, 100 + percent, 100, 'half_up'))},`
      }),
    ),
  )
  return [
    ...zones,
    `zone,,,${LAST_ZONE},*,*,,,`,
    ...abroad.map((code) => `zone,,,${ABROAD},${code},*,,,`),
    ...prices,
    'size,,length_and_girth,,,,130,1850,',
    'residential,,,,,,,385,',
    'fuel,,,,,,,,12.5',
  ]
}

/** The number of days after the start at which prices rise, and the percentage by which they rise. */
const RISE_DAYS = 14
const RISE_PERCENT = 3

/**
 * Imports two tariffs for each carrier without a tariff, in the countries of the simulation: one that applies now, and one that applies two
 * weeks after the start.
 */
export const setTariffs = async (
  operator: Backhaul,
  carriers: SavedSimulation['carriers'],
  counters: readonly Counter[],
  start_ms: number,
  regionOf: RegionOf,
): Promise<void> => {
  const known = new Set<string>()
  for await (const { carrier, country } of operator.listTariffs({ limit: PAGE })) known.add(`${carrier} ${country}`)
  const countries = [...new Set([...MERCHANTS.map(({ hub }) => hub), ...counters].map(({ country }) => country))]
  // The first tariff applies at once, even if a clock is a day behind.
  const dates = [
    [new Date(Date.now() - DAY_MS), 0],
    [new Date(start_ms + RISE_DAYS * DAY_MS), RISE_PERCENT],
  ] as const
  const rows: string[] = []
  for await (const { country, currency } of operator.listMarkets({ limit: PAGE })) {
    if (!countries.includes(country)) continue
    const abroad = countries.filter((other) => other !== country)
    const served = { abroad, origins: originsIn(country, counters), regions: await regionsOf(country, regionOf) }
    for (const [place, carrier] of (carriers[country] ?? []).entries()) {
      if (known.has(`${carrier} ${country}`)) continue
      for (const [date, rise] of dates) {
        const key = `${carrier},${country},${currency},${date.toISOString().slice(0, 10)}`
        rows.push(...rowsOf(served, place * STEP_PERCENT + rise).map((row) => `${key},${row}`))
      }
    }
  }
  if (rows.length > 0) await importTariffs(operator, `${[HEAD, ...rows].join('\n')}\n`)
}

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves when every process uses the tariffs. In a sandbox without a worker, the rate cards stay in use. */
const importTariffs = async (operator: Backhaul, file: string): Promise<void> => {
  const { id } = await operator.startImport(new TextEncoder().encode(file), 'text/csv', { kind: 'tariffs', file_name: 'simulation.csv' })
  const began_ms = performance.now()
  for (let wait_ms = UNTIL_BEGUN_MS; performance.now() - began_ms < wait_ms; await rest(IN_WAIT_MS)) {
    const { state, checked_rows, ended_at, errors } = await operator.readImport(id)
    if (state === 'done') return rest(KNOWN_MS)
    if (ended_at !== null) throw new SimulationError(`the tariffs of the simulation are ${state}: ${JSON.stringify(errors.slice(0, 3))}`)
    if (checked_rows > 0) wait_ms = UNTIL_DONE_MS
  }
}
