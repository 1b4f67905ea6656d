// Creates one record of every kind that the console shows, with markup in its free texts. Lists every page of the console by the path in
// areas.ts.
import { expect } from 'vitest'
import { dayAhead, storesByCode, WINDOW } from '../../../server/test/pickups/fixtures.ts'
import type { TestAnswer, TestClient } from '../../../server/test/support/client.ts'
import type { Receiver } from '../../../server/test/support/receiver.ts'
import { until } from '../../../server/test/support/until.ts'
import { AREAS } from '../../src/console/areas.ts'
import { measured } from './cases-support.ts'
import { shipment } from './console-support.ts'
import type { Access, World } from './support.ts'

export const SCRIPT = '<img src=x onerror=alert(1)>'
const PATIENCE_MS = 20_000
const CSV = `code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours\nEVERY-2,"",1 Main St,Boston,MA,02116,US,42.35,-71.08,America/New_York,`
const PLACE = { line1: SCRIPT, city: SCRIPT, postal_code: '89501', country: 'US', lat: 39.5, lon: -119.8, timezone: 'America/Los_Angeles' }
const TEXTS = { order_id: SCRIPT, rma: SCRIPT, customer: SCRIPT, ship_ext_id: SCRIPT, metadata: { [SCRIPT]: SCRIPT } }
/** The secret of an API key contains the id of the key. */
const keyOf = (api_key: string): string => api_key.split('_').slice(2, 4).join('_')

const made = ({ status, json, text }: TestAnswer) => {
  expect([status < 300, text.slice(0, 300)]).toEqual([true, expect.anything()])
  return json
}

export type Made = Record<
  | 'shipment'
  | 'claim'
  | 'adjustment'
  | 'discrepancy'
  | 'tender'
  | 'consolidation'
  | 'pickup'
  | 'webhook'
  | 'delivery'
  | 'event'
  | 'store'
  | 'import'
  | 'invoice'
  | 'line'
  | 'partner'
  | 'key',
  string
>

/** Creates a carrier invoice with a line for one parcel. Waits for the previous import first. */
const invoiceOf = async (operator: TestClient, tracking: string, before: string): Promise<{ invoice: string; line: string }> => {
  const ended = async (id: string) => (await operator.get(`/v2/ops/imports/${id}`)).json.ended_at
  await until('the import before has ended', () => ended(before), PATIENCE_MS)
  const file = `invoice,number,amount_cents,currency,description\nEVERY-1,${tracking},100000,USD,"${SCRIPT}"\n`
  const rows = { headers: { 'Content-Type': 'text/csv' } }
  const { id } = made(await operator.post('/v2/ops/carrier-invoices?carrier=northline', file, rows))
  await until('the invoice is there', () => ended(id), PATIENCE_MS)
  const invoice = (await operator.get(`/v2/ops/carrier-invoices?import_id=${id}`)).json.data[0].id
  return { invoice, line: (await operator.get(`/v2/ops/carrier-invoices/${invoice}/lines`)).json.data[0].id }
}

/** Creates a parcel that a carrier's service refuses, a service that does not answer, a number series, and a calendar. */
const atCarriers = async (world: World, operator: TestClient, shipment_id: string): Promise<void> => {
  const { db } = world.service.running.service
  await db.query(
    'test_booking',
    `insert into carrier_bookings (id, carrier, shipment_id, state, error, tries, due_at, created_at, updated_at, version)
     values ('cbk_00000000000000000000000001', 'summit', $1, 'refused', $2, 0, now(), now(), now(), 1)`,
    [shipment_id, SCRIPT],
  )
  const calendar = { timezone: 'America/New_York', holidays: [{ date: '12-25', name: SCRIPT }] }
  expect((await operator.send('PUT', '/v2/ops/calendars/US', { body: calendar })).status).toBe(200)
  const numbers = { standard: 'range', prefix: 'EV', digits: 4, first: 1, last: 20 }
  expect((await operator.send('PUT', '/v2/ops/carriers/every', { body: { name: SCRIPT, active: false, numbers } })).status).toBe(200)
}

/** Creates all records. The webhooks point to `receiver`, which refuses. */
export const makeOneOfEach = async (world: World, receiver: Receiver): Promise<Made> => {
  const { demo } = world.service
  const operator = await world.service.operator()
  receiver.answer({ kind: 'reply', status: 500, body: `${SCRIPT} ${'x'.repeat(2_000)}` })
  const webhook = made(await demo.post('/v2/webhooks', { url: receiver.url('/every'), enabled_events: ['*'], description: SCRIPT })).id
  const { id, tracking } = await shipment(world, TEXTS)
  const { id: found, adjustment_id } = await measured(world, SCRIPT)
  made(await demo.post(`/v2/adjustments/${adjustment_id}/dispute`, { reason: SCRIPT }))
  const claim = made(await demo.post('/v2/claims', { shipment_id: id, type: 'damaged', amount_claimed: 900, description: SCRIPT })).id
  const members = { carrier: 'northline', handoff: 'inject', shipment_ids: [(await shipment(world)).id] }
  const surplus = made(
    await demo.post('/v2/tenders', { carrier: 'northline', handoff: 'collect', shipment_ids: [(await shipment(world)).id] }),
  )
  const counted = { piece_count_received: 2, surplus_numbers: ['EVERY-1'] }
  expect((await demo.post(`/v2/tenders/${surplus.id}/accept`, counted)).status).toBe(200)
  const [store_id] = (await storesByCode(world.service)).values()
  const pickup = { shipment_id: id, store_id, date: dayAhead(2), ...WINDOW }
  const rows = { body: CSV, headers: { 'Content-Type': 'text/csv' } }
  const { json: deliveries } = await until(
    'the attempt failed',
    async () => {
      const answer = await demo.get(`/v2/webhooks/${webhook}/deliveries`)
      return answer.json.data[0]?.attempts.length > 0 ? answer : null
    },
    PATIENCE_MS,
  )
  const { id: imported } = made(await operator.send('POST', `/v2/ops/imports?kind=stores&file_name=${encodeURIComponent(SCRIPT)}`, rows))
  await atCarriers(world, operator, id)
  const tender = made(await demo.post('/v2/tenders', members)).id
  return {
    ...(await invoiceOf(operator, tracking, imported)),
    ...{ shipment: id, discrepancy: found, adjustment: adjustment_id, claim, webhook },
    tender,
    consolidation: made(await operator.post('/v2/ops/consolidations', { carrier: 'northline', facility: 'EVERY', tender_ids: [tender] }))
      .id,
    pickup: made(await demo.post('/v2/pickups', pickup)).id,
    delivery: deliveries.data[0].id,
    event: (await demo.get('/v2/events?limit=1')).json.data[0].eventID,
    store: made(await operator.post('/v2/ops/stores', { code: 'EVERY', name: SCRIPT, ...PLACE })).id,
    import: imported,
    partner: (await world.service.partner({ name: SCRIPT })).partnerId,
    key: keyOf(demo.credentials.api_key),
  }
}

interface EveryPage {
  /** The part of the address after `/console`. The default is the path of the page. A page for one record needs the record's id here. */
  at?: (ids: Made) => string
  /** The start of the heading, for an access that may open the page. */
  heading: string | RegExp
  /** A table or a region that exists only once the page shows its content. */
  shows?: { role: 'table' | 'region' | 'figure' | 'listitem'; name?: string | RegExp }
  /** The access that opens the page. The default is operator. */
  access?: Access
}

const table = (name: string) => ({ role: 'table', name }) as const
const region = (name: string | RegExp) => ({ role: 'region', name }) as const
const OF_THE_CONSOLE = ['operator', 'support', 'partner', 'partner-viewer'] as const

/** Pages by the path in areas.ts, except those in LISTS below. If a page is missing here, the tests fail. */
const OTHER_PAGES: Record<string, EveryPage> = {
  '/': { heading: 'Today', shows: region('Open disputes') },
  '/steps': { at: () => '/steps?from=created&to=label_ready', heading: 'From created to label ready' },
  '/shipments/$id': { at: (ids) => `/shipments/${ids.shipment}`, heading: 'Shipment', shows: region('Details') },
  '/claims/$id': { at: (ids) => `/claims/${ids.claim}`, heading: 'Claim: damaged', shows: region('Scans') },
  '/disputes/$id': { at: (ids) => `/disputes/${ids.adjustment}`, heading: 'Dispute of', shows: region('Scans') },
  '/discrepancies/$id': { at: (ids) => `/discrepancies/${ids.discrepancy}`, heading: 'Discrepancy: measured', shows: region('Scans') },
  '/tenders/$id': { at: (ids) => `/tenders/${ids.tender}`, heading: 'Tender to northline', shows: table('Members') },
  '/consolidations/$id': {
    at: (ids) => `/consolidations/${ids.consolidation}`,
    heading: 'Consolidation for northline',
    shows: table('By partner'),
  },
  '/pickups/$id': { at: (ids) => `/pickups/${ids.pickup}`, heading: 'Pickup ' },
  '/network': { heading: 'Stores', shows: table('Stores') },
  '/network/stores': { heading: 'Stores', shows: table('Stores') },
  '/network/stores/$id': { at: (ids) => `/network/stores/${ids.store}`, heading: /^<img|^Store$/ },
  '/network/facilities': { heading: 'Facilities', shows: table('Facilities') },
  '/network/carriers': { heading: 'Carriers', shows: table('Carriers') },
  '/network/markets': { heading: 'Markets', shows: table('Markets') },
  '/network/calendars': { heading: 'Calendars', shows: table('Calendars') },
  '/network/calendars/$id': {
    at: () => '/network/calendars/US',
    heading: /^Calendar( of US)?$/,
    shows: table('Closed days and other hours'),
  },
  '/network/rates': { heading: /prices/i, shows: table('Rates') },
  '/network/unmatched': { heading: 'Unmatched scans', shows: table('Unmatched scans') },
  '/network/bookings': { heading: 'Bookings', shows: table('Bookings') },
  '/network/numbers': { heading: 'Numbers', shows: table('Number series') },
  '/network/imports': { heading: 'Imports', shows: table('Imports') },
  '/network/imports/$id': { at: (ids) => `/network/imports/${ids.import}`, heading: 'Import', shows: table('Invalid rows') },
  '/invoices': { heading: 'Carrier invoices', shows: table('Carrier invoices') },
  '/invoices/$id': { at: (ids) => `/invoices/${ids.invoice}`, heading: 'Invoice EVERY-1', shows: table('Lines') },
  '/invoices/$id/lines/$line': {
    at: (ids) => `/invoices/${ids.invoice}/lines/${ids.line}`,
    heading: 'Line 2: ',
    shows: region('Amount owed for the parcel'),
  },
  '/webhooks': { access: 'partner', heading: 'Webhooks', shows: table('Webhooks') },
  '/webhooks/$id': { access: 'partner', at: (ids) => `/webhooks/${ids.webhook}`, heading: 'http://', shows: table('Deliveries') },
  '/deliveries': { heading: 'Deliveries', shows: table('Deliveries') },
  '/deliveries/$id': {
    access: 'partner',
    at: (ids) => `/deliveries/${ids.delivery}`,
    heading: 'Delivery of ',
    shows: region('Request'),
  },
  '/events': { access: 'partner', heading: 'Events', shows: table('Events') },
  '/events/$id': { access: 'partner', at: (ids) => `/events/${ids.event}`, heading: 'Event ', shows: { role: 'figure' } },
  '/sandbox': { heading: 'Sandbox', access: 'partner', shows: region(/clock/i) },
  '/partners/$id': { at: (ids) => `/partners/${ids.partner}`, heading: SCRIPT, shows: region('Keys') },
  '/keys/$id': { at: (ids) => `/keys/${ids.key}`, heading: 'Key ' },
  '/audit': { heading: 'Audit trail', shows: { role: 'listitem' } },
  '/people': { heading: 'People', shows: region('Signed in') },
  '/new/return': { heading: 'New return' },
  '/new/outbound': { heading: 'New outbound shipment' },
  '/new/link': { heading: 'New return link' },
  '/new/pickup': { heading: 'New pickup' },
  '/new/label': { heading: 'Label again' },
  '/search': { at: () => '/search?q=nothing-1', heading: 'Search' },
}

/** The first page of an area shows a table under the title of the area, unless it is listed above. */
const LISTS = AREAS.flatMap(({ path, entry }): [string, EveryPage][] =>
  entry ? [[path, { heading: entry.title, shows: table(entry.title) }]] : [],
)

export const PAGES: Record<string, EveryPage> = { ...Object.fromEntries(LISTS), ...OTHER_PAGES }

export const ACCESSES = OF_THE_CONSOLE
