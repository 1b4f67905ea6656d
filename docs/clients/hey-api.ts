// Signs the requests of a client of @hey-api/openapi-ts: `client.interceptors.request.use(signing(apiKey, secret))`.
import { createHmac } from 'node:crypto'

export const signing =
  (apiKey: string, secret: string) =>
  async (request: Request): Promise<Request> => {
    const timestamp = String(Math.floor(Date.now() / 1000))
    // The bytes that are sent; none for a GET, which signs the timestamp and the dot.
    const body = Buffer.from(await request.clone().arrayBuffer())
    request.headers.set('X-Api-Key', apiKey)
    request.headers.set('X-Service-Timestamp', timestamp)
    request.headers.set('X-Service-Signature', createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex'))
    return request
  }
