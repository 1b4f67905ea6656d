// The middle of postal areas, from the files in assets/places. A file is read when a process first needs it.
import { readFile } from 'node:fs/promises'
import { ASSETS } from '../../process/assets.ts'

export interface Point {
  lat: number
  lon: number
}

/** Areas of a country, sorted by code. */
interface Areas {
  codes: string[]
  /** Two for each code: degrees north and east. */
  degrees: Float32Array
}

/** How many characters of a postal code name its area: a ZIP code without its four more digits; a forward sortation area. */
const AREA_LENGTHS: Readonly<Record<string, number>> = { US: 5, CA: 3 }
/** The part of a code that areas of one region share. */
const REGION_LENGTH = 3

const known = new Map<string, Promise<Areas>>()

const read = async (country: string): Promise<Areas> => {
  const text = await readFile(new URL(`places/${country}.csv`, ASSETS), 'latin1')
  const rows = text.trimEnd().split('\n').slice(1)
  const degrees = new Float32Array(rows.length * 2)
  const codes = rows.map((row, i) => {
    const [code, lat, lon] = row.split(',') as [string, string, string]
    degrees[2 * i] = Number(lat)
    degrees[2 * i + 1] = Number(lon)
    return code
  })
  return { codes, degrees }
}

const areasOf = (country: string): Promise<Areas> => {
  const areas = known.get(country) ?? read(country)
  known.set(country, areas)
  areas.catch(() => known.delete(country))
  return areas
}

/** The first code that is not below `prefix`. */
const lowerBound = (codes: readonly string[], prefix: string): number => {
  let [from, to] = [0, codes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((codes[middle] as string) < prefix) from = middle + 1
    else to = middle
  }
  return from
}

const HUNDREDTHS = 100
const rounded = (degrees: number): number => Math.round(degrees * HUNDREDTHS) / HUNDREDTHS

/** The middle of the areas whose codes begin with `prefix`. Null: there is none. No prefix has areas on both sides of the 180th meridian. */
const middleOf = ({ codes, degrees }: Areas, prefix: string): Point | null => {
  const first = lowerBound(codes, prefix)
  let [lat, lon, count] = [0, 0, 0]
  for (let i = first; codes[i]?.startsWith(prefix); i++, count++) {
    lat += degrees[2 * i] as number
    lon += degrees[2 * i + 1] as number
  }
  return count === 0 ? null : { lat: rounded(lat / count), lon: rounded(lon / count) }
}

/** Where the area of a postal code is. Null: nobody knows, as of a code that no area has, or of a country without a file. */
export const areaOf = async (country: string, plain: string): Promise<Point | null> => {
  const length = AREA_LENGTHS[country]
  return length === undefined || plain.length < length ? null : middleOf(await areasOf(country), plain.slice(0, length))
}

/** Where a postal code is, by its area or else by its first three characters; null: not known. All files are read first. */
export const readAllAreas = async (): Promise<(country: string, plain: string) => Point | null> => {
  const countries = Object.keys(AREA_LENGTHS)
  const read = new Map(await Promise.all(countries.map(async (country) => [country, await areasOf(country)] as const)))
  return (country, plain) => {
    const areas = read.get(country)
    if (!areas || plain.length < REGION_LENGTH) return null
    return middleOf(areas, plain.slice(0, AREA_LENGTHS[country])) ?? middleOf(areas, plain.slice(0, REGION_LENGTH))
  }
}

/** Roughly where it is, by its first three characters: post office boxes have codes without an area of their own. */
export const regionOf = async (country: string, plain: string): Promise<Point | null> =>
  AREA_LENGTHS[country] === undefined || plain.length < REGION_LENGTH
    ? null
    : middleOf(await areasOf(country), plain.slice(0, REGION_LENGTH))
