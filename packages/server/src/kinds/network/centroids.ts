// Centers of postal areas, from the files in assets/places. A process reads a file when it first needs it.
import { readFile } from 'node:fs/promises'
import { ASSETS } from '../../process/assets.ts'

export interface Point {
  lat: number
  lon: number
}

/** Postal areas of a country, sorted by code. */
interface Areas {
  codes: string[]
  /** For each code, its latitude and its longitude in degrees. */
  degrees: Float32Array
}

/** Number of characters of a postal code that identify its area: the five digits of a ZIP code, or a Canadian forward sortation area. */
const AREA_LENGTHS: Readonly<Record<string, number>> = { US: 5, CA: 3 }
/** Number of leading characters that all areas of a region share. */
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

/** Index of the first code that is not below `prefix`. */
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

/**
 * The center of the areas whose codes begin with `prefix`. Null if there are none. No prefix has areas on both sides of the 180th meridian.
 */
const middleOf = ({ codes, degrees }: Areas, prefix: string): Point | null => {
  const first = lowerBound(codes, prefix)
  let [lat, lon, count] = [0, 0, 0]
  for (let i = first; codes[i]?.startsWith(prefix); i++, count++) {
    lat += degrees[2 * i] as number
    lon += degrees[2 * i + 1] as number
  }
  return count === 0 ? null : { lat: rounded(lat / count), lon: rounded(lon / count) }
}

/** The center of a postal code's area. Null if no area has this code, or if the country has no file. */
export const areaOf = async (country: string, plain: string): Promise<Point | null> => {
  const length = AREA_LENGTHS[country]
  return length === undefined || plain.length < length ? null : middleOf(await areasOf(country), plain.slice(0, length))
}

/**
 * Reads all files, and returns a function that locates postal codes by their area, or else by their first three characters. It returns null
 * for places that are not known.
 */
export const readAllAreas = async (): Promise<(country: string, plain: string) => Point | null> => {
  const countries = Object.keys(AREA_LENGTHS)
  const read = new Map(await Promise.all(countries.map(async (country) => [country, await areasOf(country)] as const)))
  return (country, plain) => {
    const areas = read.get(country)
    if (!areas || plain.length < REGION_LENGTH) return null
    return middleOf(areas, plain.slice(0, AREA_LENGTHS[country])) ?? middleOf(areas, plain.slice(0, REGION_LENGTH))
  }
}

/**
 * Estimates the position of a postal code from its first three characters. This is useful for post office boxes, whose codes have no area
 * of their own.
 */
export const regionOf = async (country: string, plain: string): Promise<Point | null> =>
  AREA_LENGTHS[country] === undefined || plain.length < REGION_LENGTH
    ? null
    : middleOf(await areasOf(country), plain.slice(0, REGION_LENGTH))
