// The webhook receiver of the measurements. It runs in its own process, as a partner's receiver would. It uses as few resources as
// possible, because it shares the machine with the measured service.
//
// A healthy receiver counts a request and answers 200 as soon as the request's last byte has arrived. The other receivers can be made to
// fail: each of them hangs, answers 500, or drips one byte a second without end.
import net from 'node:net'
import { percentile } from '../packages/trials/dist/lib/run.js'

const HEAD_END = Buffer.from('\r\n\r\n')
const EVENT_TIME = Buffer.from('"eventDateTime":"')
/** The order id carries the time at which the caller sent the request that caused the event. */
const SENT_TIME = Buffer.from('"orderID":"sent-')
/** The header name is in lower case, as undici and the service write it. */
const LENGTH = Buffer.from('\r\ncontent-length: ')
const QUOTE = 0x22
const ISO_BYTES = 24
const MARK_EVERY = 100
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
const FAILURE = Buffer.from('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 2\r\n\r\nno')
const DRIP_HEAD = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n')
const DRIP_EVERY_MS = 1000

let received = 0
let connections = 0
let most_connections = 0
/**
 * Milliseconds from the time of each event to its arrival. Null if latencies are not measured. `since_sent` has the milliseconds since the
 * create was sent.
 */
let latencies = null
let since_sent = []
/** Arrival time of every MARK_EVERY-th event, in milliseconds. */
let marks_ms = []

const now = () => performance.timeOrigin + performance.now()

const count = (body) => {
  if (received++ % MARK_EVERY === 0) marks_ms.push(performance.now())
  if (!latencies) return
  const now_ms = now()
  const at = body.indexOf(EVENT_TIME) + EVENT_TIME.length
  latencies.push(now_ms - Date.parse(body.toString('latin1', at, at + ISO_BYTES)))
  const sentAt = body.indexOf(SENT_TIME) + SENT_TIME.length
  if (sentAt >= SENT_TIME.length) since_sent.push(now_ms - Number(body.toString('latin1', sentAt, body.indexOf(QUOTE, sentAt))))
}

const answer = (socket) => socket.write(ANSWER)
const drip = (socket) => {
  socket.write(DRIP_HEAD)
  const timer = setInterval(() => socket.write('x'), DRIP_EVERY_MS)
  socket.on('close', () => clearInterval(timer))
}
const ILLNESSES = [() => {}, (socket) => socket.write(FAILURE), drip]

const receiverThat = (behave, isCounted) => ({ behave, isCounted, sockets: new Set() })
/** One receiver for each kind of failure; all are healthy at first. */
const patients = ILLNESSES.map(() => receiverThat(answer, false))

/** Starts a receiver on a free port and returns the port. */
const listen = (receiver) =>
  new Promise((resolve) => {
    const server = net.createServer({ noDelay: true }, (socket) => receive(receiver, socket))
    server.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })

const lengthOf = (bytes) => {
  const at = bytes.indexOf(LENGTH) + LENGTH.length
  if (at < LENGTH.length) throw new Error(`a request without a Content-Length: ${bytes.toString('latin1', 0, 500)}`)
  return Number.parseInt(bytes.toString('latin1', at, at + 8), 10)
}

const receive = (receiver, socket) => {
  let bytes = Buffer.alloc(0)
  /** Size of the request that is arriving; -1 while its headers are incomplete. */
  let size = -1
  let bodyAt = 0
  most_connections = Math.max(most_connections, ++connections)
  receiver.sockets.add(socket)
  socket.on('close', () => {
    connections--
    receiver.sockets.delete(socket)
  })
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    for (;;) {
      if (size < 0) {
        const end = bytes.indexOf(HEAD_END)
        if (end < 0) return
        bodyAt = end + HEAD_END.length
        size = bodyAt + lengthOf(bytes)
      }
      if (bytes.length < size) return
      if (receiver.isCounted) count(bytes.subarray(bodyAt, size))
      receiver.behave(socket)
      bytes = bytes.subarray(size)
      size = -1
    }
  })
}

const percentilesOf = (values_ms) => {
  const sorted = values_ms.toSorted((a, b) => a - b)
  return { p50_ms: percentile(sorted, 0.5), p99_ms: percentile(sorted, 0.99) }
}

const ANSWERS = {
  listen: () => listen(receiverThat(answer, true)),
  /** Returns the ports of the receivers that can be made to fail. Requests to them are not counted. */
  listenPatients: () => Promise.all(patients.map(listen)),
  fallIll: () => {
    for (const [i, patient] of patients.entries()) patient.behave = ILLNESSES[i]
  },
  /** Hanging and dripping connections are closed. */
  recover: () => {
    for (const patient of patients) {
      patient.behave = answer
      for (const socket of patient.sockets) socket.destroy()
    }
  },
  /** Resets the count to zero and stops measuring latencies. */
  count: () => {
    received = 0
    most_connections = connections
    latencies = null
    marks_ms = []
  },
  /** Resets the count to zero and measures latencies until the next report. */
  measure: () => {
    ANSWERS.count()
    latencies = []
    since_sent = []
  },
  received: () => received,
  report: () => {
    const percentiles = percentilesOf(latencies ?? [])
    latencies = null
    return { received, most_connections, marks_ms, mark_every: MARK_EVERY, ...percentiles, sent: percentilesOf(since_sent) }
  },
}

process.on('message', async (message) => process.send?.((await ANSWERS[message]()) ?? null))
