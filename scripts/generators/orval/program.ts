import { check } from './check'
import { createShipment, listEvents, readLabel, type WebhookEvent } from './generated/client'

const created = await createShipment(
  { direction: 'return', fulfillment: 'print_label' },
  { headers: { 'Idempotency-Key': crypto.randomUUID() } },
)
if (created.status !== 201) throw new Error(`${created.status}`)
const shipment = created.data
check(shipment.status === 'label_ready', 'a return is created')

const label = await readLabel(shipment.id)
if (label.status !== 200 || !(label.data instanceof Blob)) throw new Error('the label is not bytes')
check((await label.data.text()).startsWith('%PDF'), 'its label is fetched')

const pageAfter = async (cursor?: string) => {
  const page = await listEvents({ limit: 1, shipment: shipment.id, ...(cursor !== undefined && { cursor }) })
  if (page.status !== 200) throw new Error('no page')
  return page.data
}
const first = await pageAfter()
const second = await pageAfter(first.next_cursor ?? '')
check(first.data[0]?.eventID !== second.data[0]?.eventID, 'two pages of events are read')

const unfit = await createShipment({ direction: 'outbound', fulfillment: 'print_label' })
check(unfit.status === 422 && unfit.data.error.code === 'validation_failed', 'a refusal is read')

// The feed may have events of unknown types, so programs check `type`.
const event = first.data[0] as WebhookEvent
if (event.type !== 'shipment.created') throw new Error(event.type)
check(event.eventSpecific.serviceLevel === 'standard', 'an event is read')
