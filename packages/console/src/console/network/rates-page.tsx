import type { RateCard } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { moneyText } from '../words.ts'
import { PriceCalculator } from './price-calculator.tsx'
import { Tariffs } from './tariffs.tsx'
import { useWhole } from './use-whole.ts'

const FILTERS: Filter[] = [
  { name: 'carrier', label: 'Carrier code', kind: 'text' },
  { name: 'country', label: 'Country, two capital letters', kind: 'text' },
]

type Lane = RateCard['rates'][number] & { carrier: string; country: string; currency: string }

const COLUMNS: Column<Lane>[] = [
  { title: 'Carrier', cell: ({ carrier }) => <bdi>{carrier}</bdi> },
  { title: 'To', cell: ({ country }) => country, width: 4 },
  { title: 'Service', cell: ({ service_level }) => service_level, width: 7 },
  { title: 'Zone', cell: ({ zone }) => zone, width: 8 },
  { title: 'Per parcel', cell: ({ base_cents, currency }) => moneyText(base_cents, currency), isNumber: true, width: 8 },
  { title: 'Per pound', cell: ({ per_lb_cents, currency }) => moneyText(per_lb_cents, currency), isNumber: true, width: 8 },
  { title: 'Max. weight', cell: ({ max_weight_lb }) => `${max_weight_lb} lb`, isNumber: true, width: 7 },
]

const Cards = () => {
  const { session } = useCurrentSession()
  const [{ carrier, country }] = useFilters()
  const cards = useWhole('/v2/ops/rate-cards')
  const { items: markets } = useWhole('/v2/ops/markets')
  const currencies = new Map(markets.map((market) => [market.country, market.currency]))
  const lanes = cards.items
    .filter((card) => (!carrier || card.carrier === carrier) && (!country || card.country === country))
    .flatMap((card) =>
      card.rates.map((rate) => ({
        ...rate,
        carrier: card.carrier,
        country: card.country,
        currency: currencies.get(card.country) ?? 'USD',
      })),
    )
  return (
    <>
      <h2>Rate cards</h2>
      <p>
        Charges of each carrier for each destination country.{' '}
        {session.access === 'operator' && <Go to="/console/network/imports">Replace rate cards from a file</Go>}
      </p>
      <FilterBar filters={FILTERS} />
      <Listed
        list={{ ...cards, items: lanes }}
        label="Rates"
        columns={COLUMNS}
        rowKey={(lane) => [lane.carrier, lane.country, lane.service_level, lane.zone].join('/')}
        empty={<p>No rates found.</p>}
      />
    </>
  )
}

/** Shows the price of a parcel and its calculation. Operators also see the rate cards that the price comes from. */
export const Page = () => {
  const { session } = useCurrentSession()
  return (
    <>
      <h1>{isOperators(session) ? 'Rates and prices' : 'Prices'}</h1>
      <PriceCalculator />
      {isOperators(session) && <Tariffs />}
      {isOperators(session) && <Cards />}
    </>
  )
}
