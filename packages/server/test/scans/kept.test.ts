// Retention of scans, if the operator sets a limit (delivery/partitions.ts). The limit is -400 days here, so even shipments created now are
// past it.
import { beforeEach, expect, test } from 'vitest'
import { makePartitions, PartitionMaintainer } from '../../src/database/partitions.ts'
import { SCANS } from '../../src/delivery/partitions.ts'
import { Retention, scansBehind_s } from '../../src/delivery/retention.ts'
import { idAt, newId } from '../../src/process/ids.ts'
import type { TestClient } from '../support/client.ts'
import { pause } from '../support/deliveries.ts'
import { KEPT } from '../support/kept.ts'
import { onClientOf } from '../support/on-client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { createShipment, type Json, scan, scanned, storeId } from './support.ts'

const DAYS = -400

let server: TestService
let partner: TestClient
let operator: TestClient
beforeEach(async () => {
  server = await startTestService('api')
  atEndOfTest(() => server.close())
  partner = await server.partner()
  operator = await server.operator()
  await onClient((client) => makePartitions(client, SCANS, Date.now() - 1400 * 86_400_000))
})

const onClient = (work: Parameters<typeof onClientOf>[1]): Promise<void> => onClientOf(server.running.service.db.config, work)
const query = <Row>(text: string, values: readonly (string | number)[] = []) => server.running.service.db.query<Row>('', text, values)
const keeper = () => new PartitionMaintainer(server.running.service.db, server.running.service.log, [SCANS])
const drop = () => keeper().drop(SCANS, DAYS)
/** Moves the mark back a day, because scans are dropped only once a day. */
const nextDay = () =>
  query("update upkeep_marks set done_to = (done_to::timestamptz - interval '25 hours')::text where task = 'scans_gone'")

const delivered = async (details: object = {}): Promise<Json> => {
  const shipment = await createShipment(partner)
  await scanned(partner, 'deliver', { shipment_id: shipment.id, ...details })
  return shipment
}
const historyOf = async (id: string): Promise<Json[]> => {
  const { status, json } = await partner.get(`/v2/shipments/${id}/scans`)
  expect(status).toBe(200)
  return json.data
}
/** Returns the partitions that contain scans. */
const tables = async () =>
  (await query<{ name: string }>('select distinct tableoid::regclass::text as name from scans')).map(({ name }) => name)
const behind_s = () => scansBehind_s(server.running.service.db, DAYS)

/** Each function creates a shipment that needs its history until `end` is called. */
const NEEDS: Record<string, () => Promise<{ id: string; end(): Promise<unknown> }>> = {
  'is in the network': async () => {
    const { id } = await createShipment(partner)
    await scanned(partner, 'collect', { shipment_id: id })
    return { id, end: () => scanned(partner, 'deliver', { shipment_id: id }) }
  },
  'is unclaimed': async () => {
    const { id } = await createShipment(partner)
    await scanned(partner, 'collect', { shipment_id: id })
    const dispose = (disposition: string) => operator.post(`/v2/shipments/${id}/disposition`, { disposition })
    expect((await dispose('unclaimed')).status).toBe(200)
    return { id, end: () => dispose('rts') }
  },
  'was refused by a counter and may be handed in yet': async () => {
    const { id } = await createShipment(partner)
    await scanned(partner, 'reject', { shipment_id: id, store_id: await storeId(server, 'NYC-001') })
    return { id, end: () => query("update shipments set expires_at = now() - interval '1 s' where id = $1", [id]) }
  },
  'has an open claim': async () => {
    const { id } = await delivered()
    const { status, json } = await partner.post('/v2/claims', { shipment_id: id, type: 'damaged' })
    expect(status).toBe(201)
    return { id, end: () => operator.post(`/v2/ops/claims/${json.id}/resolve`, { outcome: 'denied' }) }
  },
  'has an open dispute': async () => {
    const { id } = await delivered()
    const adjustment = await operator.post(`/v2/shipments/${id}/adjustments`, { delta_amount: 100, reason: 'other' })
    expect([adjustment.status, adjustment.json.error]).toEqual([201, undefined])
    expect((await partner.post(`/v2/adjustments/${adjustment.json.id}/dispute`, { reason: 'It was on time' })).status).toBe(200)
    return { id, end: () => operator.post(`/v2/ops/adjustments/${adjustment.json.id}/resolve`, { outcome: 'rejected' }) }
  },
}

test.each(Object.keys(NEEDS))('scans are kept while one of the shipments %s, and removed when none does', async (what) => {
  const other = await delivered()
  // A shipment that was never scanned.
  await createShipment(partner)
  const { id, end } = await (NEEDS[what] as (typeof NEEDS)[string])()
  const scans = await historyOf(id)
  await drop()
  expect(await historyOf(id)).toEqual(scans)
  expect(await historyOf(other.id)).toHaveLength(1)
  expect(await behind_s()).toBeNull()
  await end()
  expect(await behind_s()).toBeGreaterThan(0)
  await drop()
  expect(await historyOf(id)).toEqual([])
  expect(await historyOf(other.id)).toEqual([])
  expect(await behind_s()).toBeNull()
})

/**
 * Tells whether retention has checked documents and their uses since `begin`. A pass checks idempotency keys after the documents, so the
 * mark of the keys shows it.
 */
const lookedAt = {
  begin: () => query("update upkeep_marks set done_to = '2020-01-01T00:00:00Z' where task = 'idempotency_keys'"),
  isOver: async () => (await query("select from upkeep_marks where task = 'idempotency_keys' and done_to > '2021'")).length > 0,
}

test('scans of a younger partition are kept, and all scans are kept without a setting', async () => {
  const { id } = await delivered()
  await keeper().drop(SCANS, 365)
  const retention = new Retention(server.running.service.db, server.running.service.log, KEPT)
  await lookedAt.begin()
  const run = retention.run()
  await until('a pass is over', lookedAt.isOver)
  retention.stop()
  await run
  expect(await historyOf(id)).toHaveLength(1)
})

test('a shipment whose scans were removed reads as before, without history; a late scan is kept for a day', async () => {
  const store_id = await storeId(server, 'NYC-001')
  const shipment = await delivered({ signed_by: 'R. Recipient' })
  const { id, tracking } = shipment
  const waiting = await createShipment(partner)
  const before = (await partner.get(`/v2/shipments/${id}`)).json
  await drop()
  expect(await tables()).toEqual([])
  const custody = { holder: 'recipient', name: null, place: null, store_id: null, facility: null, since: before.updated_at }
  expect((await partner.get(`/v2/shipments/${id}`)).json).toEqual({ ...before, custody })
  expect((await partner.get(`/v2/tracking/${tracking}`)).json).toMatchObject({ status: 'delivered', history: [] })
  expect((await partner.get(`/v2/shipments/${id}/custody`)).json.custody).toEqual(custody)
  const paths = ['actions', 'events', 'adjustments', 'label'].map((path) => `/v2/shipments/${id}/${path}`)
  for (const path of [...paths, '/v2/today', '/v2/shipments?status=delivered', `/v2/search?q=${tracking}`]) {
    const { status } = await partner.get(path)
    expect([path, status]).toEqual([path, status < 500 ? status : 200])
  }
  for (const path of ['/v2/today', '/v2/parcels', `/v2/search?q=${tracking}`])
    expect([path, (await operator.get(path)).status < 500]).toEqual([path, true])

  // Two more scans: a late one, and the first one of a parcel that is only handed in now.
  expect((await scanned(partner, 'movement', { shipment_id: id })).applied).toBe(false)
  await scanned(partner, 'accept', { shipment_id: waiting.id, store_id })
  expect(await historyOf(id)).toHaveLength(1)
  for (const table of await tables()) expect(table).toMatch(/_to_\d{8}$/)
  await keeper().keep()
  expect(await query("select from pg_constraint where conname = 'scans_until'")).toEqual([])
  await nextDay()
  await drop()
  expect(await historyOf(waiting.id)).toHaveLength(1)
  await scanned(partner, 'deliver', { shipment_id: waiting.id })
  await drop()
  expect(await tables()).toEqual([])
  expect((await scan(partner, 'movement', { shipment_id: id })).status).toBe(200)
  // Scans are dropped once a day, because each drop searches all documents.
  await drop()
  expect(await historyOf(id)).toHaveLength(1)
  await nextDay()
  await drop()
  expect(await historyOf(id)).toEqual([])
})

test('the newest due year is removed first, so late scans for an older year block nothing', async () => {
  const { id } = await delivered()
  const early = idAt('shipment', Date.now() - 900 * 86_400_000)
  await query(
    `insert into scans (id, shipment_id, partner_id, kind, applied, status, occurred_at, recorded_at, details)
     select $2, $3, partner_id, 'deliver', false, 'delivered', now(), now(), '{}' from shipments where id = $1`,
    [id, newId('scan'), early],
  )
  expect(await tables()).toHaveLength(2)
  await drop()
  expect(await historyOf(id)).toEqual([])
  expect(await tables()).toHaveLength(1)
  await nextDay()
  await drop()
  expect(await tables()).toEqual([])
})

test('a parcel dropped off while its scans are being removed keeps them', async () => {
  const { id } = await createShipment(partner)
  await delivered()
  const [table] = await tables()
  await onClient(async (client) => {
    await client.query('begin')
    await client.query("update shipments set status = 'in_possession', version = version + 1 where id = $1", [id])
    await client.query(
      `insert into scans (id, shipment_id, partner_id, kind, applied, status, occurred_at, recorded_at, details)
       select $2, id, partner_id, 'custody', true, 'in_possession', now(), now(), '{}' from shipments where id = $1`,
      [id, newId('scan')],
    )
    const dropped = drop()
    const waits = `select 1 from pg_locks where relation = '${table}'::regclass and mode = 'AccessExclusiveLock' and not granted`
    while ((await client.query(waits)).rows.length === 0) await pause(1)
    await client.query('commit')
    await dropped
  })
  expect(await historyOf(id)).toHaveLength(1)
})

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
const uploaded = async (): Promise<string> =>
  (await partner.post('/v2/documents', PNG, { headers: { 'Content-Type': 'image/png' } })).json.id

test('two concurrent runs remove documents of removed scans an hour later; documents that others name are kept', async () => {
  const [proof, late, both, kept] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()] as [
    string,
    string,
    string,
    string,
  ]
  const { id } = await delivered({ pod_document_id: proof })
  for (const pod_document_id of [late, both, late]) await scanned(partner, 'deliver', { shipment_id: id, pod_document_id })
  // More rows than one statement reads.
  await query("insert into document_uses (id, document_id) select 'scn_z' || to_char(n, 'FM00'), $1 from generate_series(1, 99) n", [late])
  // The documents get ids as old as the shipment.
  const older = new Map<string, string>()
  for (const document of [proof, late, both, kept]) {
    const now = idAt('document', Date.now() - 30 * 3_600_000).slice(0, -16) + document.slice(-16)
    older.set(document, now)
    await query('update documents set id = $2 where id = $1', [document, now])
    await query('update shipments set pod_document_id = $2 where pod_document_id = $1', [document, now])
    await query('update document_uses set document_id = $2 where document_id = $1', [document, now])
  }
  // A scan of another shipment, in a partition that stays.
  await query(
    `insert into scans (id, shipment_id, partner_id, kind, applied, status, occurred_at, recorded_at, details)
     select $2, $3, partner_id, 'deliver', false, 'delivered', now(), now(), '{}' from shipments where id = $1`,
    [id, newId('scan'), idAt('shipment', Date.now() + 1000 * 86_400_000)],
  )
  await query('insert into document_uses (id, document_id) select id, $1 from scans where shipment_id > $2', [
    older.get(both) as string,
    idAt('shipment', Date.now() + 900 * 86_400_000),
  ])
  const statuses = async () =>
    Promise.all([proof, late, both].map(async (document) => (await partner.get(`/v2/documents/${older.get(document)}`)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  await drop()
  expect(await historyOf(id)).toEqual([])
  // The document is unavailable at once, even to its owner.
  expect(await statuses()).toEqual([200, 404, 200])
  const refused = await scan(partner, 'deliver', { shipment_id: id, pod_document_id: older.get(late) })
  expect([refused.status, refused.json.error?.details]).toEqual([404, { field: 'pod_document_id' }])
  const left = async () => (await query<{ id: string }>('select id from documents')).map((row) => row.id)
  const uses = async () => (await query<{ n: number }>('select count(*)::int as n from document_uses'))[0]?.n
  const { db, log } = server.running.service
  const working = async (isDone: () => Promise<boolean>) => {
    const retentions = [1, 2].map(() => new Retention(db, log, { ...KEPT, scans: DAYS }))
    const runs = retentions.map((retention) => retention.run())
    await until('it is done', isDone)
    for (const retention of retentions) retention.stop()
    await Promise.all(runs)
  }
  // A request that has already read the document may use it for another hour.
  await lookedAt.begin()
  await working(lookedAt.isOver)
  expect(await left()).not.toContain(older.get(kept))
  expect(await left()).toContain(older.get(late))
  await query("update upkeep_marks set done_to = (now() - interval '61 minutes')::text where task = 'scans_gone'")
  await working(async () => (await uses()) === 1)
  expect((await left()).toSorted()).toEqual([older.get(proof), older.get(both)].toSorted())
  expect(await statuses()).toEqual([200, 404, 200])
  expect((await partner.get(`/v2/shipments/${id}/pod`)).status).toBe(200)
})
