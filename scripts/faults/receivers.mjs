// What the partners' webhooks lead to: each receiver misbehaves in its own shares until they are all healed. Notes what came, in which order.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { seeded } from '../seeded.mjs'
import { Chance } from './chance.mjs'

const SLOW_MS = { least: 100, most: 2500 }
/** After the 15 s that a receiver has. */
const LATE_MS = 15_500
const HANGS_FOR_MS = 45_000

const hmac = (key, text, as) => createHmac('sha256', key).update(text).digest(as)

/** Whether every signature that the webhook asked for fits the bytes. */
const isGenuine = ({ secret, signing }, headers, body) => {
  const own = hmac(secret, `${headers['x-service-timestamp']}.${body}`, 'hex') === headers['x-service-signature']
  if (signing !== 'standard') return own
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return own && signatures.split(' ').includes(`v1,${hmac(key, `${id}.${timestamp}.${body}`, 'base64')}`)
}

export class Receivers {
  #log
  #server
  /** By path: the webhook, its chance, and whether it misbehaves. */
  #webhooks = new Map()
  #healed = false
  /** What ends each answer that is waiting. */
  #waiting = new Set()

  constructor(log) {
    this.#log = log
  }

  async open() {
    this.#server = http.createServer((request, response) => {
      const chunks = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => this.#receive(request, response, Buffer.concat(chunks).toString()))
      request.on('error', () => {})
      response.on('error', () => {})
    })
    this.#server.keepAliveTimeout = 600_000
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** The URL of another receiver. */
  add(path, { seed, manners }) {
    this.#webhooks.set(path, { chance: new Chance(seeded(seed)), manners, registered: null })
    return `http://127.0.0.1:${this.#server.address().port}${path}`
  }

  /** What its registration answered; nothing is sent to it before. */
  registered(path, webhook) {
    this.#webhooks.get(path).registered = webhook
  }

  /** From now on all of them do what they should. */
  heal() {
    this.#healed = true
    for (const end of this.#waiting) end()
  }

  #receive({ url, headers, socket }, response, body) {
    const { chance, manners, registered } = this.#webhooks.get(url)
    const receipt = {
      at: this.#log.now(),
      webhook: registered.id,
      event: String(headers['x-service-event-id']),
      attempt: Number(headers['x-service-attempt']),
      from: socket.remoteAddress,
      body: this.#log.kept(body),
      genuine: isGenuine(registered, headers, body),
      answered: 'nothing',
    }
    this.#log.receipts.push(receipt)
    response.on('close', () => {
      if (!response.writableFinished || receipt.answered !== 'nothing') return
      receipt.answered = receipt.manner === 'late' ? 'late' : String(response.statusCode)
    })
    const manner = this.#mannerOf(chance, manners)
    if (manner !== 'good') receipt.manner = manner
    this.#answer(manner, chance, { socket, response, receipt })
  }

  #mannerOf(chance, manners) {
    // Drawn also when healed: what a seed decides does not depend on when that is.
    const manner = chance.weighted(manners, 1)
    return this.#healed || !manner ? 'good' : manner
  }

  #answer(manner, chance, { socket, response, receipt }) {
    const ok = () => response.writeHead(200, { 'Content-Length': 2 }).end('ok')
    switch (manner) {
      case 'slow':
        return this.#after(chance.whole(SLOW_MS.least, SLOW_MS.most), ok)
      case 'status_500':
        return response.writeHead(500, { 'Content-Length': 0 }).end()
      case 'reset':
        receipt.answered = 'reset'
        return socket.resetAndDestroy()
      case 'cut':
        receipt.answered = 'cut'
        response.writeHead(200, { 'Content-Length': 1000 }).write('o')
        return this.#after(20, () => socket.resetAndDestroy())
      case 'late':
        return this.#after(LATE_MS, ok)
      case 'hang':
        receipt.answered = 'never'
        return this.#after(HANGS_FOR_MS, () => socket.destroy())
      default:
        return ok()
    }
  }

  /** After so long, or as soon as all are healed. */
  #after(wait_ms, act) {
    const end = () => {
      clearTimeout(timer)
      this.#waiting.delete(end)
      act()
    }
    const timer = setTimeout(end, wait_ms)
    this.#waiting.add(end)
  }

  close() {
    this.#server?.close()
    this.#server?.closeAllConnections()
  }
}
