// Notes, per webhook and shipment, in which order events came for the first time.
import { once } from 'node:events'
import http from 'node:http'

const SHIPMENT = Buffer.from('"shipment":"')

export class Receiver {
  /** Per path of a webhook: shipment to eventIDs in the order of their first receipts. */
  firsts = new Map()
  received = 0
  first_receipts = 0
  #server = http.createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      this.#note(request.url, String(request.headers['x-service-event-id']), Buffer.concat(chunks))
      response.writeHead(200, { 'Content-Length': 2 }).end('ok')
    })
    request.on('error', () => {})
  })

  async open() {
    this.#server.keepAliveTimeout = 600_000
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** The URL of another webhook. */
  add(path) {
    this.firsts.set(path, new Map())
    return `http://127.0.0.1:${this.#server.address().port}${path}`
  }

  #note(path, eventID, body) {
    this.received++
    const at = body.indexOf(SHIPMENT) + SHIPMENT.length
    const shipment = body.toString('latin1', at, body.indexOf('"', at))
    const firsts = this.firsts.get(path)
    const known = firsts.get(shipment)
    if (known?.includes(eventID)) return
    this.first_receipts++
    if (known) known.push(eventID)
    else firsts.set(shipment, [eventID])
  }

  close() {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
