// The connection between a device and the service: an HTTP proxy that can be down. It can also cut a connection at four moments: before the
// request arrives, before the response is sent, in the middle of the response, and after it. It serves a page of its own, so that a test
// can open the queue without the counter.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fate = 'through' | 'before' | 'unanswered' | 'middle' | 'after'

export interface Passed {
  method: string
  path: string
  key: string | null
  fate: Fate
  /** Null if the request did not reach the service. */
  status: number | null
  at_ms: number
}

export class FlappingLine {
  fate: (method: string, path: string) => Fate = () => 'through'
  /** Answers in place of the service, with JSON or a text. Null forwards the request to the service. */
  instead: (method: string, path: string) => { status: number; headers?: Record<string, string>; body: unknown } | null = () => null
  readonly passed: Passed[] = []
  /**
   * The largest number of scans that were in flight at once. A scan whose client no longer waits does not count, because after a kill of
   * the browser it may still be in flight when it is sent again with the same key.
   */
  mostAtOnce = 0
  #atOnce = 0
  /** Current address of the service. */
  target: URL
  readonly #files: Record<string, [type: string, body: string]>
  readonly #server: Server

  constructor(target: string, files: Record<string, [type: string, body: string]>) {
    this.target = new URL(target)
    this.#files = files
    this.#server = createServer((incoming, outgoing) => {
      this.#take(incoming, outgoing).catch(() => outgoing.destroy())
    })
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = incoming
    const file = this.#files[path]
    if (file) {
      outgoing.writeHead(200, { 'content-type': file[0] }).end(file[1])
      return
    }
    const fate = this.fate(method, path)
    const passed: Passed = {
      method,
      path,
      key: (incoming.headers['idempotency-key'] as string | undefined) ?? null,
      fate,
      status: null,
      at_ms: performance.now(),
    }
    if (path.startsWith('/v2/')) this.passed.push(passed)
    if (fate === 'before') {
      outgoing.destroy()
      return
    }
    const isScan = method === 'POST' && path.startsWith('/v2/scan-events/')
    if (isScan) {
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce)
      outgoing.once('close', () => this.#atOnce--)
    }
    const { status, headers, body } = await this.#answer(method, path, incoming)
    passed.status = status
    if (fate === 'unanswered') outgoing.destroy()
    else await this.#send(outgoing, status, headers, body, fate)
  }

  async #send(outgoing: ServerResponse, status: number, headers: Record<string, string>, body: Buffer, fate: Fate): Promise<void> {
    outgoing.writeHead(status, { ...headers, 'content-length': String(body.length) })
    if (fate === 'middle') {
      outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy())
      return
    }
    outgoing.end(body)
    await once(outgoing, 'close')
    if (fate === 'after') outgoing.socket?.destroy()
  }

  async #answer(
    method: string,
    path: string,
    incoming: IncomingMessage,
  ): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const instead = this.instead(method, path)
    if (instead)
      return {
        status: instead.status,
        headers: { 'content-type': 'application/json', ...instead.headers },
        body: Buffer.from(typeof instead.body === 'string' ? instead.body : JSON.stringify(instead.body)),
      }
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !['connection', 'transfer-encoding', 'content-length'].includes(name)),
    ) as Record<string, string>
    const body = Buffer.concat(chunks)
    const { hostname, port } = this.target
    const outgoing = request({
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...(body.length > 0 ? { 'content-length': body.length } : {}) },
    })
    outgoing.end(body)
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    const answer: Buffer[] = []
    for await (const chunk of response) answer.push(chunk as Buffer)
    const kept = Object.entries(response.headers).filter(
      ([name]) => !['connection', 'transfer-encoding', 'content-length', 'keep-alive'].includes(name),
    )
    return {
      status: response.statusCode as number,
      headers: Object.fromEntries(kept) as Record<string, string>,
      body: Buffer.concat(answer),
    }
  }
}
