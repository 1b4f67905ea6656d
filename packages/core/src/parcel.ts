import type { Parcel } from './shipment.ts'

export const WEIGHT_UNITS = ['lb', 'oz', 'kg', 'g'] as const
export const DIMENSION_UNITS = ['in', 'cm'] as const

export const MEASURES = ['weight', 'length', 'width', 'height'] as const satisfies readonly (keyof Parcel)[]

/** A parcel as a caller measured it. Units default to pounds and inches. */
export interface ParcelInput {
  weight?: number
  length?: number
  width?: number
  height?: number
  weight_unit?: (typeof WEIGHT_UNITS)[number]
  dimension_unit?: (typeof DIMENSION_UNITS)[number]
}

/** Based on the international pound. */
export const GRAMS_PER = { lb: 453.59237, oz: 453.59237 / 16, kg: 1000, g: 1 } as const
const POUNDS_PER = { lb: 1, oz: 1 / 16, kg: 1 / 0.45359237, g: 1 / 453.59237 } as const
const INCHES_PER = { in: 1, cm: 1 / 2.54 } as const

export const round3 = (value: number): number => Math.round(value * 1000) / 1000
/**
 * Formats a weight for print. The number of decimals depends on the unit, so that the precision is about that of pounds with three
 * decimals.
 */
export const weightText = (pounds: number, unit: Parcel['weight_unit']): string => {
  if (unit === undefined) return `${round3(pounds)} LB`
  const weight = (pounds * GRAMS_PER.lb) / GRAMS_PER[unit]
  const decimals = { oz: 1, kg: 3, g: 0 }[unit]
  // No parcel weighs 0, so the rounded weight is never less than one unit of the last decimal.
  return `${Number(Math.max(weight, 10 ** -decimals).toFixed(decimals))} ${unit.toUpperCase()}`
}

/** Rounds to three decimals, but never down to zero. */
const measure = (value: number): number => Math.max(round3(value), 0.001)

/** Converts to pounds and inches with three decimals. Missing measures are taken from `base` (docs/guide/shipments.md#measures). */
export const parcelFrom = (input: ParcelInput, base: Parcel): Parcel => {
  const pounds = POUNDS_PER[input.weight_unit ?? 'lb']
  const inches = INCHES_PER[input.dimension_unit ?? 'in']
  const unit = input.weight === undefined ? base.weight_unit : input.weight_unit
  return {
    ...(unit !== undefined && unit !== 'lb' && { weight_unit: unit }),
    weight: input.weight === undefined ? base.weight : measure(input.weight * pounds),
    length: input.length === undefined ? base.length : measure(input.length * inches),
    width: input.width === undefined ? base.width : measure(input.width * inches),
    height: input.height === undefined ? base.height : measure(input.height * inches),
  }
}

export const sameParcel = (a: Parcel, b: Parcel): boolean =>
  a.weight === b.weight && a.length === b.length && a.width === b.width && a.height === b.height

export const cubicFeet = ({ length, width, height }: Parcel): number => round3((length * width * height) / 1728)
