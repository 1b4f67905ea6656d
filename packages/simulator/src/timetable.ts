import { type Calendar, TICKS_A_DAY } from './calendar.ts'
import { LONGEST_DAYS, planDay, type Scenario } from './plan.ts'
import type { ParcelPlan, Step } from './steps.ts'

/** A planned parcel and its state. */
export interface Parcel {
  plan: ParcelPlan
  /** Id of the shipment. Empty before the create. */
  id: string
  /** Number of remaining steps. */
  left: number
  /** Tracking number at the reporting carrier, once it was looked up. Null if that carrier does not have the parcel. */
  number?: string | null
}

export interface Due {
  parcel: Parcel
  step: Step
  /** Index of the step among the parcel's steps, which identifies it. */
  index: number
}

/** Work of one merchant in one tick. */
export interface Work {
  created: Parcel[]
  steps: Due[]
}

const inOrder = (a: Due, b: Due): number =>
  a.step.at_ms - b.step.at_ms || a.index - b.index || (a.parcel.plan.name < b.parcel.plan.name ? -1 : 1)
const byCreation = (a: Parcel, b: Parcel): number => a.plan.created_ms - b.plan.created_ms || (a.plan.name < b.plan.name ? -1 : 1)

/** The future work, tick by tick. Contains only parcels with remaining steps. */
export class Timetable {
  readonly #scenario: Scenario
  readonly #calendar: Calendar
  readonly #ticks = new Map<number, Work[]>()
  readonly #merchants: number
  #nextDay: number
  readonly #from: number

  /** Makes a timetable that begins at the tick `from`, with all steps that are planned for that tick or later. */
  constructor(scenario: Scenario, merchants: number, from: number) {
    this.#scenario = scenario
    this.#calendar = scenario.calendar
    this.#merchants = merchants
    this.#from = from
    this.#nextDay = Math.max(0, Math.floor(from / TICKS_A_DAY) - LONGEST_DAYS)
    while (this.#nextDay * TICKS_A_DAY < from) this.#planNextDay()
  }

  /** Yields the parcels that were created before the first tick and still have steps. */
  *onTheirWay(): Generator<Parcel> {
    const seen = new Set<Parcel>()
    for (const works of this.#ticks.values()) {
      for (const { steps } of works) {
        for (const { parcel } of steps) {
          if (seen.has(parcel) || this.#calendar.tickOf(parcel.plan.created_ms) >= this.#from) continue
          seen.add(parcel)
          yield parcel
        }
      }
    }
  }

  /** Returns and removes the work of a tick, by merchant. Ticks must be taken in order. */
  take(tick: number): Work[] {
    while (this.#nextDay * TICKS_A_DAY <= tick) this.#planNextDay()
    const works = this.#at(tick)
    this.#ticks.delete(tick)
    for (const work of works) {
      work.created.sort(byCreation)
      work.steps.sort(inOrder)
    }
    return works
  }

  #planNextDay(): void {
    for (const plan of planDay(this.#scenario, this.#nextDay++)) {
      const parcel: Parcel = { plan, id: '', left: 0 }
      const created = this.#calendar.tickOf(plan.created_ms)
      if (created >= this.#from) this.#workOf(created, plan.merchant).created.push(parcel)
      for (const [index, step] of plan.steps.entries()) {
        // A create is sent at the end of its tick, so other steps of the parcel are sent in a later tick.
        const tick = Math.max(this.#calendar.tickOf(step.at_ms), created + 1)
        if (tick < this.#from) continue
        parcel.left++
        this.#workOf(tick, plan.merchant).steps.push({ parcel, step, index })
      }
    }
  }

  #at(tick: number): Work[] {
    const works = this.#ticks.get(tick) ?? Array.from({ length: this.#merchants }, () => ({ created: [], steps: [] }))
    this.#ticks.set(tick, works)
    return works
  }

  #workOf(tick: number, merchant: number): Work {
    return this.#at(tick)[merchant] as Work
  }
}
