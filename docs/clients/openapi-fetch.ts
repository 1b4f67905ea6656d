// Signs the requests of openapi-fetch (types by openapi-typescript): `client.use(signing(apiKey, secret))`.
import { createHmac } from 'node:crypto'
import type { Middleware } from 'openapi-fetch'

export const signing = (apiKey: string, secret: string): Middleware => ({
  async onRequest({ request }) {
    const timestamp = String(Math.floor(Date.now() / 1000))
    // The bytes that are sent; none for a GET, which signs the timestamp and the dot.
    const body = Buffer.from(await request.clone().arrayBuffer())
    request.headers.set('X-Api-Key', apiKey)
    request.headers.set('X-Service-Timestamp', timestamp)
    request.headers.set('X-Service-Signature', createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex'))
    return request
  },
})
