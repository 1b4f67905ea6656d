// Receivers of the partners' webhooks. Each misbehaves with its own frequencies until all are healed. Logs every receipt in order.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { openReceiver, type Received, type Receiver } from '../lib/receiver.ts'
import { seeded } from '../lib/run.ts'
import { Chance } from './chance.ts'
import type { Log, Receipt, Webhook } from './log.ts'
import type { Ill, Manners, PlannedWebhook } from './plan.ts'

const SLOW_MS = { least: 100, most: 2500 }
/** Longer than the 15 s that a receiver has to answer. */
const LATE_MS = 15_500
const HANGS_FOR_MS = 45_000

const hmac = (key: string | Buffer, text: string, as: 'hex' | 'base64') => createHmac('sha256', key).update(text).digest(as)

/** Whether the signature is valid for the bytes in every format that the webhook asked for. */
const isGenuine = ({ secret, signing }: Webhook, headers: IncomingHttpHeaders, body: string): boolean => {
  const own = hmac(secret, `${headers['x-service-timestamp']}.${body}`, 'hex') === headers['x-service-signature']
  if (signing !== 'standard') return own
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return (
    own &&
    String(signatures)
      .split(' ')
      .includes(`v1,${hmac(key, `${id}.${timestamp}.${body}`, 'base64')}`)
  )
}

export class Receivers {
  readonly #log: Log
  #receiver: Receiver | undefined
  /** The webhooks, by path. */
  readonly #webhooks = new Map<string, { chance: Chance; manners: Manners; registered: Webhook | null }>()
  #healed = false
  /** Functions that send the delayed answers at once. */
  readonly #waiting = new Set<() => void>()

  private constructor(log: Log) {
    this.#log = log
  }

  static async open(log: Log): Promise<Receivers> {
    const receivers = new Receivers(log)
    receivers.#receiver = await openReceiver((received, response) => receivers.#receive(received, response))
    return receivers
  }

  /** Adds a receiver and returns its URL. */
  add(path: string, { seed, manners }: PlannedWebhook): string {
    this.#webhooks.set(path, { chance: new Chance(seeded(seed)), manners, registered: null })
    return `${this.#receiver?.url}${path}`
  }

  /** Sets the webhook that the service registered for a path. The service sends nothing before that. */
  registered(path: string, webhook: Webhook): void {
    Object.assign(this.#webhooks.get(path) ?? {}, { registered: webhook })
  }

  /** Makes all receivers answer 200 at once from now on. */
  heal(): void {
    this.#healed = true
    for (const end of this.#waiting) end()
  }

  #receive({ path, headers, socket, body: bytes }: Received, response: ServerResponse): true {
    const { chance, manners, registered } = this.#webhooks.get(path) ?? {}
    if (!chance || !manners || !registered) throw new Error(`nothing is registered at ${path}`)
    const body = bytes.toString()
    const receipt: Receipt = {
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
    return true
  }

  #mannerOf(chance: Chance, manners: Manners): Ill | 'good' {
    // Chooses at random even after healing, so that the time of healing does not change later choices.
    const manner = chance.weighted(manners, 1)
    return this.#healed || !manner ? 'good' : manner
  }

  #answer(
    manner: Ill | 'good',
    chance: Chance,
    { socket, response, receipt }: { socket: Socket; response: ServerResponse; receipt: Receipt },
  ): unknown {
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

  /** Calls `act` after `wait_ms`, or as soon as all receivers are healed. */
  #after(wait_ms: number, act: () => unknown): void {
    const end = () => {
      clearTimeout(timer)
      this.#waiting.delete(end)
      act()
    }
    const timer = setTimeout(end, wait_ms)
    this.#waiting.add(end)
  }

  close(): void {
    this.#receiver?.close()
  }
}
