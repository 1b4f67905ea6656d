import type { Database } from '../platform/db.ts'
import { type FieldError, invalid, type Refusal, refuse } from '../platform/refusal.ts'
import type { Service } from '../platform/service.ts'
import type { Rate } from '../rating/rate.ts'
import { auditRow, type OperatorActor } from './audit.ts'

export type CardRate = Omit<Rate, 'carrier' | 'country'>

/** What a carrier charges for one destination country. */
export interface RateCard {
  carrier: string
  country: string
  rates: CardRate[]
}

const CARDS = `select carrier, country, json_agg(json_build_object('service_level', service_level, 'zone', zone, 'base_cents', base_cents,
    'per_lb_cents', per_lb_cents, 'max_weight_lb', max_weight_lb) order by service_level, zone) as rates
  from rates where ($1::text is null or carrier = $1) and ($2::text is null or country = $2) group by carrier, country order by carrier, country`

/** All cards, or those of a carrier, of a country. There are few: carriers times countries. */
export const listRateCards = (db: Database, carrier: string | null, country: string | null): Promise<RateCard[]> =>
  db.query<RateCard>('rate_cards', CARDS, [carrier, country])

const twice = (rates: readonly CardRate[]): FieldError[] => {
  const seen = new Set<string>()
  return rates.flatMap(({ service_level, zone }, i) => {
    const name = `${service_level} ${zone}`
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ path: `/rates/${i}`, rule: 'unique', message: `prices ${name} a second time; send one of them` }]
  })
}

/**
 * Replaces a carrier's card for a country whole, with its audit line, in one statement. Shipments keep the price they were sold at.
 * Errors: `validation_failed` for a lane that is priced twice; `not_found` for an unknown carrier or market.
 */
export const putRateCard = async (service: Service, actor: OperatorActor, card: RateCard): Promise<RateCard | Refusal> => {
  const { carrier, country } = card
  const errors = twice(card.rates)
  if (errors.length > 0) return invalid(errors)
  const known = await service.db.one<{ carrier: boolean; market: boolean }>(
    'rate_card_keys',
    'select exists (select from carriers where code = $1) as carrier, exists (select from markets where country = $2) as market',
    [carrier, country],
  )
  if (!known?.carrier) return refuse('not_found', 'No carrier has this code; create it first.', { field: 'carrier' })
  if (!known.market) return refuse('not_found', 'No market has this country; create it first.', { field: 'country' })
  const rates = card.rates.map((rate) => ({ ...rate, max_weight_lb: Math.round(rate.max_weight_lb * 1000) / 1000 || 0.001 }))
  const action = { actor, action: 'rate_card.replaced', subject: `${carrier}/${country}`, before: null, after: null }
  await service.db.query(
    'rate_card_write',
    `with r as materialized (select * from json_to_recordset($3::json) as r(service_level text, zone text, base_cents int, per_lb_cents int, max_weight_lb numeric(10, 3))),
          old as materialized (select * from rates where carrier = $1 and country = $2 for update),
          gone as (delete from rates t using old where t.carrier = old.carrier and t.country = old.country
                     and t.service_level = old.service_level and t.zone = old.zone
                     and not exists (select from r where r.service_level = old.service_level and r.zone = old.zone)),
          put as (insert into rates select $1, $2, service_level, zone, base_cents, per_lb_cents, max_weight_lb from r
                  on conflict (carrier, country, service_level, zone) do update set base_cents = excluded.base_cents,
                    per_lb_cents = excluded.per_lb_cents, max_weight_lb = excluded.max_weight_lb)
     insert into operator_audit
     select a.id, a.at, a.actor, a.action, a.subject, (select json_build_object('rates', json_agg(to_jsonb(old) - 'carrier' - 'country')) from old having count(*) > 0),
            json_build_object('rates', $3::json)
       from json_populate_record(null::operator_audit, $4::json) a`,
    [carrier, country, JSON.stringify(rates), JSON.stringify(auditRow(service, action))],
  )
  service.reference.forget()
  return (await listRateCards(service.db, carrier, country))[0] ?? { carrier, country, rates: [] }
}
