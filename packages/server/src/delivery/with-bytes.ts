import { type EventArchive, isArchived } from '../storage/event-archive.ts'
import type { DeliveryRow } from './queries.ts'

/**
 * Sends a delivery at once, or after reading the bytes of its event from the archive. Deliveries usually end before their events are
 * archived, except those that were held up for months. `onError` receives the error that prevented sending.
 */
export const withBytes = (
  archive: EventArchive,
  delivery: DeliveryRow,
  partner_id: string,
  send: () => void,
  onError: (error: unknown) => void,
): void => {
  if (isArchived(delivery.body)) {
    const read = archive.line(delivery.body, delivery.event_id, partner_id)
    read
      .then((body) => Object.assign(delivery, { body }))
      .then(send)
      .catch(onError)
    return
  }
  try {
    send()
  } catch (error) {
    onError(error)
  }
}
