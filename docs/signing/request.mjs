// Creates a shipment with a signed request. Needs Node 20 and nothing else.
import { createHmac, randomUUID } from 'node:crypto'

const { BACKHAUL_URL, BACKHAUL_API_KEY, BACKHAUL_SIGNING_SECRET } = process.env

/** Sends one signed request. `body` is sent as exactly the text that is signed. */
const send = async (method, path, body = '', headers = {}) => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', BACKHAUL_SIGNING_SECRET).update(`${timestamp}.${body}`).digest('hex')
  return fetch(BACKHAUL_URL + path, {
    method,
    headers: {
      'X-Api-Key': BACKHAUL_API_KEY,
      'X-Service-Timestamp': timestamp,
      'X-Service-Signature': signature,
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    // The key must not go to another address.
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  })
}

const body = JSON.stringify({ direction: 'return', fulfillment: 'print_label', order_id: 'ORDER-10442' })
const created = await send('POST', '/v2/shipments', body, { 'Idempotency-Key': randomUUID() })
const shipment = await created.json()
if (!created.ok) throw new Error(JSON.stringify(shipment))

// A request without a body signs the timestamp and the dot alone.
const read = await send('GET', `/v2/shipments/${shipment.id}`)
console.log(read.status, shipment.id, shipment.status)
