// Sends commands as the plan says: once, twice at the same moment to two processes, by a client that hangs up at once and tries again, or
// again long after its answer came. Whatever becomes of a request, the command is repeated until an answer settles it.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { RequestSigner } from '../../packages/client/dist/index.js'

const SOCKETS = 200
/** Of one attempt; doubles each time, because on a busy machine those who hang up and ask again make it busier. */
const TIMEOUT_MS = { first: 4000, most: 30_000 }
/** Between two attempts; grows, so that a machine that is busy gets done. */
const PAUSE_MS = { first: 50, most: 1000 }
const LATE_MS = 3000

/** Whether the same request may be answered otherwise later. */
const isPassing = ({ status, text }) => status >= 500 || status === 429 || text.includes('"idempotency_in_progress"')

export class Sender {
  /** No command is given up before. */
  deadline_ms = Number.POSITIVE_INFINITY
  #agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS })
  #apis
  #log
  #background = new Set()

  constructor(apis, log) {
    this.#apis = apis
    this.#log = log
  }

  /** Resolves when the command is settled, or with null when it was given up. Also settles what was sent twice. */
  async send(command, key, { mode = 'once', via = 0, patience_ms = 0 } = {}) {
    if (command.name !== 'feed') this.#log.commands.push(command)
    const settle = (first, options) => this.#settle(command, key, first, options)
    if (mode === 'twice') {
      const [answer] = await Promise.all([settle(via), settle(via + 1)])
      return answer
    }
    if (mode === 'impatient') return settle(via, { first_timeout_ms: patience_ms })
    const answer = await settle(via)
    if (mode === 'late') {
      const again = sleep(LATE_MS * (0.2 + patience_ms / 40)).then(() => settle(via + 1))
      this.#background.add(again)
      again.finally(() => this.#background.delete(again))
    }
    return answer
  }

  /** What a partner reads with its own key. */
  read(name, partner, path, key, via) {
    const command = { name, life: null, partner, by: 'partner', method: 'GET', key: null, shipment: null, answer: null, path, body: '' }
    return this.send(command, key, { via })
  }

  /** Whatever is still sent a second time. */
  async idle() {
    await Promise.all(this.#background)
  }

  async #settle(command, key, first, { first_timeout_ms = TIMEOUT_MS.first } = {}) {
    let timeout_ms = first_timeout_ms
    for (let turn = first, pause_ms = PAUSE_MS.first; performance.now() < this.deadline_ms; turn++) {
      const answer = await this.attempt(command, key, this.#apis[turn % this.#apis.length], timeout_ms)
      if (answer && !isPassing(answer)) {
        if (!command.answer) this.#log.answered++
        command.answer ??= answer
        return answer
      }
      timeout_ms = Math.min(Math.max(timeout_ms * 2, TIMEOUT_MS.first), TIMEOUT_MS.most)
      await sleep(pause_ms)
      pause_ms = Math.min(pause_ms * 2, PAUSE_MS.most)
    }
    return null
  }

  /** One request; null when no whole answer came. */
  async attempt(command, key, api, timeout_ms = TIMEOUT_MS.first) {
    const attempt = { command, at: api.name, began: this.#log.now(), ended: null, answer: null }
    // Pages have a list of their own.
    if (command.name !== 'feed') this.#log.attempts.push(attempt)
    try {
      const { status, text } = await this.#exchange(command, key, api, timeout_ms)
      attempt.answer = { status, text: text === command.answer?.text ? command.answer.text : text }
    } catch (error) {
      attempt.failure = error.code ?? error.message
    }
    attempt.ended = this.#log.now()
    return attempt.answer
  }

  async #exchange({ method, path, body, key: idempotency_key }, { api_key, signing_secret }, { host = '127.0.0.1', port }, timeout_ms) {
    const url = `http://${host}:${port}${path}`
    const headers = {
      'X-Api-Key': api_key,
      ...(await signerOf(signing_secret).headersV2({ method, url, body })),
      ...(idempotency_key && { 'Idempotency-Key': idempotency_key }),
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    }
    return new Promise((resolve, reject) => {
      const request = http.request({ agent: this.#agent, port, host, method, path, headers }, (response) => {
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('close', () => {
          if (response.complete) resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() })
          else reject(new Error('the answer was cut'))
        })
      })
      const timer = setTimeout(() => request.destroy(new Error('hung up')), timeout_ms)
      request.on('error', reject)
      request.on('close', () => clearTimeout(timer))
      request.end(body)
    })
  }

  close() {
    this.#agent.destroy()
  }
}

const signers = new Map()
const signerOf = (secret) => {
  if (!signers.has(secret)) signers.set(secret, new RequestSigner(secret))
  return signers.get(secret)
}
