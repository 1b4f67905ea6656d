// Kills the primary repeatedly during the simulation, and finally switches over. Measures when writes succeed again: the writes of a plain
// psql, and those of the service. Both start a write five times a second, whether or not the previous write has ended.
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bodyOf } from '../faults/lives.ts'
import type { Keys, Log } from '../faults/log.ts'
import { asked, type Sender } from '../faults/sender.ts'
import { count, say, UnderWay, until } from '../lib/run.ts'
import type { Cluster, Outage } from './cluster.ts'

const WRITE_EVERY_MS = 200
/** A psql write is given up after this time if it gets no answer. MAX_AT_ONCE limits concurrent writes. */
const PSQL_LIMIT_MS = 15_000
const MAX_AT_ONCE = 5
/** The pause between the moment when the cluster is complete and the next kill. */
const CALM_MS = 3_000
/** Every fifth kill includes Patroni, as if the machine had failed. The other nodes then wait until its lease expires. */
const WHOLE_EVERY = 5
const BACK_LIMIT_MS = 300_000
/** How much longer than psql the service may take until its writes succeed again. */
const MAX_BEHIND_MS = 2_000

/** An acknowledged write. */
interface Write {
  n: number
  began: number
  ended: number
}

/** Starts writes regularly, whether or not earlier ones have ended. `write` resolves with true if its write was acknowledged. */
class Writer {
  readonly acknowledged: Write[] = []
  readonly #write: (n: number) => Promise<boolean>
  readonly #mostAtOnce: number
  readonly #waiting = new UnderWay()
  #over = false
  #run: Promise<void> | undefined

  constructor(write: (n: number) => Promise<boolean>, mostAtOnce = Number.POSITIVE_INFINITY) {
    this.#write = write
    this.#mostAtOnce = mostAtOnce
  }

  start(): void {
    this.#run = this.#work()
  }

  async #work(): Promise<void> {
    for (let n = 0; !this.#over; await sleep(WRITE_EVERY_MS)) {
      if (this.#waiting.size >= this.#mostAtOnce) continue
      const one = { n: n++, began: performance.now() }
      this.#waiting.add(
        this.#write(one.n).then((isDone) => {
          if (isDone) this.acknowledged.push({ ...one, ended: performance.now() })
        }),
      )
    }
  }

  async end(): Promise<void> {
    this.#over = true
    await this.#run
    await this.#waiting.ended()
  }
}

/** Resolves with the number of milliseconds from `since_ms` to the first acknowledgment of a write that began later. */
const backOf = ({ acknowledged }: Writer, since_ms: number): Promise<number> =>
  until(
    'a write is acknowledged after the primary was killed',
    () => {
      const after = acknowledged.filter(({ began }) => began >= since_ms).map(({ ended }) => ended)
      return after.length > 0 ? Math.min(...after) - since_ms : null
    },
    BACK_LIMIT_MS,
    20,
  ) as Promise<number>

export class Kills {
  readonly counts: Record<string, number> = {}
  readonly outages: { how: string; psql_ms: number; service_ms: number }[] = []
  /** The psql writes that were acknowledged but are missing. If there are any, the cluster itself loses writes. */
  lost: Write[] = []
  readonly #cluster: Cluster
  readonly #log: Log
  readonly #kills: number
  readonly #until_ms: number
  readonly #psql: Writer
  #service: Writer | undefined

  /** `until_ms` is a time of `performance.now()`. */
  constructor(cluster: Cluster, log: Log, kills: number, until_ms: number) {
    this.#cluster = cluster
    this.#log = log
    this.#kills = kills
    this.#until_ms = until_ms
    // Each write has its own connection.
    const isWritten = (n: number) =>
      this.#query(`insert into psql_writer values (${n})`).then(
        () => true,
        () => false,
      )
    this.#psql = new Writer(isWritten, MAX_AT_ONCE)
  }

  /**
   * Makes the service write through `sender`. Each write creates a parcel with its own key, and is retried until it is answered, as clients
   * do.
   */
  with({ sender, keys }: { sender: Sender; keys: Keys[] }): this {
    const body = JSON.stringify(bodyOf(1))
    this.#service = new Writer(async (n) => {
      const command = { ...asked('create', 0, 'POST', '/v2/shipments', body), life: `writer-${n}`, key: `writer-${n}` }
      return (await sender.send(command, (keys[0] as Keys).partner))?.status === 201
    })
    return this
  }

  async #query(text: string): Promise<string> {
    const args = ['-X', '-q', '-A', '-t', '-d', this.#cluster.url, '-c', text]
    return (await promisify(execFile)(this.#cluster.psql, args, { timeout: PSQL_LIMIT_MS, killSignal: 'SIGKILL' })).stdout
  }

  async run(): Promise<void> {
    await this.#query('create table psql_writer (n int primary key)')
    this.#psql.start()
    this.#service?.start()
    for (let n = 1; n <= this.#kills && performance.now() < this.#until_ms; n++) {
      await this.#cluster.whole()
      await sleep(CALM_MS)
      const whole = n % WHOLE_EVERY === 0
      await this.#outage(whole ? 'machine killed' : 'primary killed', `${n} of ${this.#kills}`, () => this.#cluster.killPrimary({ whole }))
    }
    await this.#cluster.whole()
    await sleep(CALM_MS)
    await this.#outage('switched over', 'on purpose', () => this.#cluster.switchOver())
    await this.#cluster.whole()
  }

  /** `begin` resolves when the primary is down or has been moved. */
  async #outage(how: string, which: string, begin: () => Promise<Outage>): Promise<void> {
    const began = this.#log.now()
    const { name, since_ms, revive } = await begin()
    const [psql_ms, service_ms] = await Promise.all([backOf(this.#psql, since_ms), backOf(this.#service as Writer, since_ms)])
    revive()
    this.outages.push({ how, psql_ms, service_ms })
    this.#log.faults.push({ began, ended: this.#log.now(), name: 'kill_database', what: `${how}: ${name}` })
    count(this.counts, how)
    const s = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    say(`${which}: ${how}, ${name}; psql wrote again after ${s(psql_ms)}, the service after ${s(service_ms)}`)
  }

  async end(): Promise<void> {
    await this.#service?.end()
    await this.#psql.end()
    const there = new Set((await this.#query('select n from psql_writer')).trim().split('\n').map(Number))
    this.lost = this.#psql.acknowledged.filter(({ n }) => !there.has(n))
  }

  /** Outages after which the service's writes succeeded again more than two seconds later than those of psql. */
  get behind() {
    return this.outages.filter(({ psql_ms, service_ms }) => service_ms > psql_ms + MAX_BEHIND_MS)
  }
}
