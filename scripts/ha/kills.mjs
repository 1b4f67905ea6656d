// Kills the primary again and again while the simulation goes on, then has it handed on, and measures when writes are back: those of a plain psql
// that does nothing else, and those of the service. Both begin a write five times a second, whatever became of the one before.
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../faults/lives.mjs'

const WRITE_EVERY_MS = 200
/** A write of psql that has no answer by then is given up; there are at most so many at a time. */
const PSQL_LIMIT_MS = 15_000
const MOST_AT_ONCE = 5
/** Between two kills, with everything whole. */
const CALM_MS = 3_000
/** Of five kills one takes the machine, Patroni and all: then the others wait until its lease has run out. */
const WHOLE_EVERY = 5
const BACK_LIMIT_MS = 300_000
/** What the service may take longer than psql. */
const MOST_BEHIND_MS = 2_000

/** Writes by psql alone, each by a connection of its own, and remembers what was acknowledged. */
class PsqlWriter {
  acknowledged = []
  #cluster
  #over = false
  #n = 0
  #atOnce = 0
  #run

  constructor(cluster) {
    this.#cluster = cluster
  }

  async start() {
    await this.#psql('create table psql_writer (n int primary key)')
    this.#run = this.#write()
  }

  #psql(...statements) {
    const args = ['-X', '-q', '-A', '-t', '-d', this.#cluster.url, ...statements.flatMap((text) => ['-c', text])]
    return new Promise((resolve, reject) => {
      execFile(this.#cluster.psql, args, { timeout: PSQL_LIMIT_MS, killSignal: 'SIGKILL' }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      )
    })
  }

  async #write() {
    for (; !this.#over; await sleep(WRITE_EVERY_MS)) {
      if (this.#atOnce === MOST_AT_ONCE) continue
      const [n, began] = [this.#n++, performance.now()]
      this.#atOnce++
      this.#psql(`insert into psql_writer values (${n})`)
        .then(
          () => this.acknowledged.push({ n, began, ended: performance.now() }),
          () => {},
        )
        .finally(() => this.#atOnce--)
    }
  }

  /** Resolves with those that were acknowledged and are not there. */
  async end() {
    this.#over = true
    await this.#run
    while (this.#atOnce > 0) await sleep(WRITE_EVERY_MS)
    const there = new Set((await this.#psql('select n from psql_writer')).trim().split('\n').map(Number))
    return this.acknowledged.filter(({ n }) => !there.has(n))
  }
}

/** Creates a parcel each time, with a key of its own, and repeats it until it is answered, as a client does. */
class ServiceWriter {
  acknowledged = []
  #sender
  #key
  #over = false
  #run
  #waiting = new Set()

  constructor(sender, key) {
    this.#sender = sender
    this.#key = key
  }

  start() {
    this.#run = this.#write()
  }

  async #write() {
    const body = JSON.stringify(bodyOf(1))
    for (let n = 0; !this.#over; n++, await sleep(WRITE_EVERY_MS)) {
      const of = { name: 'create', life: `writer-${n}`, partner: 0, by: 'partner', method: 'POST', path: '/v2/shipments', shipment: null }
      const began = performance.now()
      const one = this.#sender.send({ ...of, body, key: `writer-${n}`, answer: null }, this.#key).then((answer) => {
        if (answer?.status === 201) this.acknowledged.push({ n, began, ended: performance.now() })
      })
      this.#waiting.add(one)
      one.finally(() => this.#waiting.delete(one))
    }
  }

  async end() {
    this.#over = true
    await this.#run
    await Promise.all(this.#waiting)
  }
}

/** When the first write that began after this moment was acknowledged. */
const backOf = async ({ acknowledged }, since_ms) => {
  for (const end_ms = performance.now() + BACK_LIMIT_MS; performance.now() < end_ms; await sleep(20)) {
    const after = acknowledged.filter(({ began }) => began >= since_ms).map(({ ended }) => ended)
    if (after.length > 0) return Math.min(...after) - since_ms
  }
  throw new Error(`no write was acknowledged within ${BACK_LIMIT_MS / 1000} s after the primary was killed`)
}

export class Kills {
  counts = {}
  /** { how, psql_ms, service_ms } of each. */
  outages = []
  /** Of psql, acknowledged and not there: then the cluster itself loses writes. */
  lost = []
  #cluster
  #log
  #say
  #kills
  #until_ms
  #psql
  #service

  constructor({ cluster, log, say, kills, until_ms, sender, keys }) {
    this.#cluster = cluster
    this.#log = log
    this.#say = say
    this.#kills = kills
    this.#until_ms = until_ms
    this.#psql = new PsqlWriter(cluster)
    this.#service = new ServiceWriter(sender, keys[0].partner)
  }

  async run() {
    await this.#psql.start()
    this.#service.start()
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

  /** `begin`: resolves when the primary is gone, or has been handed on, with its `name` and since when writes are waited for. */
  async #outage(how, which, begin) {
    const began = this.#log.now()
    const { name, since_ms, revive } = await begin()
    const [psql_ms, service_ms] = await Promise.all([backOf(this.#psql, since_ms), backOf(this.#service, since_ms)])
    revive()
    this.outages.push({ how, psql_ms, service_ms })
    this.#log.faults.push({ began, ended: this.#log.now(), name: 'kill_database', what: `${how}: ${name}` })
    this.counts[how] = (this.counts[how] ?? 0) + 1
    const s = (ms) => `${(ms / 1000).toFixed(1)} s`
    this.#say(`${which}: ${how}, ${name}; writes of psql back after ${s(psql_ms)}, of the service after ${s(service_ms)}`)
  }

  async end() {
    await this.#service.end()
    this.lost = await this.#psql.end()
  }

  /** Outages in which the service was more than two seconds behind psql. */
  get behind() {
    return this.outages.filter(({ psql_ms, service_ms }) => service_ms > psql_ms + MOST_BEHIND_MS)
  }
}
