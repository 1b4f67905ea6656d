// What a driver is being given: scanned one by one, kept on the device while it is going on, so that a page that is closed loses nothing.
import type { ParcelAtStore } from '@backhaul/client'
import { readKept } from '../shell/read-kept.ts'

/** One parcel of the load. */
export interface Loaded {
  /** The identification that its scan names. */
  field: string
  value: string
  /** For people, and to tell it apart: the tracking number if it is known. */
  about: string
}

const key = (visit: string): string => `backhaul.counter.load.${visit}`

export const readLoad = (visit: string): Loaded[] => {
  const kept = readKept<Loaded[]>(key(visit))
  return Array.isArray(kept) ? kept : []
}

export const writeLoad = (visit: string, load: readonly Loaded[]): void => {
  try {
    if (load.length === 0) localStorage.removeItem(key(visit))
    else localStorage.setItem(key(visit), JSON.stringify(load))
  } catch {
    // A full device: the load is still on the screen, and what is confirmed is the queue's, which says when it cannot keep it.
  }
}

/** The parcel at this counter that a code names. */
export const hereBy = (parcels: readonly ParcelAtStore[], code: string): ParcelAtStore | undefined =>
  parcels.find(({ tracking, barcode, shipment_id }) => [tracking, barcode, shipment_id].includes(code))

export const isLoaded = (load: readonly Loaded[], names: readonly string[]): boolean =>
  load.some(({ value, about }) => names.includes(value) || names.includes(about))
