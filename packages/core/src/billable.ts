// The weight by which a parcel is priced: what it weighs, or what its size is billed as if that is more.
import type { Parcel } from './shipment.ts'

/** Cubic inches that are billed as one pound, where no tariff says otherwise. */
export const DIMENSIONAL_DIVISOR = 139

const dimensionalPounds = ({ length, width, height }: Parcel, divisor: number): number => (length * width * height) / divisor

/** Thousandths of a pound. */
export const dimensionalMillipounds = (parcel: Parcel, divisor: number): number => Math.round(dimensionalPounds(parcel, divisor) * 1000)

/** Thousandths of a pound, an integer, so that rounding errors cannot change a price. */
export const billableMillipounds = (parcel: Parcel, divisor: number): number =>
  Math.round(Math.max(parcel.weight, dimensionalPounds(parcel, divisor)) * 1000)
