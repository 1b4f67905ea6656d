import type { ScanFacility, ScanKind } from '@backhaul/client'
import { useEffect } from 'react'
import type { Advice } from '../scan/code-texts.ts'
import { readStored } from '../shell/read-stored.ts'
import { useList } from '../shell/use-list.tsx'
import { WORDS } from '../words.ts'

const KEPT = 'backhaul.counter.facilities'

/** Returns the facilities in use, from the last successful request on this device; null if there was none. */
export const useFacilities = (): readonly ScanFacility[] | null => {
  const { items } = useList('/v2/facilities', {})
  useEffect(() => {
    if (items) localStorage.setItem(KEPT, JSON.stringify(items))
  }, [items])
  return items ?? readStored<readonly ScanFacility[]>(KEPT)
}

/** Kinds of scans that need a facility. A driver is not at a facility. */
const AT_A_FACILITY: readonly ScanKind[] = ['arrive', 'sort']

/** Returns why a scan of this kind cannot be confirmed with the selected facility, or null if it can. */
export const facilityFault = (
  kind: ScanKind | null,
  facility: string,
  facilities: readonly Pick<ScanFacility, 'code'>[] | null,
): Advice | null => {
  if (kind === null) return null
  if (facility === '' && AT_A_FACILITY.includes(kind))
    return {
      title: 'Choose the facility first',
      remedy: `"${WORDS[kind].label}" needs a facility. Choose it below, then scan again.`,
    }
  if (facility === '' || facilities === null || facilities.some(({ code }) => code === facility)) return null
  return { title: `${facility} is not a facility in use`, remedy: 'Choose another one below, then scan again.' }
}
