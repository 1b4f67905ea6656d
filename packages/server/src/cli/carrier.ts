import { basename } from 'node:path'
import { BOOKING_STATES, type BookingState } from '@backhaul/core/carrier-booking.ts'
import { ADAPTERS, type AdapterName } from '@backhaul/core/carrier-scan.ts'
import { CARRIER_STANDARDS, type CarrierNumbering, RANGE_CHECKS } from '@backhaul/core/numbering.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Command } from 'commander'
import { listBookings } from '../kinds/carriers/bookings.ts'
import { dismissScan, matchScan } from '../kinds/carriers/inbox.ts'
import { putCarrier } from '../kinds/carriers/put.ts'
import { listUnmatched } from '../kinds/carriers/queries.ts'
import { LARGEST_REPORT_BYTES, refuseReports } from '../kinds/carriers/reporting.ts'
import { bookingResource, unmatchedResource } from '../kinds/carriers/resource.ts'
import { retryBooking } from '../kinds/carriers/retry.ts'
import { importDetail } from '../kinds/imports/resource.ts'
import { listCarriers, readCarrier } from '../kinds/network/places.ts'
import { carrierResource } from '../kinds/network/resource.ts'
import { CarrierCodesIn } from '../kinds/network/schema.ts'
import type { Config } from '../process/config.ts'
import { addAddCommand } from './carrier-add.ts'
import { addInvoiceCommands } from './carrier-invoice.ts'
import { importContent, readLarge } from './import.ts'
import {
  CommandError,
  choice,
  cliActor,
  failOn,
  inUse,
  type Json,
  leaf,
  listing,
  print,
  printList,
  readJsonFile,
  readSecretFile,
  run,
  shortText,
  wholeNumber,
  withService,
} from './tool.ts'

interface CarrierOptions extends Json {
  name: string
  inactive?: boolean
  numbers?: CarrierNumbering['standard'] | 'random'
  prefix?: string
  issuer?: string
  digits?: number
  check?: CarrierNumbering['check']
  first?: number
  last?: number
  adapter?: AdapterName
  codes?: string
  url?: string
  secretFile?: string
  unsigned?: boolean
}

const numbersOf = ({ numbers: standard, prefix, issuer: country, digits, check, first, last }: CarrierOptions) => {
  if (standard === undefined) {
    const given = [prefix, country, digits, check, first, last].some((value) => value !== undefined)
    if (given) throw new CommandError('--prefix, --issuer, --digits, --check, --first and --last need --numbers')
    return {}
  }
  if (standard === 'random') return { numbers: null }
  const all = { prefix, country, digits, check, first, last }
  return { numbers: { standard, ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) } }
}

const setCarrier = async (config: Config, code: string, options: CarrierOptions): Promise<void> => {
  const { name, inactive, adapter, codes, url, secretFile, unsigned } = options
  if (unsigned && secretFile !== undefined) throw new CommandError('give --secret-file or --unsigned, not both')
  const facts = {
    ...{ name, active: !inactive, ...numbersOf(options) },
    ...(adapter !== undefined && { adapter }),
    ...(codes !== undefined && { codes: readJsonFile('--codes', codes, CarrierCodesIn) }),
    ...(url !== undefined && { url }),
    ...(secretFile !== undefined && { secret: readSecretFile('--secret-file', secretFile) }),
    ...(unsigned && { secret: null }),
  }
  const carrier = await withService(config, async (service) => {
    const put = await putCarrier(service, cliActor(), code, facts)
    return isRefusal(put) ? put : readCarrier(service.db, code)
  })
  print(options.json, carrierResource(carrier), `Carrier ${code} saved.`)
}

const sendReport = async (config: Config, code: string, file: string, { json }: Json): Promise<void> => {
  const content = readLarge(file, LARGEST_REPORT_BYTES)
  const row = await withService(config, async (service) => {
    const refusal = await refuseReports(service, code)
    if (refusal) return failOn(refusal)
    return importContent(service, { kind: 'carrier-report', carrier: code, file_name: basename(file).slice(0, 200) }, content)
  })
  const { id, state, applied_rows, created_rows, unmatched_rows, error_count, errors } = row
  const unmatched = unmatched_rows > 0 ? `; not matched to a parcel yet: ${unmatched_rows}` : ''
  const taken = `Imported ${applied_rows} ${applied_rows === 1 ? 'line' : 'lines'} of ${file} as ${id} (new: ${created_rows}${unmatched})`
  if (state === 'interrupted') throw new CommandError(`${taken}. Then the import was interrupted repeatedly; send the file again`)
  if (error_count === 0) return print(json, importDetail(row), `${taken}.`)
  const lines = errors.map(({ row: line, field, message }) => `  row ${line}: ${field}${field && ' '}${message}`)
  throw new CommandError(`${taken}. ${error_count === 1 ? '1 line is' : `${error_count} lines are`} invalid:\n${lines.join('\n')}`)
}

const MOST_LISTED = 100

const listInbox = async (config: Config, { json, carrier, dismissed }: Json & { carrier?: string; dismissed?: boolean }): Promise<void> => {
  const state = dismissed ? 'dismissed' : 'open'
  const part = { after: null, limit: MOST_LISTED, order: 'oldest' } as const
  const data = await withService(config, async (service) =>
    (await listUnmatched(service.db, part, { state, carrier })).map(unmatchedResource),
  )
  printList(
    json,
    data,
    ['id', 'carrier', 'number', 'kind', ['happened', 'occurred_at'], ['city', (one) => one.place.city ?? one.place.facility], 'reason'],
    'The inbox is empty.',
  )
}

const matchOne = async (config: Config, id: string, shipment: string, { json }: Json): Promise<void> => {
  const body = await withService(config, (service) => run(service, () => matchScan(service, cliActor(), id, shipment)))
  const { matched_scans, shipment_id } = body as { matched_scans: number; shipment_id: string }
  print(json, body, `Recorded ${matched_scans} ${matched_scans === 1 ? 'scan' : 'scans'} for ${shipment_id}.`)
}

const dismissOne = async (config: Config, id: string, { json, note }: Json & { note?: string }): Promise<void> => {
  const body = await withService(config, (service) => run(service, () => dismissScan(service, cliActor(), id, note ?? null)))
  print(json, body, listing(body))
}

const addReportCommands = (carrier: Command, config: () => Config): void => {
  leaf(carrier, 'report', 'Import a carrier report, CSV or JSON; shows the progress and every bad line', [
    'carrier report northline monday.csv',
  ])
    .argument('<code>')
    .argument(
      '<file>',
      'file with the fields number, code, occurred_at and, if known, reference, facility, city, state, postal_code, country',
    )
    .action((code: string, file: string, options: Json) => sendReport(config(), code, file, options))
  const unmatched = carrier.command('unmatched').description('Carrier reports whose number matches no parcel')
  leaf(unmatched, 'list', `List the inbox, oldest first, at most ${MOST_LISTED}`, [
    'carrier unmatched list',
    'carrier unmatched list --carrier northline',
  ])
    .option('--carrier <code>', 'only this carrier (default: all)')
    .option('--dismissed', 'list dismissed scans (default: open scans)')
    .action((options: Json & { carrier?: string; dismissed?: boolean }) => listInbox(config(), options))
  leaf(unmatched, 'match', 'Match a number with a parcel', ['carrier unmatched match csc_01… shp_01…'])
    .argument('<scan_id>')
    .argument('<shipment>', 'id, tracking number or barcode of the shipment')
    .action((id: string, shipment: string, options: Json) => matchOne(config(), id, shipment, options))
  leaf(unmatched, 'dismiss', 'Remove a scan from the inbox because it belongs to no parcel of the network', [
    'carrier unmatched dismiss csc_01…',
  ])
    .argument('<scan_id>')
    .option('--note <text>', 'reason (default: none)', shortText(1, 500))
    .action((id: string, options: Json & { note?: string }) => dismissOne(config(), id, options))
}

const listOfBookings = async (
  config: Config,
  { json, carrier, state }: Json & { carrier?: string; state?: BookingState },
): Promise<void> => {
  const part = { after: null, limit: MOST_LISTED, order: 'newest' } as const
  const data = await withService(config, async (service) => (await listBookings(service.db, part, { carrier, state })).map(bookingResource))
  printList(json, data, ['id', 'carrier', ['shipment', 'shipment_id'], 'state', 'number', 'error'], 'No bookings found.')
}

const retryOne = async (config: Config, id: string, { json }: Json): Promise<void> => {
  const body = await withService(config, (service) => run(service, () => retryBooking(service, cliActor(), id)))
  print(json, body, `${id} is due; a worker sends it to the carrier within seconds.`)
}

const addBookingCommands = (carrier: Command, config: () => Config): void => {
  const booking = carrier.command('booking').description('Bookings of parcels with carriers that have a service')
  leaf(booking, 'list', `List bookings, newest first, at most ${MOST_LISTED}`, [
    'carrier booking list',
    'carrier booking list --carrier northline --state refused',
  ])
    .option('--carrier <code>', 'only this carrier (default: all)')
    .option('--state <state>', `one of ${BOOKING_STATES.join(', ')} (default: all)`, choice(...BOOKING_STATES))
    .action((options: Json & { carrier?: string; state?: BookingState }) => listOfBookings(config(), options))
  leaf(booking, 'retry', 'Send a booking again that a carrier refused', ['carrier booking retry cbk_01…'])
    .argument('<booking_id>')
    .action((id: string, options: Json) => retryOne(config(), id, options))
}

/** `carrier list|set|add|report|unmatched|booking|invoice` (docs/operating/carriers.md#reports-of-carriers). */
export const addCarrierCommands = (root: Command, config: () => Config): void => {
  const carrier = root.command('carrier').description('Onward carriers')
  leaf(carrier, 'list', 'List carriers', ['carrier list']).action(async ({ json }: Json) => {
    const data = await withService(config(), async (service) => (await listCarriers(service.db)).map(carrierResource))
    printList(
      json,
      data,
      [
        'code',
        'name',
        'adapter',
        ['in use', inUse],
        [
          'service',
          ({ service }) => service && (service.failing_since ? `failing since ${service.failing_since}: ${service.last_error}` : 'answers'),
        ],
        ['signed', ({ url, is_signed }) => url && (is_signed ? 'yes' : 'no')],
      ],
      'No carriers yet; see `backhaul carrier set --help`.',
    )
  })
  leaf(carrier, 'set', 'Create or replace a carrier', [
    'carrier set northline --name "Northline Parcel"',
    'carrier set northline --name Northline --inactive',
    'carrier set northline --name Northline --numbers s10 --prefix RR --issuer US --first 10000000 --last 19999999',
    'carrier set northline --name Northline --numbers range --prefix 1ZBH --digits 10 --check gs1',
    'carrier set northline --name Northline --adapter file --codes codes.json',
    'carrier set northline --name Northline --adapter replay --url http://127.0.0.1:8400 --codes codes.json',
    'carrier set northline --name Northline --secret-file northline.secret',
  ])
    .argument('<code>')
    .requiredOption('--name <name>', 'name of the carrier', shortText(1, 100))
    .option('--inactive', 'take the carrier out of use (default: in use)')
    .option(
      '--numbers <standard>',
      's10, range or random: format of its tracking numbers (default: unchanged)',
      choice(...CARRIER_STANDARDS, 'random'),
    )
    .option('--prefix <text>', 'start of every number; with s10 the two letters of the service')
    .option('--issuer <country>', 'with s10: country of the issuer of the numbers')
    .option('--digits <count>', 'with range: digits of the serial number', wholeNumber(1, 15))
    .option('--check <kind>', `with range: ${RANGE_CHECKS.join(' or ')} (default: none)`, choice(...RANGE_CHECKS))
    .option('--first <serial>', 'first serial number (default: 0)', wholeNumber(0, 10 ** 15 - 1))
    .option('--last <serial>', 'last serial number (default: all nines)', wholeNumber(0, 10 ** 15 - 1))
    .option('--url <address>', 'with the adapter replay, or in a sandbox: address of its service (default: unchanged)')
    .option(
      '--secret-file <file>',
      'file with the secret that signs requests to the service of the carrier, or with the key of the account, 16 to 200 characters (default: unchanged)',
    )
    .option('--unsigned', 'remove the secret (default: unchanged)')
    .option(
      '--adapter <name>',
      'house: scans come from keys; file: the carrier sends reports; replay, easypost: the carrier has a service (default: unchanged)',
      choice(...ADAPTERS),
    )
    .option('--codes <file>', 'JSON file with the meaning of each code in its reports, such as {"DL": "deliver"} (default: unchanged)')
    .action((code: string, options: CarrierOptions) => setCarrier(config(), code, options))
  addAddCommand(carrier, config)
  addReportCommands(carrier, config)
  addBookingCommands(carrier, config)
  addInvoiceCommands(carrier, config)
}
