import { COUNTRIES } from '@backhaul/core/countries.ts'
import type { Rate } from '@backhaul/core/rating.ts'
import { type FieldError, invalid, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import { IS_CODE } from './schema.ts'

export type CardRate = Omit<Rate, 'carrier' | 'country'>

/** The prices of one carrier for one destination country. */
export interface RateCard {
  carrier: string
  country: string
  rates: CardRate[]
}

const CARDS = `select carrier, country, json_agg(json_build_object('service_level', service_level, 'zone', zone, 'base_cents', base_cents,
    'per_lb_cents', per_lb_cents, 'max_weight_lb', max_weight_lb) order by service_level, zone) as rates
  from rates where ($1::text is null or carrier = $1) and ($2::text is null or country = $2) group by carrier, country order by (carrier || '/' || country) collate "C"`

/** All cards, or only those of a carrier or a country. There are at most as many as carriers times countries. */
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
    return [{ path: `/rates/${i}`, rule: 'unique', message: `repeats the price of ${name}; send this price only once` }]
  })
}

const checkCard = async (db: Database, { carrier, country, rates }: RateCard): Promise<Refusal | null> => {
  const errors = twice(rates)
  if (errors.length > 0) return invalid(errors)
  const unknown = (field: 'carrier' | 'country', value: string): Refusal =>
    refuse(
      'not_found',
      `No ${field === 'carrier' ? 'carrier has the code' : 'market has the country'} "${value}"; create the ${field === 'carrier' ? 'carrier' : 'market'} first.`,
      {
        field,
      },
    )
  if (!IS_CODE.test(carrier)) return unknown('carrier', carrier)
  if (!COUNTRIES.has(country)) return unknown('country', country)
  const known = await db.one<{ carrier: boolean; market: boolean }>(
    'rate_card_keys',
    'select exists (select from carriers where code = $1) as carrier, exists (select from markets where country = $2) as market',
    [carrier, country],
  )
  if (!known?.carrier) return unknown('carrier', carrier)
  return known.market ? null : unknown('country', country)
}

/** Replaces the cards in $1, at time $2, by actor $3, in one statement. Several callers use it. */
export const WRITE_CARDS = `
  with c as materialized (select * from json_to_recordset($1::json) as c(carrier text, country text, rates json, audit_id text)),
       r as materialized (select c.carrier, c.country, x.* from c, json_to_recordset(c.rates) as
            x(service_level text, zone text, base_cents int, per_lb_cents int, max_weight_lb numeric(10, 3))),
       old as materialized (select t.* from rates t join c using (carrier, country)
            order by t.carrier, t.country, t.service_level, t.zone for update of t),
       gone as (delete from rates t using old where t.carrier = old.carrier and t.country = old.country
            and t.service_level = old.service_level and t.zone = old.zone
            and not exists (select from r where (r.carrier, r.country, r.service_level, r.zone) = (t.carrier, t.country, t.service_level, t.zone))),
       put as (insert into rates select * from r on conflict (carrier, country, service_level, zone) do update set
            base_cents = excluded.base_cents, per_lb_cents = excluded.per_lb_cents, max_weight_lb = excluded.max_weight_lb)
  insert into operator_audit
  select c.audit_id, $2, $3, 'rate_card.replaced', c.carrier || '/' || c.country,
         (select jsonb_build_object('rates', jsonb_agg(to_jsonb(old) - 'carrier' - 'country')) from old
           where old.carrier = c.carrier and old.country = c.country having count(*) > 0),
         jsonb_build_object('rates', c.rates)
    from c`

/**
 * Replaces whole cards, each with an audit line, in one statement. Existing shipments keep their price. Errors (the first one found):
 * `validation_failed` for a lane that is priced twice, `not_found` for an unknown carrier or market.
 */
export const putRateCards = async (service: Service, actor: OperatorActor, cards: readonly RateCard[]): Promise<RateCard[] | Refusal> => {
  for (const card of cards) {
    const refusal = await checkCard(service.db, card)
    if (refusal) return refusal
  }
  const rows = cards.map(({ carrier, country, rates }) => ({ carrier, country, rates, audit_id: newId('audit') }))
  await service.db.query('rate_cards_write', WRITE_CARDS, [JSON.stringify(rows), iso(service.clock.now()), actor])
  await service.network.forget()
  const written: RateCard[] = []
  for (const { carrier, country } of cards) {
    const [card = { carrier, country, rates: [] }] = await listRateCards(service.db, carrier, country)
    written.push(card)
  }
  return written
}
