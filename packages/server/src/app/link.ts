// Messages between two processes of a machine over Node's channel: calls, which are answered, and notes, which are not. Either side may
// call the other at any time. A call rejects if the other side is gone or does not answer in time.
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { Busy } from '../process/gate.ts'

type Message =
  | { kind: 'call'; id: number; name: string; input: unknown }
  | { kind: 'answer'; id: number; output?: unknown; error?: string }
  | { kind: 'note'; name: string; input: unknown }

/** Handles the calls and notes of one name. `socket`: a connection sent with the message. */
export type Handler = (input: never, socket?: Socket) => unknown

type Channel = Pick<ChildProcess, 'send' | 'on' | 'connected'>

/** The other side is gone or does not answer. */
export class Unanswered extends Busy {
  constructor(why: string) {
    super()
    this.message = why
  }
}

export class Link {
  readonly #channel: Channel
  readonly #handlers: Record<string, Handler>
  readonly #waiting = new Map<number, { resolve(output: unknown): void; reject(error: Error): void }>()
  #next = 1

  /** `handlers`: by name of the call or note. */
  constructor(channel: Channel, handlers: Record<string, Handler>) {
    this.#channel = channel
    this.#handlers = handlers
    channel.on('message', (message, socket) => this.#hear(message as unknown as Message, socket as Socket | undefined))
    channel.on('disconnect', () => this.#lost())
  }

  /** Resolves with the other side's answer. Rejects with the other side's error, as text, or with Unanswered. */
  call<Output>(name: string, input: unknown, limit_ms?: number): Promise<Output> {
    const id = this.#next++
    return new Promise<Output>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        clearTimeout(timer)
        this.#waiting.delete(id)
      }
      if (limit_ms !== undefined)
        timer = setTimeout(() => {
          end()
          reject(new Unanswered(`${name} got no answer within ${limit_ms} ms`))
        }, limit_ms)
      this.#waiting.set(id, {
        resolve: (output) => {
          end()
          resolve(output as Output)
        },
        reject: (error) => {
          end()
          reject(error)
        },
      })
      if (!this.#send({ kind: 'call', id, name, input }))
        this.#waiting.get(id)?.reject(new Unanswered(`${name}: the other process has ended`))
    })
  }

  /** Sends a note, with a connection if given. Notes to a process that is gone are lost. */
  note(name: string, input: unknown, socket?: Socket): void {
    this.#send({ kind: 'note', name, input }, socket)
  }

  #send(message: Message, socket?: Socket): boolean {
    if (!this.#channel.connected) return false
    // Without a callback, a channel that breaks now would cause an uncaught error.
    this.#channel.send(message, socket, undefined, () => {})
    return true
  }

  #hear(message: Message, socket: Socket | undefined): void {
    if (message.kind === 'answer') {
      const waiting = this.#waiting.get(message.id)
      if (message.error === undefined) waiting?.resolve(message.output)
      else waiting?.reject(new Error(message.error))
      return
    }
    const handler = this.#handlers[message.name]
    if (message.kind === 'note') void handler?.(message.input as never, socket)
    else void this.#answer(message.id, async () => handler?.(message.input as never))
  }

  async #answer(id: number, work: () => Promise<unknown>): Promise<void> {
    try {
      this.#send({ kind: 'answer', id, output: await work() })
    } catch (error) {
      this.#send({ kind: 'answer', id, error: (error as Error).message })
    }
  }

  #lost(): void {
    for (const { reject } of this.#waiting.values()) reject(new Unanswered('the other process has ended'))
  }
}
