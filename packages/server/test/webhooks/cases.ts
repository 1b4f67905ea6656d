import type * as kind from '../../src/kinds/webhooks/kind.ts'
import { type Case, type CasesOf, eventOf, listed, plain } from '../coverage/case.ts'

const onWebhook =
  (command: string, body?: unknown): Case =>
  async (world) => {
    const { id } = await world.webhook()
    return { path: `/v2/webhooks/${id}${command}`, body, owned: [id] }
  }

export const CASES: CasesOf<typeof kind> = {
  createWebhook: plain('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['shipment.created'] }),
  listWebhooks: listed('/v2/webhooks', async (world) => (await world.webhook()).id),
  readWebhook: onWebhook(''),
  updateWebhook: onWebhook('', { description: 'warehouse' }),
  deleteWebhook: onWebhook(''),
  rotateWebhookSecret: onWebhook('/rotate-secret'),
  recoverWebhook: onWebhook('/recover', { since: '2026-01-01T00:00:00Z' }),
  previewWebhookRecovery: async (world) => {
    const { id } = await world.webhook()
    return { path: `/v2/webhooks/${id}/recovery?since=2026-01-01T00:00:00Z`, owned: [id] }
  },
  listEveryDelivery: async (world) => {
    const { id } = await world.delivery()
    return { path: '/v2/webhook-deliveries?limit=100', owned: [id] }
  },
  listWebhookDeliveries: async (world) => {
    const { webhook_id } = await world.delivery()
    return { path: `/v2/webhooks/${webhook_id}/deliveries`, owned: [webhook_id] }
  },
  readDelivery: async (world) => {
    const { id } = await world.delivery()
    return { path: `/v2/webhook-deliveries/${id}`, owned: [id] }
  },
  redeliver: async (world) => {
    const { id } = await world.delivery()
    return { path: `/v2/webhook-deliveries/${id}/redeliver`, owned: [id] }
  },
  listEventDeliveries: async (world) => {
    const event_id = await eventOf(world)
    return { path: `/v2/events/${event_id}/deliveries`, owned: [event_id] }
  },
  listOperatorWebhooks: plain('/v2/ops/webhooks'),
  readOperatorWebhook: async (world) => ({ path: `/v2/ops/webhooks/${(await world.webhook()).id}` }),
  listOperatorDeliveries: async (world) => ({ path: `/v2/ops/webhooks/${(await world.delivery()).webhook_id}/deliveries` }),
  readOperatorDelivery: async (world) => ({ path: `/v2/ops/webhook-deliveries/${(await world.delivery()).id}` }),
  listAllPartnersDeliveries: async (world) => {
    await world.delivery()
    return { path: '/v2/ops/webhook-deliveries?limit=2' }
  },
  listOperatorEventDeliveries: async (world) => ({ path: `/v2/ops/events/${await eventOf(world)}/deliveries` }),
}

export const NAMES_NOTHING = {
  createWebhook: 'what it makes belongs to whoever asks',
}
