// Invariant: a reader who pages through a growing feed sees every event once, in the final order.
import type { Found } from '../facts.ts'
import type { Event, Log } from '../log.ts'

export function* feedStable(log: Log): Found {
  for (const [partner, feed] of log.final.feeds.entries()) {
    const name = log.partners[partner]?.name
    const ids = new Set<string>()
    for (const { id, shipment } of feed) {
      if (ids.has(id)) yield { at: log.now(), shipment, text: `${id} is in the feed of ${name} twice` }
      ids.add(id)
    }
    yield* pagesAgree(log, partner, feed)
  }
}

/** Checks that the pages of each reader, in sequence, are the beginning of the feed. */
function* pagesAgree(log: Log, partner: number, feed: Event[]): Found {
  const places = new Map<number, number>()
  for (const { partner: whose, reader, at, records } of log.pages) {
    if (whose !== partner) continue
    let place = places.get(reader) ?? 0
    for (const { id, text } of records) {
      const there = feed[place]
      if (!there)
        return yield {
          at,
          shipment: null,
          text: `reader ${reader} of ${log.partners[partner]?.name} read ${id}, which is not in the final feed`,
        }
      if (there.id !== id) {
        const text_ = `reader ${reader} of ${log.partners[partner]?.name} read ${id} at position ${place + 1} of the feed, but the final feed has ${there.id} (${there.type}) at that position`
        return yield { at, shipment: there.shipment, text: text_ }
      }
      if (there.text !== text) return yield { at, shipment: there.shipment, text: `${id} was different when read at the end` }
      place++
    }
    places.set(reader, place)
  }
}
