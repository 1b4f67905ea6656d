// Faults in a carrier's reports. Each value is a share of the reports, from 0 to 1.
export const FAULTS = {
  late: 'comes long after it happened',
  doubled: 'comes twice',
  disordered: 'comes before what happened earlier',
  contradicting: 'is followed by a line that says another time and place for the same',
  unknown: 'is followed by a line about a number that nobody has',
} as const
export type Fault = keyof typeof FAULTS
export type Faults = Readonly<Record<Fault, number>>
export const NO_FAULTS: Faults = { late: 0, doubled: 0, disordered: 0, contradicting: 0, unknown: 0 }
