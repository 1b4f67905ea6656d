// A carrier in memory, on a clock that the test moves. It sells labels in one or two steps, and does with each call what the test says.
import type { Answer, Attempt, CarrierAdapter, CarrierService, Failure, Purchase, VoidState } from '@backhaul/core/carrier-adapter.ts'

/**
 * What happens to a purchase. `before`: the call fails before it has an effect. `after`: the label is sold, and the answer is lost. `cut`:
 * the same, and the adapter throws. `double`: two labels are sold, and the answer is lost. `late`: the answer is lost, and the label
 * appears before the last read. `too_late`: it appears after the last read.
 */
export const BUYS = ['sold', 'refused', 'throttled', 'before', 'after', 'cut', 'double', 'late', 'too_late'] as const
export type Buy = (typeof BUYS)[number]
export type Void = 'settled' | 'submitted' | 'refused' | 'not_needed' | 'before' | 'after'

export const DEADLINE_MS = 60_000
export const READS_MS = [60_000, 300_000, 3_600_000]
const DAY_MS = 24 * 3_600_000

interface Sold extends Purchase {
  attempt: Attempt
  tracking: string
  appears_ms: number
}

const fails = (reason: string): Failure => ({ failed: 'unknown', reason })

export class InventedCarrier {
  readonly sold: Sold[] = []
  /** The references of all calls that pay, in order. */
  readonly paid: string[] = []
  /** Decides what happens next. */
  nextBuy: () => Buy = () => 'sold'
  nextVoid: () => Void = () => 'settled'
  isOut: () => boolean = () => false
  /** Called before and after each effect. It throws if the process is dead. */
  onStep: () => void = () => {}
  /** How long a call of `buy` takes. */
  wait: () => Promise<void> = async () => {}
  readonly #now: () => number
  readonly #steps: 1 | 2
  readonly adapter: CarrierAdapter

  constructor(now: () => number, steps: 1 | 2, absence_proves = true) {
    this.#now = now
    this.#steps = steps
    this.adapter = {
      seam: 2,
      deadline_ms: { rates: 20_000, buy: DEADLINE_MS, find: 15_000, void: 15_000, track: 15_000 },
      ...{ reads_ms: READS_MS, absence_proves, quota: null },
      voids: { window_ms: 30 * DAY_MS, again_ms: DAY_MS, poll_ms: 3_600_000 },
      open: () => this.#service(),
    }
  }

  /** The labels that have appeared. */
  get labels(): Sold[] {
    return this.sold.filter(({ appears_ms }) => appears_ms <= this.#now())
  }

  #sell(attempt: Attempt, tracking: string, delay_ms = 0): Purchase {
    const number = `INV${String(this.sold.length + 1).padStart(6, '0')}`
    const cost = { amount: 512, currency: 'USD', charges: [{ name: 'Postage', amount: 512 }] }
    const purchase: Purchase = { numbers: [number, `${number}A`], cost, label: null, documents: [], ids: {}, void: 'none' }
    this.sold.push({ ...purchase, attempt, tracking, appears_ms: this.#now() + delay_ms })
    return purchase
  }

  async #buy(attempt: Attempt, tracking: string): Promise<Answer<Purchase>> {
    this.paid.push(attempt.reference)
    const kind = this.nextBuy()
    if (kind === 'refused') return { failed: 'refused', reason: 'no such street', cause: 'address' }
    if (kind === 'throttled') return { failed: 'later', reason: 'too many requests', retry_after_s: 1 }
    if (kind === 'before') return fails('503')
    if (kind === 'late' || kind === 'too_late') {
      this.#sell(attempt, tracking, kind === 'late' ? DEADLINE_MS * 3 : (READS_MS[2] as number) + 60_000)
      return fails('no answer')
    }
    const purchase = this.#sell(attempt, tracking)
    this.onStep()
    if (kind === 'double') this.#sell(attempt, tracking)
    if (kind === 'cut') throw new Error('unexpected end of the answer')
    return kind === 'sold' ? { done: purchase } : fails('502')
  }

  #void(number: string): Awaited<ReturnType<CarrierService['void']>> {
    const label = this.labels.find(({ numbers }) => numbers[0] === number)
    const kind = this.nextVoid()
    if (!label || kind === 'before') return label ? fails('503') : { failed: 'refused', reason: 'unknown number', cause: 'other' }
    if (kind === 'refused') {
      label.void = 'refused'
      return { failed: 'refused', reason: 'it was scanned', cause: 'other' }
    }
    label.void = kind === 'after' ? 'settled' : kind
    return kind === 'after' ? fails('504') : { done: kind as Exclude<VoidState, 'none' | 'refused'> }
  }

  #service(): CarrierService {
    const guarded = async <T>(work: () => Promise<Answer<T>>): Promise<Answer<T>> => {
      this.onStep()
      if (this.isOut()) return { failed: 'later', reason: 'away' }
      const answer = await work()
      this.onStep()
      return answer
    }
    return {
      rates: ({ reference }) =>
        guarded(async () => {
          const cost = (amount: number) => ({ amount, currency: 'USD', charges: [] })
          const offers = [
            { id: 'fast', service: 'Fast', cost: cost(900) },
            { id: 'slow', service: 'Slow', cost: cost(512) },
          ]
          return { done: { carrier_shipment_id: this.#steps === 2 ? `draft ${reference}` : null, offers, is_complete: true } }
        }),
      buy: async (attempt, { tracking }) => {
        this.onStep()
        await this.wait()
        const answer = await this.#buy(attempt, tracking)
        this.onStep()
        return answer
      },
      find: ({ reference }) =>
        guarded(async () => ({ done: this.labels.filter(({ attempt }) => attempt.reference === reference) as Purchase[] })),
      void: (_attempt, number) => guarded(async () => this.#void(number)),
      track: async () => ({ done: null }),
      readPush: async () => null,
    }
  }
}
