// Explains the price of a create. Finds the facts and chooses the carrier in the same way as decide-create.ts. Writes nothing.
import { billableMillipounds, dimensionalMillipounds } from './billable.ts'
import { type CreateContext, type PricedInput, resolve } from './decide-create.ts'
import { compare, type Money } from './money.ts'
import { chooseRate, divisorOf, linesOf, type Offer, type Quote, type RateFacts, refusedFor, type Zone, zoneOf } from './rating.ts'
import { isRefusal, type Refusal } from './refusal.ts'
import { type PriceLine, totalOf } from './tariff.ts'

export const EXCLUSIONS = ['inactive', 'other_market_carrier', 'no_rate', 'too_heavy', 'too_large'] as const

/** A carrier that could take the parcel. */
export interface Candidate {
  offer: Offer
  /** The lines add up to the amount. */
  lines: PriceLine[]
  amount: Money
  /** Whether this carrier's offer sets the price. */
  is_chosen: boolean
}

export interface Exclusion {
  carrier: string
  reason: (typeof EXCLUSIONS)[number]
  /** The carrier's weight limit on this lane, if the parcel exceeds it. */
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
  /** The candidates, cheapest first, and by code if prices are equal. The first one is chosen. */
  candidates: Candidate[]
  /** Sorted by code. */
  excluded: Exclusion[]
}

const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Errors: those of a create with the same input. */
export const decideQuote = (input: PricedInput, env: CreateContext): ExplainedQuote | Refusal => {
  const resolved = resolve(input, env)
  if (isRefusal(resolved)) return resolved
  const { facts, quote } = resolved
  const { rates: tables } = env
  const chosen = chooseRate(facts, tables)
  if (isRefusal(chosen)) return chosen
  const { market, lane } = chosen
  const candidates = lane
    .filter((offer) => refusedFor(offer, facts.parcel) === null)
    .map((offer): Candidate => {
      const lines = linesOf(offer, facts, facts.parcel, market.currency)
      return { offer, lines, amount: totalOf(lines), is_chosen: offer === chosen.offer }
    })
    .sort((a, b) => compare(a.amount, b.amount) || byCode(a.offer.carrier, b.offer.carrier))
  const divisor = divisorOf(chosen.offer)
  const able = new Set(candidates.map(({ offer }) => offer.carrier))
  const exclude = (carrier: string): Exclusion => {
    const offer = lane.find((one) => one.carrier === carrier)
    const isActive = tables.carriers.get(carrier)?.active === true
    const isOther = market.kind === 'fixed' && market.carrier !== carrier
    const reason = !isActive
      ? 'inactive'
      : isOther
        ? 'other_market_carrier'
        : offer
          ? (refusedFor(offer, facts.parcel) ?? 'too_heavy')
          : 'no_rate'
    return { carrier, reason, max_weight_lb: offer?.max_weight_lb ?? null }
  }
  return {
    facts,
    quote,
    market_kind: market.kind,
    zone: zoneOf(facts.from, facts.to),
    dimensional_millipounds: dimensionalMillipounds(facts.parcel, divisor),
    billable_millipounds: billableMillipounds(facts.parcel, divisor),
    candidates,
    excluded: [...tables.carriers.keys()]
      .filter((code) => !able.has(code))
      .sort(byCode)
      .map(exclude),
  }
}
