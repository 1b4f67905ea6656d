// Carries out the planned faults on time. Several faults may overlap. A fault is skipped if its victim is already down or frozen, or if
// there was no progress since the last fault. `end` resolves when everything is repaired.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../ha/cluster.ts'
import type { LocalDatabase } from '../lib/database.ts'
import { count, say, UnderWay } from '../lib/run.ts'
import type { Fleet, Served } from '../lib/service.ts'
import { loseArchive, setClock } from './fleet.ts'
import type { Log } from './log.ts'
import type { Calamity, Plan } from './plan.ts'

/** The number of commands that must be answered between two faults. On a busy machine, faults without progress would test nothing. */
const MIN_PROGRESS = 5

export class Calamities {
  /** Number of faults carried out, by name. */
  readonly counts: Record<string, number> = {}
  readonly #fleet: Fleet<LocalDatabase | Cluster>
  readonly #log: Log
  readonly #busy = new Set<unknown>()
  readonly #underWay = new UnderWay()
  #failure: Error | null = null
  #answered = 0

  constructor(fleet: Fleet<LocalDatabase | Cluster>, log: Log) {
    this.#fleet = fleet
    this.#log = log
  }

  async run({ calamities }: Plan): Promise<void> {
    const began_ms = performance.now()
    for (const calamity of calamities) {
      await sleep(Math.max(0, calamity.at_ms - (performance.now() - began_ms)))
      const fail = (error: Error) => {
        this.#failure ??= error
      }
      this.#underWay.add(this.#strike(calamity).catch(fail))
    }
  }

  /** Rejects if a killed process does not start again. */
  async end(): Promise<void> {
    await this.#underWay.ended()
    if (this.#failure) throw this.#failure
    for (const member of this.#fleet.members) setClock(this.#fleet, member, 0)
  }

  async #strike({ what, which, lasts_ms, step_s }: Calamity): Promise<void> {
    const victim = this.#victim(what, which)
    const name = typeof victim === 'string' ? victim : victim.name
    // A wrong clock may be combined with any other fault.
    const claim = what === 'step_clock' ? `clock of ${name}` : name
    if (this.#busy.has(claim) || this.#log.answered - this.#answered < MIN_PROGRESS) return count(this.counts, 'passed over')
    this.#busy.add(claim)
    this.#answered = this.#log.answered
    const began = this.#log.now()
    try {
      const done = await (typeof victim === 'string'
        ? this.#inflict(what, lasts_ms)
        : this.#inflictOn(victim, what, { which, lasts_ms, step_s }))
      this.#log.faults.push({ began, ended: this.#log.now(), name: what, what: `${name} ${done}` })
      count(this.counts, what)
      say(`${name} ${done}`)
    } finally {
      this.#busy.delete(claim)
    }
  }

  /** Returns the victim: a process, PostgreSQL or the archive. */
  #victim(what: string, which: number): Served | 'PostgreSQL' | 'the archive' {
    const { apis, workers } = this.#fleet
    if (what === 'lose_archive') return 'the archive'
    if (what.includes('database') || what.includes('session')) return 'PostgreSQL'
    if (what === 'kill_part') return apis[0] as Served
    if (what === 'step_clock') return [...apis, ...workers][which] as Served
    return (what.includes('worker') ? workers : apis)[which % 2] as Served
  }

  /** Resolves after the repair with a text that says what was done. */
  async #inflictOn(victim: Served, what: Calamity['what'], { which, lasts_ms, step_s }: Omit<Calamity, 'at_ms' | 'what'>): Promise<string> {
    switch (what) {
      case 'kill_api':
      case 'kill_worker':
        await victim.kill()
        return 'killed and restarted'
      case 'kill_part':
        return victim.killPart(which) ? 'lost one of its processes' : 'had no process to kill'
      case 'freeze_api':
      case 'freeze_worker':
        victim.signal('SIGSTOP')
        await sleep(lasts_ms)
        victim.signal('SIGCONT')
        return `frozen for ${seconds(lasts_ms)}`
      case 'step_clock':
        setClock(this.#fleet, victim, step_s)
        await sleep(lasts_ms)
        setClock(this.#fleet, victim, 0)
        return `had a clock wrong by ${step_s} s for ${seconds(lasts_ms)}`
      default:
        throw new Error(`${what} is not a calamity of a process`)
    }
  }

  /** Like `#inflictOn`, for the database and the archive. */
  async #inflict(what: Calamity['what'], lasts_ms: number): Promise<string> {
    const database = this.#fleet.database
    if (what === 'lose_archive') {
      await loseArchive(this.#fleet, lasts_ms)
      return `was unavailable for ${seconds(lasts_ms)}`
    }
    if (what === 'end_sessions') {
      await database.endSessions()
      return 'lost half of its sessions'
    }
    if (what === 'freeze_database') {
      await database.freeze(lasts_ms)
      return `frozen for ${seconds(lasts_ms)}`
    }
    if ('failOver' in database) return database.failOver()
    if (what === 'stall_session')
      return (await database.stallSession(lasts_ms)) ? `had a stalled statement for ${seconds(lasts_ms)}` : 'had no statement to stall'
    await database.restart(what === 'crash_database' ? 'SIGKILL' : 'SIGQUIT')
    return what === 'crash_database' ? 'killed and restarted' : 'shut down immediately and restarted'
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
