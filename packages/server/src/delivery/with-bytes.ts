import { type EventArchive, isArchived } from '../storage/event-archive.ts'
import type { DeliveryRow } from './queries.ts'

/**
 * Sends a delivery: at once, or, if the bytes of its event are in the archive, when they were read. Deliveries end before events are archived,
 * but for those that were held up for months. `onError`: gets what kept it from being sent.
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
