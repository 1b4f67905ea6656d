import type { Calendar, Carrier } from '@backhaul/client'
import { WEEKDAYS } from '@backhaul/core/network.ts'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { useId, useState } from 'react'
import { Field } from '../../design/field.tsx'
import { errorAt, errorOutside, errorWithin } from '../forms/errors.ts'
import { OpenedForm } from '../forms/opened-form.tsx'
import type { RowField } from '../forms/row-values.ts'
import { Rows } from '../forms/rows.tsx'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, type CalendarForm, formOf, isMarketsCalendar } from './calendar-values.ts'
import { DAY_WORDS } from './hours.ts'
import { useWhole } from './use-whole.ts'

const DATE = { name: 'date', label: 'Day', isDay: true, isRequired: true }
const HOLIDAY: RowField[] = [DATE, { name: 'name', label: 'Name' }]
const EXCEPTION: RowField[] = [
  ...HOLIDAY,
  { name: 'hours', label: 'Open', help: 'Such as 09:00-13:00, 14:00-17:00. Empty: closed.' },
  { name: 'cut_off', label: 'Cut-off', help: 'Such as 11:00' },
]
const transitFields = (carriers: readonly Carrier[]): RowField[] => [
  { name: 'service_level', label: 'Service', isRequired: true, choices: SERVICE_LEVELS.map((value) => ({ value, label: value })) },
  { name: 'zone', label: 'Zone', help: 'local, regional, national, international, or the number of a tariff’s zone. Empty: any.' },
  { name: 'carrier', label: 'Carrier', help: 'Empty: any', choices: carriers.map(({ code }) => ({ value: code, label: code })) },
  { name: 'days', label: 'Working days', isNumber: true, isRequired: true },
]

interface WeekProps {
  form: CalendarForm
  isMarkets: boolean
  onChange: (form: CalendarForm) => void
  error: string | null
}

const Week = ({ form, isMarkets, onChange, error }: WeekProps) => {
  const id = useId()
  const toggle = (day: string) => {
    const days = new Set(form.days)
    if (!days.delete(day)) days.add(day)
    onChange({ ...form, days })
  }
  return (
    <fieldset aria-describedby={error === null ? undefined : id}>
      <legend>Works on</legend>
      <label className="choice">
        <input type="checkbox" checked={form.isByOthers} onChange={() => onChange({ ...form, isByOthers: !form.isByOthers })} />
        {isMarkets ? 'Every day' : 'Days with opening hours'}
      </label>
      {!form.isByOthers && (
        <div className="week">
          {WEEKDAYS.map((day) => (
            <label key={day} className="choice">
              <input type="checkbox" checked={form.days.has(day)} onChange={() => toggle(day)} />
              {DAY_WORDS[day]}
            </label>
          ))}
        </div>
      )}
      {error !== null && (
        <p id={id} className="wrong" role="alert">
          Working days {error}
        </p>
      )}
    </fieldset>
  )
}

const FIELDS = ['/working_days', '/cut_off', '/timezone', '/holidays', '/exceptions', '/transit_days']

interface Props {
  subject: string
  /** The current calendar; null if there is none. */
  calendar: Calendar | null
  onClose: () => void
}

/** Edits and replaces the whole calendar, because the API can only replace it as a whole. */
export const ChangeCalendar = ({ subject, calendar, onClose }: Props) => {
  const isMarkets = isMarketsCalendar(subject)
  const [begun] = useState(() => JSON.stringify(calendar))
  const [form, setForm] = useState(() => formOf(calendar))
  const { items: carriers } = useWhole('/v2/ops/carriers', isMarkets)
  const { run, isRunning, error } = useCommand()
  const submit = async () => {
    const saved = await run('PUT', `/v2/ops/calendars/${encodeURIComponent(subject)}`, bodyOf(form, isMarkets))
    if (saved !== null) onClose()
  }
  const set = (part: Partial<CalendarForm>) => setForm({ ...form, ...part })
  return (
    <OpenedForm
      title={calendar === null ? 'Set a calendar' : 'Change the calendar'}
      {...{ isRunning, onClose }}
      error={errorOutside(error, FIELDS)}
      onSubmit={submit}
    >
      <Week form={form} isMarkets={isMarkets} onChange={setForm} error={errorWithin(error, '/working_days')} />
      <Field
        label="Cut-off"
        help="Parcels handed over before this local time (such as 16:00) leave on the same day."
        value={form.cut_off}
        error={errorAt(error, '/cut_off')}
        onChange={(cut_off) => set({ cut_off })}
      />
      {isMarkets && (
        <Field
          label="Time zone"
          help="IANA name, such as America/New_York"
          isRequired
          value={form.timezone}
          error={errorAt(error, '/timezone')}
          onChange={(timezone) => set({ timezone })}
        />
      )}
      <Rows
        {...{ title: 'Closed days', one: 'closed day', path: '/holidays', fields: HOLIDAY, rows: form.holidays, error }}
        onChange={(holidays) => set({ holidays })}
      />
      <Rows
        {...{ title: 'Days with other hours', one: 'day', path: '/exceptions', fields: EXCEPTION, rows: form.exceptions, error }}
        onChange={(exceptions) => set({ exceptions })}
      />
      {isMarkets && (
        <Rows
          {...{ title: 'Transit times', one: 'transit time', path: '/transit_days', rows: form.transit_days, error }}
          fields={transitFields(carriers)}
          blank={{ service_level: 'standard' }}
          onChange={(transit_days) => set({ transit_days })}
        />
      )}
      {JSON.stringify(calendar) !== begun && (
        <p className="notice warn" role="status">
          Another person has changed this calendar since you opened it. If you save, you replace that change.
        </p>
      )}
    </OpenedForm>
  )
}
