// Every event of the feed was answered 200 by every webhook that wants it, with the bytes of the feed and a signature that fits; nothing else came.
import { undelivered } from '../settle.mjs'

export function* deliveriesComplete(log, { events }) {
  const webhooks = new Map(
    log.partners.flatMap(({ webhooks }, partner) => webhooks.map((webhook) => [webhook.id, { ...webhook, partner }])),
  )
  for (const { webhook, event } of undelivered(log)) {
    yield {
      at: log.now(),
      shipment: events.get(event)?.shipment ?? null,
      text: `${event} (${events.get(event)?.type}) was never delivered to ${webhook.id}`,
    }
  }
  for (const { at, webhook: id, event: event_id, body, genuine } of log.receipts) {
    const [event, webhook] = [events.get(event_id), webhooks.get(id)]
    const shipment = event?.shipment ?? null
    if (!genuine) yield { at, shipment, text: `${event_id} came to ${id} with a signature that does not fit` }
    if (!event) yield { at, shipment, text: `${event_id} came to ${id} and is not in the feed` }
    else if (event.partner !== webhook.partner) yield { at, shipment, text: `${event_id} came to ${id}, another partner's webhook` }
    else if (!webhook.types.includes('*') && !webhook.types.includes(event.type)) {
      yield { at, shipment, text: `${event_id} (${event.type}) came to ${id}, which did not ask for it` }
    } else if (event.text !== body) yield { at, shipment, text: `${event_id} came to ${id} with other bytes than the feed has` }
  }
}
