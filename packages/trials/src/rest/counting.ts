// A TCP proxy in front of PostgreSQL that counts the statements of one process by their prepared name: every Execute and every simple Query
// message of the wire protocol. The server needs no settings for this, so any PostgreSQL can be measured.
import { once } from 'node:events'
import net, { type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

const SHOWN_CHARACTERS = 60

const shown = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_CHARACTERS)

/** Parses the messages of a client, and calls `onStatement` with a name for each statement. */
class Frontend {
  #rest: Buffer = Buffer.alloc(0)
  #hasBegun = false
  /** `#unnamed` is the text of the unnamed prepared statement, `#bound` the name of the statement that the next Execute runs. */
  #unnamed = ''
  #bound = ''
  readonly #onStatement: (name: string) => void

  constructor(onStatement: (name: string) => void) {
    this.#onStatement = onStatement
  }

  take(chunk: Buffer): void {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    // The first message of a connection has no byte for its type.
    for (let head = this.#hasBegun ? 1 : 0; data.length >= head + 4; head = 1) {
      const end = head + data.readInt32BE(head)
      if (data.length < end) break
      if (this.#hasBegun) this.#message(data.toString('latin1', 0, 1), data.subarray(5, end))
      this.#hasBegun = true
      data = data.subarray(end)
    }
    this.#rest = data
  }

  #message(type: string, body: Buffer): void {
    if (type === 'Q') this.#onStatement(shown(body.toString('utf8', 0, body.length - 1)))
    if (type === 'E') this.#onStatement(this.#bound || this.#unnamed)
    if (type !== 'P' && type !== 'B') return
    const [first, second = ''] = body.toString('latin1').split('\0', 2)
    if (type === 'B') this.#bound = second
    else if (first === '') this.#unnamed = shown(second)
  }
}

export class CountingProxy {
  readonly counts = new Map<string, number>()
  readonly #sockets = new Set<Socket>()
  #server: net.Server | undefined

  /** Opens the proxy. Resolves with its port, which leads to `target`. */
  async open(target: NetConnectOpts): Promise<number> {
    const server = net.createServer((client) => {
      const database = net.connect(target)
      const frontend = new Frontend((name) => this.counts.set(name, (this.counts.get(name) ?? 0) + 1))
      client.on('data', (chunk) => frontend.take(chunk))
      for (const [one, other] of [
        [client, database],
        [database, client],
      ] as const) {
        this.#sockets.add(one)
        one.setNoDelay(true)
        one.pipe(other)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          other.destroy()
          this.#sockets.delete(one)
        })
      }
    })
    this.#server = server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  close(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
