// Calendars of markets and stores: one calendar each, set as a whole (docs/operating/network.md#calendars).
import type { StoredCalendar } from '@backhaul/core/calendar.ts'
import { type CalendarOwner, faultsOfCalendar } from '@backhaul/core/calendar-faults.ts'
import { invalid, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { byMarket } from '@backhaul/core/territories.ts'
import type { Static } from 'typebox'
import type { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import type { CalendarPut } from './calendar-schema.ts'
import { putRow } from './put-row.ts'
import { isStoreId } from './queries.ts'

interface Row {
  subject: string
  content: StoredCalendar
}

interface ListedRow {
  subject: string
  holidays: number
  exceptions: number
  transit_days: number
}

const IS_COUNTRY = /^[A-Z]{2}$/

export const listCalendars = (db: Database): Promise<ListedRow[]> =>
  db.query<ListedRow>(
    'calendars_list',
    `select subject, jsonb_array_length(content->'holidays') as holidays, jsonb_array_length(content->'exceptions') as exceptions,
            jsonb_array_length(content->'transit_days') as transit_days from calendars order by subject collate "C"`,
  )

export const findCalendar = (db: Database, subject: string): Promise<Row | null> =>
  db.one<Row>('calendar_one', 'select subject, content from calendars where subject = $1', [subject])

export const unknownCalendar = (): Refusal =>
  refuse('not_found', 'This market or store has no calendar; GET /v2/ops/calendars lists the calendars.', { field: 'subject' })

const ISO_DAY = 'yyyy-mm-dd'.length

/** Finds the market or store to which a calendar belongs. Errors: `not_found`. */
const ownerOf = async (service: Service, subject: string): Promise<CalendarOwner | Refusal> => {
  const { carriers, markets, calendars } = await service.network.tables()
  const today = iso(service.clock.now()).slice(0, ISO_DAY)
  if (IS_COUNTRY.test(subject) && markets.has(subject)) return { store: null, market: null, carriers, today }
  const store = isStoreId(subject) ? await service.network.store(subject) : null
  if (store) return { store: { calendar: null, hours: store.hours }, market: byMarket(calendars, store) ?? null, carriers, today }
  return refuse('not_found', 'No market or store matches the path; create the market or store first.', {
    field: 'subject',
  })
}

/** Rules that are missing from the request get values that have no effect. */
const contentOf = (put: Static<typeof CalendarPut>): StoredCalendar => {
  const { working_days = null, cut_off = null, holidays = [], exceptions = [], timezone = null, transit_days = [] } = put
  return {
    working_days,
    cut_off,
    holidays: holidays.map(({ date, name = null }) => ({ date, name })),
    exceptions: exceptions.map(({ date, name = null, hours, cut_off: until = null }) => ({
      ...{ date, name, cut_off: until },
      hours: hours as [string, string][],
    })),
    timezone,
    transit_days: transit_days.map(({ carrier = null, zone = null, ...row }) => ({ carrier, zone, ...row })),
  }
}

/** Sets a calendar. Errors: `not_found` for a market or store that does not exist; `validation_failed`. */
export const putCalendar = async (
  service: Service,
  actor: OperatorActor,
  subject: string,
  put: Static<typeof CalendarPut>,
): Promise<Row | Refusal> => {
  const owner = await ownerOf(service, subject)
  if (isRefusal(owner)) return owner
  const content = contentOf(put)
  const errors = faultsOfCalendar(content, owner)
  return errors.length > 0 ? invalid(errors) : putRow<Row>(service, 'calendars', subject, actor, () => ({ subject, content }))
}

const REMOVE = `
  with gone as (delete from calendars where subject = $1 returning *)
  insert into operator_audit (id, at, actor, action, subject, before, after)
  select $2, $3::timestamptz, $4, 'calendar.removed', subject, content, null from gone returning id`

/** Removes a calendar, so that none of its rules apply. Existing estimates stay. Errors: `not_found`. */
export const removeCalendar = async (service: Service, actor: OperatorActor, subject: string): Promise<null | Refusal> => {
  const gone = await service.db.query('calendar_remove', REMOVE, [subject, newId('audit'), iso(service.clock.now()), actor])
  if (gone.length === 0) return unknownCalendar()
  await service.network.forget()
  return null
}

export const calendarResource = ({ subject, content }: Row) => ({ subject, object: 'calendar' as const, ...content })
export const listedCalendar = (row: ListedRow) => ({ object: 'calendar' as const, ...row })
