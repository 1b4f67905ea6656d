import type { EventType } from '../../src/events/catalog.ts'
import type { EventRecord } from '../../src/events/record.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Service } from '../../src/platform/service.ts'
import type { TestClient } from './client.ts'
import type { Receiver } from './receiver.ts'

/** An event with a body of the usual size, as a command would have sealed it. */
export const eventOf = (partner_id: string, subject: string, type: EventType = 'shipment.held', now = Date.now()): EventRecord => {
  const id = newId('event')
  const created_at = new Date(now).toISOString()
  const body = JSON.stringify({
    object: 'webhook',
    eventID: id,
    event: type,
    type,
    identifiers: { shipment: subject },
    padding: 'x'.repeat(700),
  })
  return { id, partner_id, type, subject, shipment_id: subject, created_at, body }
}

/** Commits these events as one cause; returns them. */
export const commitEvents = async (service: Service, events: EventRecord[]): Promise<EventRecord[]> => {
  if (!(await service.committer.commit({ events }))) throw new Error('the events were not committed')
  return events
}

/** Registers `receiver` for every type (or those given). */
export const register = async (
  client: TestClient,
  receiver: Receiver,
  enabled_events: string[] = ['*'],
): Promise<{ id: string; secret: string }> => {
  const { status, json, text } = await client.post('/v2/webhooks', { url: receiver.url(), enabled_events })
  if (status !== 201) throw new Error(`registering failed: ${text}`)
  return json
}

/** The delivery of an event to a webhook once `holds` is true of it. */
// biome-ignore lint/suspicious/noExplicitAny: resources of the API
export const deliveryWhen = async (
  client: TestClient,
  webhookId: string,
  holds: (delivery: any) => boolean,
  eventId?: string,
): Promise<any> => {
  for (;;) {
    const { json } = await client.get(`/v2/webhooks/${webhookId}/deliveries?limit=100`)
    // biome-ignore lint/suspicious/noExplicitAny: resources of the API
    const found = json.data.find((one: any) => (eventId === undefined || one.event_id === eventId) && holds(one))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
