// A load generator that uses as few resources as possible, because it shares the machine with the measured service. It uses keep-alive
// sockets, each with at most one request in flight. It reads Content-Length to find the end of an answer, and parses no other part of the
// answer. It runs as its own process and talks to its parent over IPC.
//
// Closed loop: each connection sends its next request when the previous answer has arrived. Open loop (`rate_per_s`): requests are due at
// fixed times. Their latency is measured from the due time, even if no connection was free then.
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { RequestSigner } from '../packages/client/dist/index.js'
import { percentile } from '../packages/trials/dist/lib/run.js'

/** @typedef {{ method: string, path: string, body: string, key: string, secret: string | null,
 * signature?: 'v1' | 'v2', idempotent: boolean }} Shape */
/** @typedef {{ port: number, connections: number, seconds: number, shapes: Shape[], rate_per_s?: number, requests?: number }} Job */

/** @type {Map<string, RequestSigner>} */
const signers = new Map()

/** Returns the signer of a secret. Each secret has one signer, because the signer caches its key. @param {string} secret */
const signerOf = (secret) => {
  const signer = signers.get(secret) ?? new RequestSigner(secret)
  signers.set(secret, signer)
  return signer
}

/**
 * Returns the bytes of one request, signed if a secret is given. In the body, `$n` is replaced by the number of the request, and `$t` by
 * the Unix time of sending. @param {Shape} shape @param {number} n
 */
const render = async ({ method, path, body, key, secret, signature, idempotent }, n) => {
  const text = body.replaceAll('$n', String(n)).replaceAll('$t', () => (performance.timeOrigin + performance.now()).toFixed(3))
  let head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\n`
  if (key) head += `X-Api-Key: ${key}\r\n`
  if (secret) {
    const signer = signerOf(secret)
    const signed = await (signature === 'v1' ? signer.headers(text) : signer.headersV2({ method, url: `http://bench${path}`, body: text }))
    for (const [name, value] of Object.entries(signed)) head += `${name}: ${value}\r\n`
  }
  if (idempotent) head += `Idempotency-Key: ${randomUUID()}\r\n`
  if (text) head += `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return `${head}\r\n${text}`
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: *(\d+)/i

/** A keep-alive connection. It calls `onAnswer(status)` at the last byte of each answer. */
class Connection {
  #chunks = []
  #size = 0
  #need = -1
  #status = 0

  constructor(port, onAnswer, onError) {
    this.onAnswer = onAnswer
    this.ready = new Promise((resolve) => {
      this.socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, resolve)
    })
    this.socket.on('error', onError)
    this.socket.on('data', (chunk) => this.#take(chunk))
  }

  send(request) {
    this.socket.write(request)
  }

  #take(chunk) {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#need < 0) {
      const head = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      this.#status = Number(text.slice(9, 12))
      this.#need = end + HEAD_END.length + Number(LENGTH.exec(text)?.[1] ?? 0)
    }
    if (this.#size < this.#need) return
    this.#chunks = []
    this.#size = 0
    this.#need = -1
    this.onAnswer(this.#status)
  }
}

/** Each connection sends its next request as soon as the previous one is answered, until the time is over or `requests` were sent. */
const closedLoop = async ({ port, connections, seconds, shapes, requests = Number.POSITIVE_INFINITY }, report) => {
  const until = performance.now() + seconds * 1000
  let n = 0
  const drive = () =>
    new Promise((resolve, reject) => {
      let sentAt = 0
      const send = async () => {
        if (n >= requests || performance.now() >= until) return connection.socket.end(resolve)
        const request = await render(shapes[n % shapes.length], n++)
        sentAt = performance.now()
        connection.send(request)
      }
      const onAnswer = (status) => {
        report(performance.now() - sentAt, status)
        send().catch(reject)
      }
      const connection = new Connection(port, onAnswer, reject)
      connection.ready.then(send).catch(reject)
    })
  await Promise.all(Array.from({ length: connections }, drive))
}

/** Requests are due at a fixed rate. Each is sent on a free connection, at once or as soon as one is free. */
const openLoop = async ({ port, connections, seconds, shapes, rate_per_s }, report) => {
  const total = Math.floor(seconds * rate_per_s)
  const free = []
  const due = []
  let answered = 0
  let finish
  let fail
  const finished = new Promise((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  const dispatch = () => {
    while (due.length > 0 && free.length > 0) {
      const { n, at } = due.shift()
      const connection = free.pop()
      connection.onAnswer = (status) => {
        report(performance.now() - at, status)
        free.push(connection)
        if (++answered === total) finish()
        dispatch()
      }
      render(shapes[n % shapes.length], n).then((request) => connection.send(request), fail)
    }
  }
  for (let i = 0; i < connections; i++) free.push(new Connection(port, () => {}, fail))
  await Promise.all(free.map(({ ready }) => ready))
  const all = [...free]
  const start = performance.now()
  let n = 0
  const timer = setInterval(() => {
    for (; n < total && performance.now() - start >= (n * 1000) / rate_per_s; n++) due.push({ n, at: start + (n * 1000) / rate_per_s })
    dispatch()
  }, 1)
  await finished
  clearInterval(timer)
  for (const { socket } of all) socket.end()
}

/** @param {Job} job */
const run = async (job) => {
  const latencies = []
  const statuses = {}
  const report = (ms, status) => {
    latencies.push(ms)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const start = performance.now()
  await (job.rate_per_s ? openLoop(job, report) : closedLoop(job, report))
  const elapsed_s = (performance.now() - start) / 1000
  const sorted = Float64Array.from(latencies).sort()
  return {
    requests: sorted.length,
    elapsed_s,
    per_s: sorted.length / elapsed_s,
    p50_ms: percentile(sorted, 0.5),
    p99_ms: percentile(sorted, 0.99),
    statuses,
  }
}

process.on('message', async (job) => {
  try {
    process.send?.(await run(job))
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
})
