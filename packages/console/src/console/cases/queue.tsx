import { ChoiceField } from '../../design/choice-field.tsx'
import { type Column, Table } from '../../design/table.tsx'
import type { Item } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { type Filters, stringifySearch, useFilters, useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { ExportCsv } from '../lists/export-csv.tsx'
import { PartnerFilter } from '../lists/name-filters.tsx'
import { type Query, useLiveList } from '../live/use-live.ts'
import type { CaseList } from './next.ts'
import './cases.css'
import { type Filter, Typed } from '../lists/filters.tsx'

type QueuePath = CaseList | '/v2/discrepancies'

/** The filter value in the address that stands for all cases. Filters that have a default choice need it. */
export const ANY = 'any'

export interface Choice {
  /** The name in the API. */
  name: string
  label: string
  values: readonly (readonly [value: string, words: string])[]
  /** The choice that applies if the address contains none. If `usual` is absent, all cases are shown. */
  usual?: string
  /** Whether the filter offers "all". */
  hasAll: boolean
}

interface Props<P extends QueuePath> {
  title: string
  /** For example "claim". */
  noun: string
  /** The path of the list in the API. */
  path: P
  choices: Choice[]
  columns: Column<Item<P>>[]
}

const SHIPMENT: Filter = { name: 'shipment_id', label: 'Shipment id', kind: 'id', maxLength: 100 }

/** Returns the query for the API: the filters of the address, with defaults for the missing ones. */
const queryOf = (filters: Filters, choices: readonly Choice[], ids: readonly string[]): Query => {
  const query: Query = {}
  for (const { name, usual } of choices) {
    const value = filters[name] ?? usual
    if (value !== undefined && value !== ANY) query[name] = value
  }
  for (const name of ids) if (filters[name]) query[name] = filters[name]
  return query
}

/** Returns the filters to add to the address of a case's page, so that the next case comes from the same queue. */
export const alongOf = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name === 'type' || name === 'partner_id'))

/** A list of cases, filtered by the address. */
export const Queue = <P extends QueuePath>({ title, noun, path, choices, columns }: Props<P>) => {
  const { session } = useCurrentSession()
  const [filters, setFilters] = useFilters()
  const go = useGo()
  const ids = isOperators(session) ? ['shipment_id', 'partner_id'] : ['shipment_id']
  const status = filters.status ?? choices.find(({ name }) => name === 'status')?.usual
  // Open cases are listed from the oldest on.
  const order = filters.order ?? (status && (status === 'open' ? 'oldest' : 'newest'))
  const empty = status === 'open' ? `No open ${noun}. Choose another status to see decided ones.` : `No ${noun} matches these filters.`
  const query = { ...queryOf(filters, choices, ids), ...(order && { order }) }
  const { items, error, isLoading, more } = useLiveList(path, query)
  const along = stringifySearch(alongOf(filters))
  return (
    <>
      <div className="list-head">
        <h1>{title}</h1>
        <div className="chips">
          {choices.map((choice) => (
            <ChoiceField
              key={choice.name}
              label={choice.label}
              choices={choice.hasAll ? [[ANY, 'All'], ...choice.values] : choice.values}
              value={filters[choice.name] ?? choice.usual ?? ANY}
              onChange={(value) => setFilters({ [choice.name]: value === (choice.usual ?? ANY) ? null : value })}
            />
          ))}
          <Typed filter={SHIPMENT} value={filters.shipment_id ?? ''} onChange={(shipment_id) => setFilters({ shipment_id })} />
          {isOperators(session) && (
            <PartnerFilter label="Partner" value={filters.partner_id ?? ''} onChange={(partner_id) => setFilters({ partner_id })} />
          )}
        </div>
        {items.length > 0 && <ExportCsv path={path} query={query} name={title.toLowerCase()} />}
      </div>
      <Problem error={error} />
      <p role="status" className="soft">
        {isLoading ? 'One moment.' : items.length === 0 && !error ? empty : ''}
      </p>
      {items.length > 0 && (
        <Table
          label={title}
          rows={items}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={({ id }) => go(`/console/${title.toLowerCase()}/${id}${along}`)}
          more={more}
        />
      )}
    </>
  )
}
