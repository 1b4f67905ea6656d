import type { Calendar } from '@backhaul/client'
import { useState } from 'react'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Refused } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { Fact } from '../facts.tsx'
import { Go, useGo, usePathParam } from '../frame/address.ts'
import { Asked } from '../frame/asked.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { type CalendarPath, Days } from './calendar-days.tsx'
import { daysWords, isMarketsCalendar } from './calendar-values.ts'
import { ChangeCalendar } from './change-calendar.tsx'

const pathOf = (subject: string): CalendarPath => `/v2/ops/calendars/${encodeURIComponent(subject)}`

const Facts = ({ calendar }: { calendar: Calendar }) => {
  const isMarkets = isMarketsCalendar(calendar.subject)
  const byOthers = isMarkets ? 'every day' : 'days with opening hours, or the working days of its market if the store has no hours'
  return (
    <dl>
      <Fact name="Works on">{calendar.working_days === null ? byOthers : daysWords(calendar.working_days)}</Fact>
      <Fact name="Cut-off">{calendar.cut_off ?? (isMarkets ? 'none, until the end of the day' : 'the cut-off of its market')}</Fact>
      {calendar.timezone !== null && <Fact name="Time zone">{calendar.timezone}</Fact>}
    </dl>
  )
}

const TRANSIT: SmallColumn<Calendar['transit_days'][number]>[] = [
  { title: 'Service', cell: ({ service_level }) => service_level, isHead: true },
  { title: 'Zone', cell: ({ zone }) => zone ?? 'any' },
  { title: 'Carrier', cell: ({ carrier }) => (carrier === null ? 'any' : <bdi>{carrier}</bdi>) },
  { title: 'Working days', cell: ({ days }) => days, isNumber: true },
]

/** Shows the transit times of parcels to a market. */
const Transit = ({ rows }: { rows: Calendar['transit_days'] }) => (
  <section aria-labelledby="transit">
    <h2 id="transit">Transit times</h2>
    {rows.length === 0 && <p>There are no transit times, so parcels to this market have no delivery estimate.</p>}
    {rows.length > 0 && (
      <>
        <SmallTable
          label="Table of transit times"
          caption="Transit times"
          columns={TRANSIT}
          rows={rows}
          rowKey={({ service_level, zone, carrier }) => `${service_level} ${zone} ${carrier}`}
        />
        <p className="soft">The most specific row wins: zone before carrier. Services without a row have no estimate.</p>
      </>
    )}
  </section>
)

const RemoveCalendar = ({ subject, title }: { subject: string; title: string }) => {
  const go = useGo()
  return (
    <Asked
      title={`Remove the ${title.toLowerCase()}?`}
      label="Remove the calendar"
      action="Remove"
      act={async (run) => (await run('DELETE', pathOf(subject))) !== null && go('/console/network/calendars')}
    >
      <p>
        The service continues as if the calendar had never existed. Existing estimates do not change. The audit trail keeps the content of
        the calendar.
      </p>
    </Asked>
  )
}

const OneCalendar = ({ subject }: { subject: string }) => {
  const { session } = useCurrentSession()
  const mayEdit = session.access === 'operator'
  const isMarkets = isMarketsCalendar(subject)
  const [isChanging, setChanging] = useState(false)
  const { data: calendar, error } = useLive(pathOf(subject))
  const { data: store } = useLive(`/v2/ops/stores/${encodeURIComponent(subject)}`, {}, { enabled: !isMarkets })
  const isNone = error instanceof Refused && error.status === 404
  const change = <ChangeCalendar subject={subject} calendar={isNone ? null : (calendar ?? null)} onClose={() => setChanging(false)} />
  if (!calendar || isNone)
    return (
      <>
        <NotYet title={isNone ? 'No calendar yet' : 'Calendar'} others="calendars" error={error} />
        {isNone && mayEdit && (isMarkets || store) && !isChanging && (
          <button type="button" onClick={() => setChanging(true)}>
            Set a calendar for {isMarkets ? subject : <bdi>{store?.name}</bdi>}
          </button>
        )}
        {isNone && isChanging && change}
      </>
    )
  return (
    <>
      <h1>
        Calendar of <bdi>{isMarkets ? subject : (store?.name ?? subject)}</bdi>
      </h1>
      {!isMarkets && (
        <p>
          <Go to={`/console/network/stores/${subject}`}>The store</Go>
          {store && (
            <>
              , in the market <Go to={`/console/network/calendars/${store.country}`}>{store.country}</Go>, whose calendar applies where this
              calendar has no entry
            </>
          )}
        </p>
      )}
      <Problem error={error} />
      <Facts calendar={calendar} />
      {mayEdit && !isChanging && (
        <div className="buttons">
          <button type="button" onClick={() => setChanging(true)}>
            Change the calendar
          </button>
          <RemoveCalendar subject={subject} title={`Calendar of ${isMarkets ? subject : 'this store'}`} />
        </div>
      )}
      {isChanging && change}
      {!isChanging && <Days calendar={calendar} path={pathOf(subject)} mayEdit={mayEdit} />}
      {!isChanging && isMarkets && <Transit rows={calendar.transit_days} />}
    </>
  )
}

/** The calendar of a market or a store. */
export const Page = () => {
  const subject = usePathParam('id')
  return <OneCalendar key={subject} subject={subject} />
}
