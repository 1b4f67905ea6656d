// Signs the requests of openapi-fetch (types by openapi-typescript): `client.use(signing(apiKey, secret))`.
import { createHmac } from 'node:crypto'
import type { Middleware } from 'openapi-fetch'

export const signing = (apiKey: string, secret: string): Middleware => ({
  async onRequest({ request }) {
    const timestamp = String(Math.floor(Date.now() / 1000))
    // The bytes that are sent; none for a GET.
    const body = Buffer.from(await request.clone().arrayBuffer())
    const { pathname, search, host } = new URL(request.url)
    const head = ['v2', timestamp, request.method, pathname + search, host, ''].join('\n')
    request.headers.set('X-Api-Key', apiKey)
    request.headers.set('X-Service-Timestamp', timestamp)
    request.headers.set('X-Service-Signature-V2', createHmac('sha256', secret).update(head).update(body).digest('hex'))
    // The key must not go to another address.
    return new Request(request, { redirect: 'manual' })
  },
})
