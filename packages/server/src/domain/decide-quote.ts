// What a creation would cost, and why: the same resolution and the same choice as in decide-create.ts, explained. It writes nothing.
import { type CreateContext, type PricedInput, resolve } from './decide-create.ts'
import {
  billableMillipounds,
  chooseRate,
  dimensionalPounds,
  type Quote,
  type Rate,
  type RateFacts,
  weightCents,
  type Zone,
  zoneOf,
} from './rating.ts'
import { isRefusal, type Refusal } from './refusal.ts'

export const EXCLUSIONS = ['inactive', 'other_market_carrier', 'no_rate', 'too_heavy'] as const

/** A carrier that could take the parcel. `amount` is the rate's base plus `weight_cents`. */
export interface Candidate {
  rate: Rate
  weight_cents: number
  amount: number
  /** Its rate is the price. */
  is_chosen: boolean
}

export interface Exclusion {
  carrier: string
  reason: (typeof EXCLUSIONS)[number]
  /** Its limit on this lane, where the parcel is above it. */
  max_weight_lb: number | null
}

export interface ExplainedQuote {
  facts: RateFacts
  quote: Quote
  market_kind: 'fixed' | 'marketplace'
  zone: Zone
  /** Thousandths of a pound. */
  dimensional_millipounds: number
  billable_millipounds: number
  /** Cheapest first, ties by code: the first one is chosen. */
  candidates: Candidate[]
  /** By code. */
  excluded: Exclusion[]
}

const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Errors: those of a creation with the same input. */
export const decideQuote = (input: PricedInput, env: CreateContext): ExplainedQuote | Refusal => {
  const resolved = resolve(input, env)
  if (isRefusal(resolved)) return resolved
  const { facts, quote } = resolved
  const { rates: tables } = env
  const chosen = chooseRate(facts, tables)
  if (isRefusal(chosen)) return chosen
  const { market, lane } = chosen
  const billable_millipounds = billableMillipounds(facts.parcel)
  const isAble = (rate: Rate) => facts.parcel.weight <= rate.max_weight_lb
  const candidates = lane
    .filter(isAble)
    .map((rate): Candidate => {
      const weight_cents = weightCents(rate, billable_millipounds)
      return { rate, weight_cents, amount: rate.base_cents + weight_cents, is_chosen: rate === chosen.rate }
    })
    .sort((a, b) => a.amount - b.amount || byCode(a.rate.carrier, b.rate.carrier))
  const able = new Set(candidates.map(({ rate }) => rate.carrier))
  const exclude = (carrier: string): Exclusion => {
    const rate = lane.find((one) => one.carrier === carrier)
    const isActive = tables.carriers.get(carrier)?.active === true
    const isOther = market.kind === 'fixed' && market.carrier !== carrier
    const reason = !isActive ? 'inactive' : isOther ? 'other_market_carrier' : rate ? 'too_heavy' : 'no_rate'
    return { carrier, reason, max_weight_lb: rate?.max_weight_lb ?? null }
  }
  return {
    facts,
    quote,
    market_kind: market.kind,
    zone: zoneOf(facts.from, facts.to),
    dimensional_millipounds: Math.round(dimensionalPounds(facts.parcel) * 1000),
    billable_millipounds,
    candidates,
    excluded: [...tables.carriers.keys()]
      .filter((code) => !able.has(code))
      .sort(byCode)
      .map(exclude),
  }
}
