// The webhook receiver of the measurements: answers 200 at once and counts. In its own process, as a partner's would be, and as cheap as
// possible, as it shares the machine with what is measured: answers go out as soon as a request's last byte is there.
import net from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const EVENT_TIME = Buffer.from('"eventDateTime":"')
const LENGTH = /content-length: *(\d+)/i
const ISO_BYTES = 24
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')

let received = 0
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

process.on('message', (message) => {
  if (message === 'listen') server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
  if (message === 'measure') {
    received = 0
    latencies = []
    process.send?.('measuring')
  }
  if (message === 'report') {
    const sorted = Float64Array.from(latencies ?? []).sort()
    process.send?.({ received, p50_ms: percentile(sorted, 0.5), p99_ms: percentile(sorted, 0.99) })
    latencies = null
  }
})
