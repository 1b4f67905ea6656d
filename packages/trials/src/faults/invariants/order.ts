// Invariant: first deliveries about one shipment reach a webhook in feed order. A receiver that resets connections may miss the first
// attempt and see only a later one. Later attempts have no promised order, so only first attempts are compared.
import type { Facts, Found } from '../facts.ts'
import type { Log } from '../log.ts'

export function* firstAttemptsInOrder(log: Log, { events }: Facts): Found {
  const seen = new Set<string>()
  const last: Facts['events'] = new Map()
  for (const { at, webhook, event: id, attempt } of log.receipts) {
    if (seen.has(`${webhook} ${id}`)) continue
    seen.add(`${webhook} ${id}`)
    const event = events.get(id)
    if (!event?.shipment || attempt !== 1) continue
    const of = `${webhook} ${event.shipment}`
    const before = last.get(of)
    if (before && before.place > event.place) {
      const text = `the first attempt of ${id} (${event.type}) reached ${webhook} after ${before.id} (${before.type}), which follows it in the feed`
      yield { at, shipment: event.shipment, text }
    } else last.set(of, event)
  }
}
