import type { Today, TodayDeliveries, TodayReached, TodayStep } from '@backhaul/client'
import { SCANNED } from '@backhaul/core/events/by-scan.ts'
import type { ReactNode } from 'react'
import { Bars } from '../charts/bars.tsx'
import { Columns } from '../charts/columns.tsx'
import { durationText, hourText, numberText } from '../charts/format.ts'
import { events } from '../developers/area.ts'
import { Go } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { statusWords } from '../words.ts'
import { pageOf } from './addresses.ts'

/** The main path is always shown. Final statuses and detours are shown only if a parcel has reached them. */
const LADDER: readonly string[] = ['created', 'label_ready', ...SCANNED.filter((status) => status !== 'rejected')]
const STEPS_SHOWN = 12

/** A number or text with a link to the records behind it. */
const Count = ({ value, to, name }: { value: number | string; to: string | null; name: string }): ReactNode => {
  const text = typeof value === 'number' ? numberText(value) : value
  return to === null ? (
    text
  ) : (
    <Go to={to} aria-label={`${name}: ${text}`}>
      {text}
    </Go>
  )
}

/** The address of the list of counted records. */
const reachedAt = ({ list }: TodayReached): string | null => pageOf(list)

const Funnel = ({ funnel }: { funnel: TodayReached[] }) => {
  const shown = funnel.filter(({ status, count }) => count > 0 || LADDER.includes(status))
  return (
    <Bars
      title="Parcels by the status reached"
      heads={['Status', 'Parcels']}
      empty="No parcel has moved in this period."
      rows={
        funnel.some(({ count }) => count > 0)
          ? shown.map((one) => ({
              key: one.status,
              label: statusWords(one.status),
              value: one.count,
              cells: [<Count key="count" value={one.count} to={reachedAt(one)} name={statusWords(one.status)} />],
            }))
          : []
      }
    />
  )
}

const Steps = ({ stages }: { stages: TodayStep[] }) => (
  <Bars
    title="Time between stages (bar: up to the 95th percentile, line: median)"
    heads={['From, to', 'Parcels', 'Median', '95%']}
    empty="No parcel moved from one stage to another in this period."
    rows={stages.slice(0, STEPS_SHOWN).map(({ from, to, count, median_s, p95_s, list }) => {
      const page = pageOf(list)
      const name = `${statusWords(from)}, ${statusWords(to).toLowerCase()}`
      return {
        key: `${from} ${to}`,
        label: name,
        value: p95_s ?? 0,
        mark: median_s,
        cells: [
          <Count key="count" value={count} to={page} name={name} />,
          <Count key="median" value={durationText(median_s)} to={page} name={`${name}, median`} />,
          <Count key="p95" value={durationText(p95_s)} to={page} name={`${name}, 95th percentile`} />,
        ],
      }
    })}
  />
)

const Deliveries = ({ deliveries: { delivered, failed, exhausted, median_ms, p95_ms, lists } }: { deliveries: TodayDeliveries }) => {
  const accepted = pageOf(lists.delivered)
  const counts = [
    { key: 'Accepted', value: delivered, to: pageOf(lists.delivered) },
    // Failed attempts link to the webhooks: they have no list of their own, because the page of a webhook shows them with their deliveries.
    { key: 'Failed attempts', value: failed, tone: 'bad' as const, to: '/console/webhooks' },
    { key: 'Given up', value: exhausted, tone: 'bad' as const, to: pageOf(lists.exhausted) },
  ]
  return (
    <>
      <Bars
        title="Deliveries to webhooks"
        heads={['Outcome', 'Deliveries']}
        empty="Nothing was delivered to a webhook in this period."
        rows={
          delivered + failed + exhausted === 0
            ? []
            : counts.map(({ key, value, tone, to }) => ({
                key,
                label: key,
                value,
                ...(tone && { tone }),
                cells: [<Count key="count" value={value} to={to} name={key} />],
              }))
        }
      />
      <Bars
        title="Time from event to acceptance"
        heads={['Share of deliveries', 'Within']}
        empty="No delivery was accepted in this period."
        rows={
          median_ms === null
            ? []
            : [['50%', median_ms] as const, ['95%', p95_ms] as const].map(([label, ms]) => ({
                key: label,
                label,
                value: ms ?? 0,
                cells: [<Count key="count" value={durationText(ms === null ? null : ms / 1_000)} to={accepted} name={label} />],
              }))
        }
      />
    </>
  )
}

const HOUR_MS = 3_600_000

const eventsOf = (hour: string): string => {
  const at = Date.parse(hour)
  const time = (ms: number) => encodeURIComponent(new Date(ms).toISOString())
  return `/console/events?scans=true&created_after=${time(at - 1)}&created_before=${time(at + HOUR_MS)}`
}

export const Pictures = ({ today }: { today: Today }) => {
  const { session } = useCurrentSession()
  const hasEvents = events.mayOpen(session)
  return (
    <div className="pictures">
      <Funnel funnel={today.funnel} />
      <Columns
        title="Scans per hour"
        unit="scans"
        by="Hour"
        columns={today.scans_per_hour.map(({ hour, count }) => ({ key: hour, label: hourText(hour), value: count }))}
        beside={({ key }) => hasEvents && <Go to={eventsOf(key)}>Scans of this hour</Go>}
      />
      <Steps stages={today.stages} />
      <Deliveries deliveries={today.deliveries} />
    </div>
  )
}
