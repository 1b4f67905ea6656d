import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import type { Database } from '../../database/db.ts'
import { listPair, OPS, pagedList } from '../../http/list-endpoint.ts'
import type { PageSlice } from '../../http/lists.ts'
import { IdText, Time } from '../../http/schemas.ts'
import { loadWebhook } from './command.ts'
import { DELIVERY_STATUSES, type DeliveryStatus, type Webhook } from './model.ts'
import { findAnyWebhook, listDeliveries, listDeliveriesOfAll, withAttempts } from './queries.ts'
import { deliveryResource } from './resource.ts'
import { DeliveryOut, OpsDelivery } from './schema.ts'

const OWN = { scope: 'webhooks:manage', partner_only: true, tag: 'Webhooks', page: 'A page of deliveries', item: DeliveryOut } as const
const ALL = { ...OPS, page: 'A page of deliveries', item: OpsDelivery }
const OF_ONE = {
  description: 'Lists deliveries, newest first, each with its attempts.',
  filters: { status: Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries in this status' }) },
}
const filters = {
  ...OF_ONE.filters,
  created_after: Time('Only deliveries of events that occurred after this time'),
  created_before: Time('Only deliveries of events that occurred before this time'),
}

export const [listEveryDelivery, listAllPartnersDeliveries] = listPair(
  {
    ...OWN,
    path: '/v2/webhook-deliveries',
    summary: 'List the deliveries of all webhooks',
    description:
      'Lists the deliveries of all existing webhooks, newest first, each with its attempts. A delivery of a deleted webhook can be read by its id.',
    filters,
  },
  {
    ...ALL,
    path: '/v2/ops/webhook-deliveries',
    summary: 'List the deliveries of all webhooks of all partners',
    description:
      "Lists the deliveries of all existing webhooks, newest first, each with its attempts. The times of a delivery are in its partner's virtual time.",
    filters: { ...filters, partner_id: IdText('Only deliveries to this partner') },
  },
  async ({ db }, { tenant, after, limit }, asked) => withAttempts(db, await listDeliveriesOfAll(db, tenant, asked, after, limit)),
  (delivery) => deliveryResource(delivery, delivery.made),
)

const read = async (db: Database, found: Webhook | Refusal, { after, limit }: PageSlice, status: DeliveryStatus | null = null) =>
  isRefusal(found) ? found : withAttempts(db, await listDeliveries(db, found.id, status, after, limit))

export const listWebhookDeliveries = pagedList(
  { ...OWN, ...OF_ONE, path: '/v2/webhooks/:id/deliveries', summary: "List a webhook's deliveries" },
  async (context, part, { status }, { id }) => read(context.service.db, await loadWebhook(context, id), part, status),
  (delivery) => deliveryResource(delivery, delivery.made),
)

export const listOperatorDeliveries = pagedList(
  { ...ALL, ...OF_ONE, path: '/v2/ops/webhooks/:id/deliveries', summary: "List the deliveries of a partner's webhook" },
  async ({ service: { db } }, part, { status }, { id }) => {
    const webhook = (await findAnyWebhook(db, id)) ?? refuse('not_found', 'No webhook with this id exists.', { field: 'id' })
    return read(db, webhook, part, status)
  },
  (delivery) => ({ ...deliveryResource(delivery, delivery.made), partner_id: delivery.partner_id }),
)
