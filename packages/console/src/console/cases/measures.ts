import type { Parcel } from '@backhaul/client'

const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })

/** Pounds and inches, as in the API. */
export const weightText = ({ weight }: Pick<Parcel, 'weight'>): string => `${NUMBER.format(weight)} lb`
export const sizeText = ({ length, width, height }: Parcel): string =>
  `${[length, width, height].map((one) => NUMBER.format(one)).join(' × ')} in`

export const hasOtherSize = (a: Parcel, b: Parcel): boolean => a.length !== b.length || a.width !== b.width || a.height !== b.height
