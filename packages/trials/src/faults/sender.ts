// Sends commands as planned: once, twice at the same moment to two processes, through a client that hangs up at once and retries, or again
// long after the answer. Every command is retried until an answer settles it.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Credentials } from '../lib/client.ts'
import { UnderWay } from '../lib/run.ts'
import type { Planned } from './lives.ts'
import type { Attempt, Command, Log, Told } from './log.ts'

const SOCKETS = 200
/** Time limit of an attempt. It doubles with each attempt, because early retries make a busy machine busier. */
const TIMEOUT_MS = { first: 4000, most: 30_000 }
/** Pause between attempts. It grows with each attempt, so that a busy machine can catch up. */
const PAUSE_MS = { first: 50, most: 1000 }
const LATE_MS = 3000

/** An address that takes requests. */
export interface Api {
  name: string
  host?: string
  port: number
}

/** Whether a later attempt may get another answer. */
const isPassing = ({ status, text }: Told) => status >= 500 || status === 429 || text.includes('"idempotency_in_progress"')

/** Builds a request with the partner's own key and without an Idempotency-Key. */
export const asked = (name: string, partner: number, method: string, path: string, body = ''): Command => ({
  ...{ name, life: null, partner, by: 'partner', method, key: null, shipment: null, answer: null, path, body },
})

export class Sender {
  /** Commands are not given up before this time. */
  deadline_ms = Number.POSITIVE_INFINITY
  readonly #apis: readonly Api[]
  readonly #log: Log
  /** The clients, by API key. */
  readonly #clients = new Map<string, Client>()
  readonly #background = new UnderWay()

  constructor(apis: readonly Api[], log: Log) {
    this.#apis = apis
    this.#log = log
  }

  /** Resolves when the command is settled, or with null when it was given up. In mode `twice`, resolves when both requests are settled. */
  async send(
    command: Command,
    key: Credentials,
    { mode = 'once', via = 0, patience_ms = 0 }: Partial<Pick<Planned, 'mode' | 'via' | 'patience_ms'>> = {},
  ): Promise<Told | null> {
    if (command.name !== 'feed') this.#log.commands.push(command)
    const settle = (first: number, timeout_ms?: number) => this.#settle(command, key, first, timeout_ms)
    if (mode === 'twice') return (await Promise.all([settle(via), settle(via + 1)]))[0]
    if (mode === 'impatient') return settle(via, patience_ms)
    const answer = await settle(via)
    if (mode === 'late') this.#background.add(sleep(LATE_MS * (0.2 + patience_ms / 40)).then(() => settle(via + 1)))
    return answer
  }

  /** Reads with the partner's own key. */
  read(name: string, partner: number, path: string, key: Credentials, via: number): Promise<Told | null> {
    return this.send(asked(name, partner, 'GET', path), key, { via })
  }

  /** Resolves with the text of the answer. Rejects unless the answer has this status. */
  async insist(command: Command, key: Credentials, status: number): Promise<string> {
    const answer = await this.send(command, key)
    if (answer?.status !== status) throw new Error(`${command.method} ${command.path}: ${answer?.status} ${answer?.text}`)
    return answer.text
  }

  /** Waits until the second requests of all commands have ended. */
  idle(): Promise<void> {
    return this.#background.ended()
  }

  async #settle(command: Command, key: Credentials, first: number, first_timeout_ms = TIMEOUT_MS.first): Promise<Told | null> {
    let timeout_ms = first_timeout_ms
    for (let turn = first, pause_ms = PAUSE_MS.first; performance.now() < this.deadline_ms; turn++) {
      const answer = await this.#attempt(command, key, this.#apis[turn % this.#apis.length] as Api, timeout_ms)
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

  /** Sends one request. Resolves with null if no complete answer came. */
  async #attempt(command: Command, credentials: Credentials, api: Api, leave_ms: number): Promise<Told | null> {
    const attempt: Attempt = { command, at: api.name, began: this.#log.now(), ended: null, answer: null }
    // Pages of the feed are logged separately.
    if (command.name !== 'feed') this.#log.attempts.push(attempt)
    const { api_key } = credentials
    const client = this.#clients.get(api_key) ?? new Client(0, credentials, '127.0.0.1', SOCKETS)
    this.#clients.set(api_key, client)
    try {
      const { method, path, body, key } = command
      const to = api.host ? { host: api.host, port: api.port } : { port: api.port }
      const { status, body: bytes } = await client.send(method, path, body, { to, key, leave_ms })
      const text = bytes.toString()
      attempt.answer = { status, text: text === command.answer?.text ? command.answer.text : text }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      attempt.failure = code ?? message
    }
    attempt.ended = this.#log.now()
    return attempt.answer
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }
}
