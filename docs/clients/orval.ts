// Signs and sends the requests of a client of orval: its `override.mutator` with the `fetch` client.
import { createHmac } from 'node:crypto'

const { BACKHAUL_URL, BACKHAUL_API_KEY, BACKHAUL_SIGNING_SECRET } = process.env as Record<string, string>

export const signedFetch = async <T>(path: string, options: RequestInit): Promise<T> => {
  const request = new Request(new URL(path, BACKHAUL_URL), options)
  const timestamp = String(Math.floor(Date.now() / 1000))
  // The bytes that are sent; none for a GET.
  const body = Buffer.from(await request.clone().arrayBuffer())
  const { pathname, search, host } = new URL(request.url)
  const head = ['v2', timestamp, request.method, pathname + search, host, ''].join('\n')
  request.headers.set('X-Api-Key', BACKHAUL_API_KEY as string)
  request.headers.set('X-Service-Timestamp', timestamp)
  const signature = createHmac('sha256', BACKHAUL_SIGNING_SECRET as string)
    .update(head)
    .update(body)
    .digest('hex')
  request.headers.set('X-Service-Signature-V2', signature)
  // The key must not go to another address.
  const response = await fetch(request, { redirect: 'manual' })
  // A label is bytes: by itself, orval reads every answer as JSON.
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const data = response.status === 204 ? undefined : await (isJson ? response.json() : response.blob())
  return { status: response.status, headers: response.headers, data } as T
}
