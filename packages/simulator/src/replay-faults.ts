// Faults of the simulated carrier: in its reports, and in what it sells. Each value is a share, from 0 to 1.
export const FAULTS = {
  late: 'arrive long after the event',
  doubled: 'arrive twice',
  disordered: 'arrive before an earlier event',
  contradicting: 'are followed by a line with another time and place for the same event',
  unknown: 'are followed by a line with an unknown number',
} as const
/** Faults of purchases and voids. */
export const SALE_FAULTS = {
  declined: 'are refused',
  lost: 'are made, but their answer is lost',
  appearing: 'appear some seconds after their answer was lost',
  unvoidable: 'are not voided when that is first asked',
  settling: 'are voided some seconds after that is asked',
} as const
export type Fault = keyof typeof FAULTS | keyof typeof SALE_FAULTS
export type Faults = Readonly<Record<Fault, number>>
export const NO_FAULTS = Object.fromEntries(Object.keys({ ...FAULTS, ...SALE_FAULTS }).map((name) => [name, 0])) as Faults
