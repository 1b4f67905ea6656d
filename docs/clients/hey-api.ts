// Signs the requests of a client of @hey-api/openapi-ts: `client.interceptors.request.use(signing(apiKey, secret))`.
import { createHmac } from 'node:crypto'

export const signing =
  (apiKey: string, secret: string) =>
  async (request: Request): Promise<Request> => {
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
  }
