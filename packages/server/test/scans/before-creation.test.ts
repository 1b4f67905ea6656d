// If the time of a scan is before the creation of its shipment, the scan gets the time of the creation. The time that was sent is stored
// too.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, Desk } from '../carriers/support.ts'
import { QR_RETURN, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { createShipment, type Json, scanned, storeId } from './support.ts'

let service: TestService
let store_id: string
beforeAll(async () => {
  service = await startTestService('api')
  store_id = await storeId(service, 'NYC-001')
})
afterAll(() => service.close())

const moved = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()
const DAY_MS = 86_400_000
const historyOf = async (id: string): Promise<Json[]> => (await service.demo.get(`/v2/shipments/${id}/scans?order=oldest`)).json.data
const trackingOf = async ({ tracking }: Json): Promise<Json[]> => (await service.demo.get(`/v2/tracking/${tracking}`)).json.history

const KINDS = ['accept', 'walk-in', 'reject', 'collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver']

test.each(KINDS)(
  '%s: a scan from before the creation gets the time of the creation, also in its event and public tracking',
  async (kind) => {
    const parcel = await createShipment(service.demo, kind === 'walk-in' ? QR_RETURN : RETURN)
    const { created_at } = parcel
    const sent = moved(created_at, -30 * DAY_MS)
    const answer = await scanned(service.demo, kind, { shipment_id: parcel.id, store_id, occurred_at: sent.replace('Z', '+00:00') })
    expect([answer.applied, answer.scan.occurred_at, answer.scan.sent_occurred_at]).toEqual([true, created_at, sent])
    expect(await historyOf(parcel.id)).toEqual([answer.scan])
    expect(await trackingOf(parcel)).toMatchObject([{ kind, occurred_at: created_at }])
    expect(JSON.stringify(await trackingOf(parcel))).not.toContain(sent.slice(0, 10))
    for (const event of (await service.demo.events(parcel.id)).filter(({ eventID }) => answer.events.includes(eventID))) {
      if (event.event_info.scannedDateTime) expect(event.event_info.scannedDateTime).toBe(created_at)
      if (event.eventSpecific?.scantime) expect(event.eventSpecific.scantime).toBe(created_at)
    }
  },
)

test.each([0, 1])('a scan at the creation or %i ms later keeps its time', async (ms) => {
  const parcel = await createShipment(service.demo)
  const occurred_at = moved(parcel.created_at, ms)
  const { scan } = await scanned(service.demo, 'accept', { shipment_id: parcel.id, occurred_at })
  expect([scan.occurred_at, scan.sent_occurred_at]).toEqual([occurred_at, null])
  expect((await scanned(service.demo, 'collect', { shipment_id: parcel.id })).scan.sent_occurred_at).toBeNull()
})

test('the history is in order: scans from before the creation by their sent time, then later scans', async () => {
  const parcel = await createShipment(service.demo)
  const at = (ms: number) => ({ shipment_id: parcel.id, occurred_at: moved(parcel.created_at, ms) })
  await scanned(service.demo, 'collect', at(2))
  await scanned(service.demo, 'arrive', at(-2 * DAY_MS))
  await scanned(service.demo, 'accept', at(-3 * DAY_MS))
  await scanned(service.demo, 'custody', at(0))
  expect((await historyOf(parcel.id)).map(({ kind }) => kind)).toEqual(['accept', 'arrive', 'custody', 'collect'])
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, next_cursor }: Json = (await service.demo.get(`/v2/shipments/${parcel.id}/scans?limit=1${cursor && `&cursor=${cursor}`}`))
      .json
    paged.push(data[0].kind)
    cursor = next_cursor
  }
  expect(paged).toEqual(['collect', 'custody', 'arrive', 'accept'])
  expect((await trackingOf(parcel)).map(({ kind }) => kind)).toEqual(['accept', 'arrive', 'custody', 'collect'])
})

test('each scan in bulk uses the creation of its own shipment, and so does the manifest', async () => {
  const [first, second] = [await createShipment(service.demo), await createShipment(service.demo)]
  const sent = moved(first.created_at, -40 * DAY_MS)
  const scans = [first, second].map(({ id }) => ({ kind: 'accept', shipment_id: id, store_id, occurred_at: sent }))
  const { json } = await service.demo.post('/v2/scan-events/bulk', { scans })
  for (const [i, { created_at }] of [first, second].entries()) {
    const { scan, shipment } = json.data[i].result
    expect([scan.occurred_at, scan.sent_occurred_at]).toEqual([created_at, sent])
    const manifest = (await service.demo.get(`/v2/manifests/${shipment.manifest_id}`)).json
    expect(manifest.manifest_date > sent.slice(0, 10)).toBe(true)
  }
})

test('a rejection and scans of a cancelled shipment also get the time of the creation', async () => {
  const parcel = await createShipment(service.demo)
  const sent = moved(parcel.created_at, -DAY_MS)
  const { shipment } = await scanned(service.demo, 'reject', { shipment_id: parcel.id, occurred_at: sent, reject_reason: 'damaged' })
  expect(shipment.rejected_at).toBe(parcel.created_at)
  await service.demo.post(`/v2/shipments/${parcel.id}/cancel`)
  const late = await scanned(service.demo, 'arrive', { shipment_id: parcel.id, occurred_at: sent })
  expect([late.applied, late.scan.occurred_at, late.scan.sent_occurred_at, late.events.length]).toEqual([false, parcel.created_at, sent, 1])
})

test('a carrier report keeps the time that the carrier sent and is recognized by it', async () => {
  const desk = await Desk.open(service, 'relay')
  const parcel = await createShipment(service.demo)
  await scanned(service.demo, 'inject', { shipment_id: parcel.id, carrier: 'relay', ltracking: 'RL-BEFORE' })
  const sent = moved(parcel.created_at, -DAY_MS)
  const line = { number: 'RL-BEFORE', code: 'MV', occurred_at: sent }
  for (let time = 1; time <= 2; time++) await desk.report(csv(line))
  const told = (await historyOf(parcel.id)).filter(({ kind }) => kind === 'movement')
  expect(told.map(({ occurred_at, sent_occurred_at }) => [occurred_at, sent_occurred_at])).toEqual([[parcel.created_at, sent]])
})
