import { check } from './check'
import { createShipment, listEvents, readLabel, type WebhookEvent } from './generated'
import { client } from './generated/client.gen'
import { signing } from './signing'

const { BACKHAUL_URL = '', BACKHAUL_API_KEY = '', BACKHAUL_SIGNING_SECRET = '' } = process.env
client.setConfig({ baseUrl: BACKHAUL_URL })
client.interceptors.request.use(signing(BACKHAUL_API_KEY, BACKHAUL_SIGNING_SECRET))

const created = await createShipment({
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { direction: 'return', fulfillment: 'print_label' },
})
const shipment = created.data
if (!shipment) throw new Error(created.error?.error.message)
check(shipment.status === 'label_ready', 'a return is created')

const label = await readLabel({ path: { id: shipment.id }, parseAs: 'blob' })
if (!(label.data instanceof Blob)) throw new Error('the label is not bytes')
check((await label.data.text()).startsWith('%PDF'), 'its label is fetched')

const pageAfter = async (cursor?: string) => {
  const { data } = await listEvents({ query: { limit: 1, shipment: shipment.id, ...(cursor !== undefined && { cursor }) } })
  if (!data) throw new Error('no page')
  return data
}
const first = await pageAfter()
const second = await pageAfter(first.next_cursor ?? '')
check(first.data[0]?.eventID !== second.data[0]?.eventID, 'two pages of events are read')

const unfit = await createShipment({ body: { direction: 'outbound', fulfillment: 'print_label' } })
check(unfit.response?.status === 422 && unfit.error?.error.code === 'validation_failed', 'a refusal is read')

// The feed may have events of unknown types, so programs check `type`.
const event = first.data[0] as WebhookEvent
if (event.type !== 'shipment.created') throw new Error(event.type)
check(event.eventSpecific.serviceLevel === 'standard', 'an event is read')
