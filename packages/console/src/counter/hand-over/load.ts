// The parcels that a driver is taking, scanned one by one. The list is stored on the device during the handover, so that closing the page
// loses nothing.
import type { ParcelAtStore } from '@backhaul/client'
import { readStored } from '../shell/read-stored.ts'

export interface Loaded {
  /** The name of the field by which the scan identifies the parcel. */
  field: string
  value: string
  /** The label that is shown and that is used to compare parcels: the tracking number if it is known. */
  about: string
}

const key = (visit: string): string => `backhaul.counter.load.${visit}`

export const readLoad = (visit: string): Loaded[] => {
  const kept = readStored<Loaded[]>(key(visit))
  return Array.isArray(kept) ? kept : []
}

export const writeLoad = (visit: string, load: readonly Loaded[]): void => {
  try {
    if (load.length === 0) localStorage.removeItem(key(visit))
    else localStorage.setItem(key(visit), JSON.stringify(load))
  } catch {
    // The device's storage is full. The load is still on the screen, and confirmed scans are in the queue, which reports its own storage
    // errors.
  }
}

/** Returns the parcel at this counter that has this code. */
export const hereBy = (parcels: readonly ParcelAtStore[], code: string): ParcelAtStore | undefined =>
  parcels.find(({ tracking, barcode, shipment_id }) => [tracking, barcode, shipment_id].includes(code))

export const isLoaded = (load: readonly Loaded[], names: readonly string[]): boolean =>
  load.some(({ value, about }) => names.includes(value) || names.includes(about))
