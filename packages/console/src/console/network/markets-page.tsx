import type { Market } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import type { FormField } from './fields.tsx'
import { PutPage } from './put-page.tsx'
import { useWhole } from './use-whole.ts'

const MODES = [
  { value: 'network', label: 'through our counters' },
  { value: 'direct', label: 'from the shopper to the carrier' },
]
const COLUMNS: Column<Market>[] = [
  { title: 'Country', cell: ({ country }) => country, width: 7 },
  { title: 'Carrier', cell: ({ kind, carrier }) => (kind === 'fixed' ? <bdi>{carrier}</bdi> : 'the cheapest one at injection'), width: 16 },
  { title: 'Returns', cell: ({ mode }) => MODES.find(({ value }) => value === mode)?.label, width: 20 },
  { title: 'Currency', cell: ({ currency }) => currency, width: 7 },
]
const KINDS = [
  { value: 'fixed', label: 'always the same carrier' },
  { value: 'marketplace', label: 'the cheapest carrier at injection' },
]

export const Page = () => {
  const { session } = useCurrentSession()
  const { items: carriers } = useWhole('/v2/ops/carriers', isOperators(session))
  const fields: FormField[] = [
    { name: 'kind', label: 'Choice of the carrier', kind: 'choice', choices: KINDS, isRequired: true },
    {
      ...{ name: 'carrier', label: 'Carrier', kind: 'choice', hint: 'Only if it is always the same carrier' },
      choices: carriers.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
    },
    {
      ...{ name: 'mode', label: 'Returns', kind: 'choice', choices: MODES, isRequired: true },
      hint: 'From the shopper to the carrier: possible only in a market with one fixed carrier. Shoppers with a QR code always go to a counter',
    },
    { name: 'currency', label: 'Currency', hint: 'Three capital letters, such as USD', isRequired: true },
  ]
  return (
    <PutPage
      title="Markets"
      thing="market"
      about="Destination countries, with the carrier that serves each country and the currency of its prices."
      path="/v2/ops/markets"
      columns={COLUMNS}
      keyField={{ name: 'country', label: 'Country', hint: 'Two capital letters, such as US', isRequired: true }}
      keyOf={({ country }) => country}
      fields={fields}
      finish={({ carrier, ...body }) => (body.kind === 'fixed' ? { ...body, carrier } : body)}
    />
  )
}
