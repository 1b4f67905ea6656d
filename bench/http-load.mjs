// A load generator that costs as little as possible, as it shares the machine with what it measures: keep-alive sockets, one request in
// flight on each, answers framed by Content-Length and not parsed further. Runs as its own process; talks to its parent over IPC.
import { createHmac, randomUUID } from 'node:crypto'
import net from 'node:net'

/** @typedef {{ method: string, path: string, body: string, key: string, secret: string | null, idempotent: boolean }} Shape */

/** The bytes of one request, signed if a secret is given. @param {Shape} shape @param {number} n */
const render = ({ method, path, body, key, secret, idempotent }, n) => {
  const text = body.replaceAll('$n', String(n))
  let head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\n`
  if (key) head += `X-Api-Key: ${key}\r\n`
  if (secret) {
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
    head += `X-Service-Timestamp: ${timestamp}\r\nX-Service-Signature: ${signature}\r\n`
  }
  if (idempotent) head += `Idempotency-Key: ${randomUUID()}\r\n`
  if (text) head += `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return `${head}\r\n${text}`
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: *(\d+)/i

/** One connection: sends `next()` again and again until it answers null; reports each latency and status. */
const drive = (port, next, report) =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    let chunks = []
    let size = 0
    let need = -1
    let status = 0
    let sentAt = 0
    const send = () => {
      const request = next()
      if (request === null) return socket.end(resolve)
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (need < 0) {
        const head = chunks.length === 1 ? chunk : Buffer.concat(chunks)
        const end = head.indexOf(HEAD_END)
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        status = Number(text.slice(9, 12))
        need = end + 4 + Number(LENGTH.exec(text)?.[1] ?? 0)
      }
      if (size < need) return
      chunks = []
      size = 0
      need = -1
      report(performance.now() - sentAt, status)
      send()
    })
  })

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** @param {{ port: number, connections: number, seconds: number, shapes: Shape[] }} job */
const run = async ({ port, connections, seconds, shapes }) => {
  const latencies = []
  const statuses = {}
  let n = 0
  const start = performance.now()
  const until = start + seconds * 1000
  const next = () => (performance.now() >= until ? null : render(shapes[n % shapes.length], n++))
  const report = (ms, status) => {
    latencies.push(ms)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: connections }, () => drive(port, next, report)))
  const elapsed_s = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    per_s: latencies.length / elapsed_s,
    p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99),
    statuses,
  }
}

process.on('message', async (job) => process.send?.(await run(job)))
