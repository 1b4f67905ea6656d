import type { NewEntry } from '../queue/types.ts'
import { shortCode } from '../scan/read-code.ts'
import type { Loaded } from './load.ts'

/** Returns the queue entry for the collection of one parcel. `driver` is the person who collects it. */
export const handOverEntry = ({ field, value, about }: Loaded, driver: string, store_id: string | null): NewEntry => ({
  path: '/v2/scan-events/collect',
  body: { [field]: value, ...(store_id !== null && { store_id }), handed_to: driver },
  title: `Give ${shortCode(about)} to ${driver}`,
  parcel: about,
})
