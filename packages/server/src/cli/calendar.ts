import { type FieldError, isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Command } from 'commander'
import { BodyCheck } from '../http/validate.ts'
import { calendarCsv, readCalendarFile, rowsOfErrors } from '../kinds/network/calendar-file.ts'
import { CalendarPut } from '../kinds/network/calendar-schema.ts'
import {
  calendarResource,
  findCalendar,
  listCalendars,
  listedCalendar,
  putCalendar,
  removeCalendar,
  unknownCalendar,
} from '../kinds/network/calendars.ts'
import type { Config } from '../process/config.ts'
import { cliActor, failOn, failOnRows, type Json, leaf, print, printList, readJsonFile, readTextFile, withService } from './tool.ts'

const list = async (config: Config, { json }: Json): Promise<void> => {
  const data = await withService(config, async ({ db }) => (await listCalendars(db)).map(listedCalendar))
  printList(json, data, ['subject', 'holidays', 'exceptions', 'transit_days'], 'No calendars; see `backhaul calendar set --help`.')
}

const show = async (config: Config, subject: string, { json }: Json): Promise<void> => {
  const found = await withService(config, async ({ db }) => (await findCalendar(db, subject)) ?? unknownCalendar())
  print(json, calendarResource(found), JSON.stringify(found.content, null, 2))
}

const exportCsv = async (config: Config, subject: string, { json }: Json): Promise<void> => {
  const found = await withService(config, async ({ db }) => (await findCalendar(db, subject)) ?? unknownCalendar())
  const csv = calendarCsv(found.content)
  print(json, { ...calendarResource(found), csv }, csv.trimEnd())
}

const isCsv = (file: string): boolean => file.toLowerCase().endsWith('.csv')

/**
 * Reads a calendar file. Returns its content and a function that reports a refusal. For a CSV file, this function names the faulty rows.
 */
const readCalendar = (file: string) => {
  if (!isCsv(file)) return { put: readJsonFile('the calendar', file, CalendarPut), fail: (refusal: Refusal) => failOn(refusal) }
  const read = readCalendarFile(readTextFile(file))
  if ('errors' in read) return failOnRows(file, read.errors)
  const fail = (refusal: Refusal) => {
    const errors = refusal.details.errors as FieldError[] | undefined
    return errors ? failOnRows(file, rowsOfErrors(errors, read.rows)) : failOn(refusal)
  }
  const unfit = new BodyCheck(CalendarPut).check(read.put)
  return unfit ? fail(unfit) : { put: read.put, fail }
}

const set = async (config: Config, subject: string, file: string, { json }: Json): Promise<void> => {
  const { put, fail } = readCalendar(file)
  const row = await withService(config, async (service) => {
    const saved = await putCalendar(service, cliActor(), subject, put)
    return isRefusal(saved) ? fail(saved) : saved
  })
  print(json, calendarResource(row), `Calendar of ${subject} saved. It takes effect everywhere within two seconds.`)
}

const remove = async (config: Config, subject: string, { json }: Json): Promise<void> => {
  await withService(config, (service) => removeCalendar(service, cliActor(), subject))
  print(json, { removed: subject }, 'Removed. Existing estimates remain.')
}

/** `calendar list|show|export|set|remove` (docs/operating/network.md#calendars). */
export const addCalendarCommands = (root: Command, config: () => Config): void => {
  const group = root.command('calendar').description('Calendars: holidays, cut-off times and transit days of markets and stores')
  const subject = 'country of a market, or id of a store'
  leaf(group, 'list', 'List calendars', ['calendar list']).action((options: Json) => list(config(), options))
  leaf(group, 'show', 'Print a calendar as JSON for `calendar set`', ['calendar show US > us.json'])
    .argument('<subject>', subject)
    .action((one: string, options: Json) => show(config(), one, options))
  leaf(group, 'export', 'Print a calendar as CSV for `calendar set`', ['calendar export US > us.csv'])
    .argument('<subject>', subject)
    .action((one: string, options: Json) => exportCsv(config(), one, options))
  leaf(group, 'set', 'Create or replace a calendar', ['calendar set US us.json', 'calendar set US us.csv'])
    .argument('<subject>', subject)
    .argument('<file>', 'JSON file, or a CSV file whose name ends in .csv')
    .action((one: string, file: string, options: Json) => set(config(), one, file, options))
  leaf(group, 'remove', 'Remove a calendar; its holidays, cut-off times and transit days no longer apply', ['calendar remove CA'])
    .argument('<subject>', subject)
    .action((one: string, options: Json) => remove(config(), one, options))
}
