// The webhook receiver of the measurements: answers 200 at once and counts. In its own process, as a partner's would be, and as cheap as
// possible, as it shares the machine with what is measured: answers go out as soon as a request's last byte is there.
import net from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const EVENT_TIME = Buffer.from('"eventDateTime":"')
const LENGTH = /content-length: *(\d+)/i
const ISO_BYTES = 24
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')

let received = 0
let connections = 0
let most_connections = 0
/** Milliseconds from each event's time to its arrival; null: not asked for. */
let latencies = null

const count = (body) => {
  received++
  if (!latencies) return
  const at = body.indexOf(EVENT_TIME) + EVENT_TIME.length
  latencies.push(Date.now() - Date.parse(body.toString('latin1', at, at + ISO_BYTES)))
}

const server = net.createServer({ noDelay: true }, (socket) => {
  let bytes = Buffer.alloc(0)
  /** Of the request that is arriving; -1: its headers are not complete. */
  let size = -1
  let bodyAt = 0
  most_connections = Math.max(most_connections, ++connections)
  socket.on('close', () => connections--)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    for (;;) {
      if (size < 0) {
        const end = bytes.indexOf(HEAD_END)
        if (end < 0) return
        bodyAt = end + HEAD_END.length
        size = bodyAt + Number(LENGTH.exec(bytes.toString('latin1', 0, end))?.[1] ?? 0)
      }
      if (bytes.length < size) return
      count(bytes.subarray(bodyAt, size))
      socket.write(ANSWER)
      bytes = bytes.subarray(size)
      size = -1
    }
  })
})

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const ANSWERS = {
  listen: () => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port))),
  /** Counts from zero, and measures latencies until the next report. */
  measure: () => {
    received = 0
    most_connections = connections
    latencies = []
    return true
  },
  report: () => {
    const sorted = Float64Array.from(latencies ?? []).sort()
    latencies = null
    return { received, most_connections, p50_ms: percentile(sorted, 0.5), p99_ms: percentile(sorted, 0.99) }
  },
}

process.on('message', async (message) => process.send?.(await ANSWERS[message]()))
