import { type EventRecord, type EventType, internalName } from '@backhaul/core/events/catalog.ts'
import { newId } from '../../src/process/ids.ts'
import type { Service } from '../../src/service/service.ts'
import type { TestClient } from './client.ts'
import type { Receiver } from './receiver.ts'
import { until } from './until.ts'

/** An event with a body of the usual size, as a command would store it. */
export const eventOf = (partner_id: string, subject: string, type: EventType = 'shipment.held', now = Date.now()): EventRecord => {
  const id = newId('event')
  const created_at = new Date(now).toISOString()
  const head = { object: 'webhook', eventID: id, event: internalName(type), type, identifiers: { shipment: subject, partner: partner_id } }
  const body = JSON.stringify({ ...head, event_info: { event: internalName(type), eventDateTime: created_at, summary: 'x'.repeat(600) } })
  return { id, partner_id, type, subject, shipment_id: subject, created_at, body }
}

export const eventsOf = (partner_id: string, subjects: string[]): EventRecord[] => subjects.map((subject) => eventOf(partner_id, subject))

/** Commits these events in one transaction, as one cause, and returns them. */
export const commitEvents = async (service: Service, events: EventRecord[]): Promise<EventRecord[]> => {
  if (!(await service.committer.commit({ events }))) throw new Error('the events were not committed')
  return events
}

export interface Registered {
  id: string
  secret: string
}

export const register = async (client: TestClient, receiver: Receiver, enabled_events: string[] = ['*']): Promise<Registered> => {
  const { status, json, text } = await client.post('/v2/webhooks', { url: receiver.url(), enabled_events })
  if (status !== 201) throw new Error(`registering failed: ${text}`)
  return json
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

// biome-ignore lint/suspicious/noExplicitAny: a resource of the API
export type Delivery = any

/** Returns all deliveries of a webhook, newest first. */
export const deliveriesOf = async (client: TestClient, webhookId: string, status?: string): Promise<Delivery[]> => {
  const found: Delivery[] = []
  for (let cursor = ''; ; ) {
    const { json } = await client.get(`/v2/webhooks/${webhookId}/deliveries?limit=100${status ? `&status=${status}` : ''}${cursor}`)
    found.push(...json.data)
    if (!json.has_more) return found
    cursor = `&cursor=${json.next_cursor}`
  }
}

/** Resolves with the deliveries of a webhook once `holds` is true for them. */
export const deliveriesWhen = async (
  client: TestClient,
  webhookId: string,
  holds: (deliveries: Delivery[]) => boolean,
): Promise<Delivery[]> => {
  const found = async () => {
    const all = await deliveriesOf(client, webhookId)
    return holds(all) ? all : null
  }
  return until('the deliveries are as they should be', found, 120_000)
}

/** Resolves with the delivery of one event once `holds` is true for it. */
export const deliveryWhen = async (
  client: TestClient,
  webhookId: string,
  eventId: string,
  holds: (delivery: Delivery) => boolean,
): Promise<Delivery> => {
  const fits = (delivery: Delivery) => delivery.event_id === eventId && holds(delivery)
  return (await deliveriesWhen(client, webhookId, (all) => all.some(fits))).find(fits)
}

export const eventIds = (receiver: Receiver): string[] => receiver.requests.map(({ headers }) => String(headers['x-service-event-id']))
