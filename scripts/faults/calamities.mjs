// Lets the calamities of the plan happen, each at its time, several at once if they meet. One whose victim is down or frozen already is
// passed over, and so is one before which nothing got done. `end` resolves when everything is as it should be again.
import { setTimeout as sleep } from 'node:timers/promises'

/** Commands that have to be answered between two calamities: on a machine that is busy, blow upon blow would show nothing. */
const LEAST_PROGRESS = 5

export class Calamities {
  /** By name: how many happened. */
  counts = {}
  #fleet
  #log
  #say
  #busy = new Set()
  #under_way = new Set()
  #failure = null
  #answered = 0

  constructor(fleet, log, say) {
    this.#fleet = fleet
    this.#log = log
    this.#say = say
  }

  /** @param {ReturnType<typeof import('./plan.mjs').planOf>} plan */
  async run({ calamities }) {
    const began_ms = performance.now()
    for (const calamity of calamities) {
      await sleep(Math.max(0, calamity.at_ms - (performance.now() - began_ms)))
      const one = this.#strike(calamity).catch((error) => {
        this.#failure ??= error
      })
      this.#under_way.add(one)
      one.finally(() => this.#under_way.delete(one))
    }
  }

  /** Errors: something that was killed does not start any more. */
  async end() {
    await Promise.all(this.#under_way)
    if (this.#failure) throw this.#failure
    for (const member of this.#fleet.members) member.setClock(0)
  }

  async #strike({ what, which, lasts_ms, step_s }) {
    const victim = this.#victim(what, which)
    // A wrong clock goes with everything else.
    const claim = what === 'step_clock' ? `clock of ${victim.name}` : victim
    if (this.#busy.has(claim) || this.#log.answered - this.#answered < LEAST_PROGRESS) return this.#count('passed over')
    this.#busy.add(claim)
    this.#answered = this.#log.answered
    const began = this.#log.now()
    const name = victim === this.#fleet.database ? 'PostgreSQL' : victim.name
    try {
      const done = await this.#inflict(what, victim, { which, lasts_ms, step_s })
      this.#log.faults.push({ began, ended: this.#log.now(), name: what, what: `${name} ${done}` })
      this.#count(what)
      this.#say(`${name} ${done}`)
    } finally {
      this.#busy.delete(claim)
    }
  }

  #victim(what, which) {
    const { apis, workers, database, archive } = this.#fleet
    if (what === 'lose_archive') return archive
    if (what.includes('database') || what.includes('session')) return database
    if (what === 'kill_part') return apis[0]
    if (what === 'step_clock') return [...apis, ...workers][which]
    return (what.includes('worker') ? workers : apis)[which % 2]
  }

  /** Resolves with what was done, when it has been put right. */
  async #inflict(what, victim, { which, lasts_ms, step_s }) {
    switch (what) {
      case 'kill_api':
      case 'kill_worker':
        await victim.kill()
        return 'killed and started again'
      case 'kill_part':
        return victim.killPart(which) ? 'lost one of its processes' : 'had no process to lose'
      case 'freeze_api':
      case 'freeze_worker': {
        victim.signal('SIGSTOP')
        await sleep(lasts_ms)
        victim.signal('SIGCONT')
        return `frozen for ${(lasts_ms / 1000).toFixed(1)} s`
      }
      case 'restart_database':
        await victim.restart('SIGQUIT')
        return 'restarted at once'
      case 'crash_database':
        await victim.restart('SIGKILL')
        return 'killed and started again'
      case 'fail_over_database':
        return victim.failOver()
      case 'freeze_database':
        await victim.freeze(lasts_ms)
        return `frozen for ${(lasts_ms / 1000).toFixed(1)} s`
      case 'lose_archive':
        await victim.lose(lasts_ms)
        return `was away for ${(lasts_ms / 1000).toFixed(1)} s`
      case 'end_sessions':
        victim.endSessions()
        return 'ended half of its sessions'
      case 'stall_session':
        return (await victim.stallSession(lasts_ms))
          ? `had a statement stand still for ${(lasts_ms / 1000).toFixed(1)} s`
          : 'had no statement to stall'
      case 'step_clock':
        victim.setClock(step_s)
        await sleep(lasts_ms)
        victim.setClock(0)
        return `had its clock wrong by ${step_s} s for ${(lasts_ms / 1000).toFixed(1)} s`
      default:
        throw new Error(`${what} is no calamity`)
    }
  }

  #count(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }
}
