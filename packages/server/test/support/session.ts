import { bodyOf, exchange, TestClient, type TestRequest } from './client.ts'

/** A signed-in browser with a page of the service open: the cookie, and the headers that browser and page send. */
export class SessionClient extends TestClient {
  readonly cookie: string
  /** The answer to the request that opened the link. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly session: any

  // biome-ignore lint/suspicious/noExplicitAny: as above
  constructor(url: string, cookie: string, session: any, settle?: () => Promise<void>) {
    super(url, { api_key: '', signing_secret: 'none' }, settle)
    this.cookie = cookie
    this.session = session
  }

  override send(method: string, path: string, { headers = {}, ...request }: TestRequest = {}) {
    const own = { Origin: this.url, 'Sec-Fetch-Site': 'same-origin', 'X-Backhaul-Console': '1', Cookie: this.cookie }
    return sendAs(this.url, method, path, { ...request, headers: { ...own, ...headers } })
  }
}

/** Sends a raw request without a signature. A header with an empty value is omitted. */
export const sendAs = (url: string, method: string, path: string, { body, headers = {}, idempotencyKey }: TestRequest = {}) => {
  const all = {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...headers,
  }
  return exchange(method, url + path, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')), bodyOf(body))
}

/** Sends the request that the page /sign-in sends. */
export const openLink = (url: string, link: string, headers: Record<string, string> = {}) => {
  const page = { Origin: url, 'Sec-Fetch-Site': 'same-origin', 'X-Backhaul-Console': '1' }
  const token = link.split('#')[1] ?? link
  return sendAs(url, 'POST', '/v2/console-sessions', { body: { token }, headers: { ...page, ...headers } })
}

export const PERSON = { name: 'Cleo Clerk', email: 'cleo@example.com' }

/** Makes a link as `maker` and returns a browser that has opened it. */
export const signIn = async (maker: TestClient, link: { access: string; [field: string]: unknown }): Promise<SessionClient> => {
  const made = await maker.post('/v2/console-links', { ...PERSON, ...link })
  if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
  const opened = await openLink(maker.url, made.json.url)
  if (opened.status !== 201) throw new Error(`${opened.status} ${opened.text}`)
  const cookie = (opened.headers.get('set-cookie') as string).split(';')[0] as string
  return new SessionClient(maker.url, cookie, opened.json, maker.settle)
}
