import { type Outcome, outcomeOf } from '../outcome/outcome-of.ts'
import type { Entry } from '../queue/types.ts'

const parcels = (count: number): string => `${count} ${count === 1 ? 'parcel' : 'parcels'}`

/** Returns one outcome for a whole handover. */
export const handedOutcome = (driver: string, entries: readonly Entry[]): Outcome => {
  const count = (tone: Outcome['tone']): number => entries.filter((entry) => outcomeOf(entry).tone === tone).length
  const [refused, already, kept] = [count('refused'), count('already'), count('kept')]
  const title = `${parcels(entries.length)} given to ${driver}`
  if (refused > 0)
    return { tone: 'refused', title, detail: `The service refused ${parcels(refused)}. The page “Waiting” shows what to do.` }
  if (kept > 0) return { tone: 'kept', title, detail: `Kept on this device until the service can be reached: ${parcels(kept)}.` }
  if (already === entries.length && already > 0) return { tone: 'already', title, detail: 'All of them were already collected.' }
  return { tone: 'success', title, detail: already > 0 ? `Already collected before: ${parcels(already)}.` : 'All of them are recorded.' }
}
