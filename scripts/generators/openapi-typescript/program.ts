import createClient from 'openapi-fetch'
import { check } from './check'
import type { components, paths } from './generated/schema'
import { signing } from './signing'

const { BACKHAUL_URL = '', BACKHAUL_API_KEY = '', BACKHAUL_SIGNING_SECRET = '' } = process.env
const client = createClient<paths>({ baseUrl: BACKHAUL_URL })
client.use(signing(BACKHAUL_API_KEY, BACKHAUL_SIGNING_SECRET))

const created = await client.POST('/v2/shipments', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { direction: 'return', fulfillment: 'print_label' },
})
const shipment = created.data
if (!shipment) throw new Error(created.error.error.message)
check(shipment.status === 'label_ready', 'a return is created')

const label = await client.GET('/v2/shipments/{id}/label', { params: { path: { id: shipment.id } }, parseAs: 'arrayBuffer' })
check(new TextDecoder().decode(label.data).startsWith('%PDF'), 'its label is fetched')

const pageAfter = async (cursor?: string) => {
  const { data } = await client.GET('/v2/events', {
    params: { query: { limit: 1, shipment: shipment.id, ...(cursor !== undefined && { cursor }) } },
  })
  if (!data) throw new Error('no page')
  return data
}
const first = await pageAfter()
const second = await pageAfter(first.next_cursor ?? '')
check(first.data[0]?.eventID !== second.data[0]?.eventID, 'two pages of events are read')

const unfit = await client.POST('/v2/shipments', { body: { direction: 'outbound', fulfillment: 'print_label' } })
check(unfit.response.status === 422 && unfit.error?.error.code === 'validation_failed', 'a refusal is read')

// The feed may have events of unknown types, so programs check `type`.
const event = first.data[0] as components['schemas']['WebhookEvent']
if (event.type !== 'shipment.created') throw new Error(event.type)
check(event.eventSpecific.serviceLevel === 'standard', 'an event is read')
