import type { Candidate, ExplainedQuote } from '@backhaul/core/decide-quote.ts'
import { subtract, ZERO } from '@backhaul/core/money.ts'
import type { Carrier } from '@backhaul/core/network.ts'
import { addressResource, parcelResource } from '../shipments/resource.ts'

const pounds = (millipounds: number): number => millipounds / 1000

/** A tariff has no price per pound, so its whole price counts as the base price. `lines` explains that price. */
const candidateFields = ({ offer, lines, amount, is_chosen }: Candidate) => {
  const weight_cents = 'lane' in offer ? ZERO : subtract(amount, offer.base_cents)
  return {
    amount,
    base_cents: subtract(amount, weight_cents),
    weight_cents,
    per_lb_cents: 'lane' in offer ? ZERO : offer.per_lb_cents,
    max_weight_lb: offer.max_weight_lb,
    chosen: is_chosen,
    lines,
    tariff: 'lane' in offer ? { effective_on: offer.lane.tariff.effective_on, zone: offer.lane.zone } : null,
  }
}

/** The quote as the API shows it. `carriers`: carriers by code, for their names. */
export const quoteResource = (
  { facts, quote, market_kind, zone, dimensional_millipounds, billable_millipounds, candidates, excluded }: ExplainedQuote,
  carriers: ReadonlyMap<string, Pick<Carrier, 'name'>>,
) => {
  const named = (carrier: string) => ({ carrier, name: carriers.get(carrier)?.name ?? carrier })
  return {
    object: 'quote',
    market: quote.market,
    market_kind,
    currency: quote.currency,
    amount: quote.amount,
    carrier: quote.carrier,
    service_level: facts.service_level,
    zone,
    from: facts.from ? addressResource(facts.from) : null,
    to: addressResource(facts.to),
    parcel: parcelResource(facts.parcel),
    weight: {
      actual_lb: facts.parcel.weight,
      dimensional_lb: pounds(dimensional_millipounds),
      billable_lb: pounds(billable_millipounds),
      billed_by: billable_millipounds > Math.round(facts.parcel.weight * 1000) ? 'size' : 'weight',
    },
    candidates: candidates.map((candidate) => ({ ...named(candidate.offer.carrier), ...candidateFields(candidate) })),
    excluded: excluded.map(({ carrier, reason, max_weight_lb }) => ({ ...named(carrier), reason, max_weight_lb })),
  }
}
