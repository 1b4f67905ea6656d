// Faults in a carrier's reports. Each value is a share of the reports, from 0 to 1.
export const FAULTS = {
  late: 'arrive long after the event',
  doubled: 'arrive twice',
  disordered: 'arrive before an earlier event',
  contradicting: 'are followed by a line with another time and place for the same event',
  unknown: 'are followed by a line with an unknown number',
} as const
export type Fault = keyof typeof FAULTS
export type Faults = Readonly<Record<Fault, number>>
export const NO_FAULTS: Faults = { late: 0, doubled: 0, disordered: 0, contradicting: 0, unknown: 0 }
