// The weight that a parcel is priced by: its actual weight, or its dimensional weight if that is greater.
import type { Parcel } from './shipment.ts'

/** Cubic inches that are billed as one pound, unless a tariff says otherwise. */
export const DIMENSIONAL_DIVISOR = 139

const dimensionalPounds = ({ length, width, height }: Parcel, divisor: number): number => (length * width * height) / divisor

/** Returns thousandths of a pound. */
export const dimensionalMillipounds = (parcel: Parcel, divisor: number): number => Math.round(dimensionalPounds(parcel, divisor) * 1000)

/** Returns thousandths of a pound as an integer, so that rounding errors cannot change a price. */
export const billableMillipounds = (parcel: Parcel, divisor: number): number =>
  Math.round(Math.max(parcel.weight, dimensionalPounds(parcel, divisor)) * 1000)
