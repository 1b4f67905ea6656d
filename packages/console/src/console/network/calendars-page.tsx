import type { ListedCalendar } from '@backhaul/client'
import { type FormEvent, useState } from 'react'
import type { Column } from '../../design/table.tsx'
import { Go, useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { Listed } from '../lists/listed.tsx'
import { useLive } from '../live/use-live.ts'
import { isMarketsCalendar } from './calendar-values.ts'
import { Fields } from './fields.tsx'
import { useWhole } from './use-whole.ts'

const addressOf = (subject: string): string => `/console/network/calendars/${subject}`

/** Only the visible rows are mounted, so only their stores are requested. */
const StoreName = ({ id }: { id: string }) => {
  const { data } = useLive(`/v2/ops/stores/${id}`, {}, { every: false })
  return <bdi>{data?.name ?? id}</bdi>
}

const COLUMNS: Column<ListedCalendar>[] = [
  {
    title: 'Market or store',
    cell: ({ subject }) => <Go to={addressOf(subject)}>{isMarketsCalendar(subject) ? subject : <StoreName id={subject} />}</Go>,
    width: 16,
  },
  { title: 'Type', cell: ({ subject }) => (isMarketsCalendar(subject) ? 'a market' : 'a store'), width: 8 },
  { title: 'Closed days', cell: ({ holidays }) => holidays, isNumber: true, width: 8 },
  { title: 'Other hours', cell: ({ exceptions }) => exceptions, isNumber: true, width: 8 },
  { title: 'Transit times', cell: ({ transit_days }) => transit_days, isNumber: true, width: 9 },
]

/** Lists the markets without a calendar. Each opens its calendar page, where a calendar can be created. */
const ForMarket = ({ calendars }: { calendars: readonly ListedCalendar[] }) => {
  const go = useGo()
  const [values, setValues] = useState<Record<string, string>>({})
  const { items: markets } = useWhole('/v2/ops/markets')
  const without = markets.filter(({ country }) => calendars.every(({ subject }) => subject !== country))
  if (without.length === 0) return null
  const choices = without.map(({ country }) => ({ value: country, label: country }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go(addressOf(values.country ?? ''))
  }
  return (
    <form onSubmit={submit} aria-label="Set a calendar">
      <Fields
        fields={[{ name: 'country', label: 'Market without a calendar', kind: 'choice', choices, isRequired: true }]}
        values={values}
        onChange={setValues}
      />
      <p>
        <button type="submit">Set the calendar</button>
      </p>
    </form>
  )
}

const Calendars = () => {
  const { session } = useCurrentSession()
  const list = useWhole('/v2/ops/calendars')
  return (
    <>
      <Listed
        list={list}
        label="Calendars"
        columns={COLUMNS}
        rowKey={({ subject }) => subject}
        to={({ subject }) => addressOf(subject)}
        empty={<p>There are no calendars yet. Every day is a working day, and there are no delivery estimates.</p>}
      />
      {session.access === 'operator' && !list.isLoading && !list.error && <ForMarket calendars={list.items} />}
    </>
  )
}

/** Lists the working days of markets and stores. */
export const Page = () => (
  <>
    <h1>Calendars</h1>
    <p>
      Working days of markets and stores. They determine when a parcel is expected and on which days drivers can collect at a store. A store
      without a calendar uses its market’s calendar and its own opening hours. The page of a store links to its calendar.
    </p>
    <Calendars />
  </>
)
