import type { ExplainedQuote } from '../domain/decide-quote.ts'
import type { Carrier } from '../domain/network.ts'
import { addressResource, parcelResource } from '../shipments/resource.ts'

const pounds = (millipounds: number): number => millipounds / 1000

/** The quote as the API shows it. `carriers`: by code, for their names. */
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
    candidates: candidates.map(({ rate, weight_cents, amount, is_chosen }) => ({
      ...named(rate.carrier),
      amount,
      base_cents: rate.base_cents,
      weight_cents,
      per_lb_cents: rate.per_lb_cents,
      max_weight_lb: rate.max_weight_lb,
      chosen: is_chosen,
    })),
    excluded: excluded.map(({ carrier, reason, max_weight_lb }) => ({ ...named(carrier), reason, max_weight_lb })),
  }
}
