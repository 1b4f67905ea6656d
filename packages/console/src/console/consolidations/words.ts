import type { ConsolidationListed, ConsolidationMember } from '@backhaul/client'
import { plainWords } from '../words.ts'

const STATES: Record<string, string> = {
  open: 'To be counted',
  accepting: 'Being accepted',
  accepted: 'Accepted',
  refused: 'Refused',
  released: 'Released',
  cancelled: 'Canceled',
}
/** Describes the state of a consolidation or of a member. */
export const consolidationWords = (state: string): string => STATES[state] ?? plainWords(state)

/** Whether the tender or sweep is still open, so that its parcels are expected. */
export const isExpected = ({ status }: Pick<ConsolidationMember, 'status'>): boolean => status === 'created' || status === 'ordered'

export const addressOf = ({ id }: Pick<ConsolidationListed, 'id'>): string => `/console/consolidations/${id}`

export const pieces = (count: number): string => (count === 1 ? '1 piece' : `${count.toLocaleString()} pieces`)

/** Returns "2 short" or "1 over". Returns null if the count is as expected or missing. */
export const differenceWords = (expected: number, received: number | null): string | null => {
  if (received === null || received === expected) return null
  return `${Math.abs(received - expected).toLocaleString()} ${received < expected ? 'short' : 'over'}`
}

export const memberAddress = (kind: 'tender' | 'sweep', id: string): string =>
  kind === 'tender' ? `/console/tenders/${id}` : `/console/pickups?sweep_id=${id}`
