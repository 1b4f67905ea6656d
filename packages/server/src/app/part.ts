// One of a machine's processes, started by the supervisor. It runs until it is told to stop, or until the supervisor is gone.
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { LargeWork } from '../http/large.ts'
import type { Known, Lent, Used } from '../http/rate-broker.ts'
import { type RateLine, SharedRates } from '../http/shared-rates.ts'
import { readConfig } from '../process/config.ts'
import { exhausted } from '../process/exhausted.ts'
import { type KeyedMutex, setKeyedMutex } from '../process/keyed-mutex.ts'
import type { Peers, Topic } from '../process/peers.ts'
import { lowerPriority } from '../process/priority.ts'
import { StartupError } from '../process/startup-error.ts'
import type { ShareAsk } from '../service/rate-shares.ts'
import { ANNOUNCE_LIMIT_MS, type Assignment } from './assignment.ts'
import { endOnBugs } from './last-resort.ts'
import { Link } from './link.ts'
import { type Running, serve } from './serve.ts'

const GATHER_LIMIT_MS = 3_000
/** Interval at which closed connections are reported together. */
const CLOSED_EVERY_MS = 20
/** Idle time after which the process for large requests ends. */
const IDLE_END_MS = 120_000
/**
 * How long requests in progress may continue after the supervisor is gone. The process has no port then. The time is short, because this
 * process must not delay a new start.
 */
const ORPHAN_PATIENCE_MS = 1_000
const ORPHAN_LIMIT_MS = 1_500

/** Locks across all processes of the machine. The supervisor grants them. */
class MachineKeyedMutex implements KeyedMutex {
  readonly #link: Link
  #next = 1

  constructor(link: Link) {
    this.#link = link
  }

  async runExclusive<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const id = this.#next++
    await this.#link.call('turn', { id, keys })
    try {
      return await work()
    } finally {
      this.#link.note('turnDone', id)
    }
  }
}

class Part {
  readonly #link: Link
  readonly #topics = new Map<Topic, (id: string) => void>()
  readonly #rates: SharedRates
  readonly #large = new LargeWork(() => this.#link.note('wantLarge', null))
  #running: Running | null = null
  #isBusyElsewhere = false
  /** Numbers of closed connections that are not reported yet. */
  #closed: number[] = []

  constructor() {
    this.#link = new Link(process as unknown as ChildProcess, {
      start: (assignment: Assignment) => this.#start(assignment),
      connection: (number: number, socket?: Socket) => this.#take(number, socket),
      hear: ({ topic, id }: { topic: Topic; id: string }) => this.#topics.get(topic)?.(id),
      recall: (bucket: string): Used => this.#rates.recall(bucket),
      shares: ({ machine, asks }: { machine: string; asks: ShareAsk[] }) => this.#running?.shares?.exchange(machine, asks),
      metrics: () => this.#running?.metrics.values() ?? [],
      rush: (isOn: boolean) => {
        this.#isBusyElsewhere = isOn
      },
      drain: () => this.#running?.drain(),
      large: (path: string | null) => this.#large.isDoneAt(path),
      stop: () => this.#stop(),
    })
    const line: RateLine = {
      ask: (ask) => this.#link.call<Lent>('rate', ask),
      tell: (used) => this.#link.call<Known[]>('used', used),
    }
    this.#rates = new SharedRates(line)
    setKeyedMutex(new MachineKeyedMutex(this.#link))
  }

  async #start({ role, ...assignment }: Assignment): Promise<void> {
    const announce = async (topic: Topic, id: string) => {
      await this.#link.call('tell', { topic, id }, ANNOUNCE_LIMIT_MS).catch(() => {})
    }
    const peers: Peers = { announce, onChange: (topic, change) => this.#topics.set(topic, change) }
    const gather = () => this.#link.call<{ text: string; type: string }>('gather', null, GATHER_LIMIT_MS)
    try {
      // The process for large requests does not report a backlog, because no other work should slow down in favor of large requests.
      const reportBacklog = (isOn: boolean) => role === 'large' || this.#link.note('rush', isOn)
      const isBusyElsewhere = () => this.#isBusyElsewhere
      if (role === 'large') lowerPriority(process.pid)
      const { elsewhere } = this.#large
      const shared = { ...assignment, elsewhere, peers, rates: this.#rates, gather, reportBacklog, isBusyElsewhere }
      this.#running = await serve(readConfig(process.env), role, role === 'api', shared)
      if (this.#running.idle_ms) this.#endWhenIdle(this.#running.idle_ms)
    } catch (error) {
      if (error instanceof StartupError) throw error
      const ranOut = exhausted(error)
      if (ranOut !== null) throw new StartupError(ranOut)
      // This is a bug, so the error goes to the log.
      process.stderr.write(`${(error as Error).stack ?? error}\n`)
      process.exit(1)
    }
  }

  #endWhenIdle(idle_ms: () => number): void {
    setInterval(() => {
      if (idle_ms() >= IDLE_END_MS) this.#link.note('idle', null)
    }, IDLE_END_MS / 10).unref()
  }

  #take(number: number, socket: Socket | undefined): void {
    this.#link.note('took', null)
    // The connection may have been closed during the handover.
    if (socket) this.#running?.take?.(socket, () => this.#onClosed(number))
    else this.#onClosed(number)
  }

  #onClosed(number: number): void {
    if (this.#closed.push(number) > 1) return
    setTimeout(() => {
      this.#link.note('closed', this.#closed)
      this.#closed = []
    }, CLOSED_EVERY_MS).unref()
  }

  async #stop(): Promise<void> {
    await this.#running?.close()
    process.exit(0)
  }

  get running(): Running | null {
    return this.#running
  }

  async endAsOrphan(): Promise<void> {
    setTimeout(() => process.exit(1), ORPHAN_LIMIT_MS)
    await this.#running?.close(ORPHAN_PATIENCE_MS)
    process.exit(1)
  }
}

export const runPart = (): void => {
  const part = new Part()
  endOnBugs(() => part.running && { log: part.running.service.log, close: part.running.close })
  process.once('disconnect', () => void part.endAsOrphan())
  if (!process.connected) void part.endAsOrphan()
}
