import type { Calendar } from '@backhaul/client'
import { useState } from 'react'
import { DayField } from '../../design/day-field.tsx'
import { Confirm } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { calendarDayText, Day } from '../../shared/time.tsx'
import { errorAt, errorOutside, errorWithin } from '../forms/errors.ts'
import { useCommand } from '../live/use-live.ts'
import { type DayEntry, type ShownDay, shownDays, withDay, withoutDay } from './calendar-values.ts'

export type CalendarPath = `/v2/ops/calendars/${string}`

interface Props {
  calendar: Calendar
  /** The path in the API. */
  path: CalendarPath
  mayEdit: boolean
}

interface Asking {
  path: CalendarPath
  onClose: () => void
}

/** Reads the calendar immediately before it is replaced, because someone else may have added a day. */
const useDays = (path: CalendarPath) => {
  const { run, isRunning, error } = useCommand()
  const [at, setAt] = useState('')
  const put = async (change: (calendar: Calendar) => { body: unknown; path: string }): Promise<boolean> => {
    const now = await run('GET', path)
    if (now === null) return false
    const { body, path: field } = change(now)
    setAt(field)
    return (await run('PUT', path, body)) !== null
  }
  return { put, isRunning, error, at }
}

const NOTHING: DayEntry = { date: '', name: '', hours: '', cut_off: '' }

const AddDay = ({ path, onClose }: Asking) => {
  const [day, setDay] = useState(NOTHING)
  const { put, isRunning, error, at } = useDays(path)
  const change = (field: keyof DayEntry) => (text: string) => setDay({ ...day, [field]: text })
  const send = async () => {
    if (await put((calendar) => withDay(calendar, day))) onClose()
  }
  return (
    <Confirm title="Add a closed day or other hours" action="Add the day" isRunning={isRunning} onConfirm={send} onCancel={onClose}>
      <DayField label="Day" isRequired value={day.date} error={errorAt(error, `${at}/date`)} onChange={change('date')} />
      <Field label="Name" maxLength={100} value={day.name} error={errorAt(error, `${at}/name`)} onChange={change('name')} />
      <Field
        label="Open"
        help="Such as 09:00-13:00, 14:00-17:00. Leave empty if closed all day."
        value={day.hours}
        error={errorWithin(error, `${at}/hours`)}
        onChange={change('hours')}
      />
      {day.hours.trim() !== '' && (
        <Field
          label="Cut-off on that day"
          help="Parcels handed over before this time (such as 11:00) leave on the same day"
          value={day.cut_off}
          error={errorAt(error, `${at}/cut_off`)}
          onChange={change('cut_off')}
        />
      )}
      <Problem error={errorOutside(error, [`${at}/date`, `${at}/name`, `${at}/hours`, `${at}/cut_off`])} />
    </Confirm>
  )
}

const RemoveDay = ({ day: { date, name, next }, path, onClose }: Asking & { day: ShownDay }) => {
  const { put, isRunning, error } = useDays(path)
  const send = async () => {
    if (await put((calendar) => ({ body: withoutDay(calendar, date), path: '' }))) onClose()
  }
  return (
    <Confirm title={`Remove ${calendarDayText(date)}?`} action="Remove the day" isRunning={isRunning} onConfirm={send} onCancel={onClose}>
      <p>
        {name !== null && (
          <>
            <bdi>{name}</bdi>:{' '}
          </>
        )}
        {next === null ? 'this day has passed, so nothing changes.' : 'the weekly schedule will apply to this day.'}
      </p>
      <Problem error={error} />
    </Confirm>
  )
}

const COLUMNS: SmallColumn<ShownDay>[] = [
  { title: 'Day', cell: ({ date }) => calendarDayText(date), isHead: true },
  { title: 'Next date', cell: ({ next }) => (next ? <Day on={next} /> : <span className="soft">passed</span>) },
  { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: 'Open', cell: ({ hours }) => hours || 'closed' },
  { title: 'Cut-off', cell: ({ cut_off }) => cut_off },
]

/** Days that differ from the weekly schedule, the next one first. */
export const Days = ({ calendar, path, mayEdit }: Props) => {
  const [asked, setAsked] = useState<ShownDay | 'new' | null>(null)
  const days = shownDays(calendar, new Date().toLocaleDateString('sv'))
  const close = () => setAsked(null)
  const remove = (day: ShownDay) => (
    <button type="button" aria-label={`Remove ${calendarDayText(day.date)}`} onClick={() => setAsked(day)}>
      Remove
    </button>
  )
  return (
    <section aria-labelledby="days">
      <h2 id="days">Closed days and other hours</h2>
      {days.length === 0 && <p>No exceptions to the weekly schedule.</p>}
      {days.length > 0 && (
        <SmallTable
          label="Table of days"
          caption="Closed days and other hours"
          columns={mayEdit ? [...COLUMNS, { title: 'Remove', cell: remove }] : COLUMNS}
          rows={days}
          rowKey={({ date }) => date}
        />
      )}
      {mayEdit && (
        <p>
          <button type="button" onClick={() => setAsked('new')}>
            Add a day
          </button>
        </p>
      )}
      {asked === 'new' && <AddDay path={path} onClose={close} />}
      {asked !== null && asked !== 'new' && <RemoveDay day={asked} path={path} onClose={close} />}
    </section>
  )
}
