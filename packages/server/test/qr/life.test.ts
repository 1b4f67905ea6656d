// The lifetime of a QR: active from its issue until its reissue, invalidation, expiry, or the cancellation of its shipment. A scan is
// judged by the time at which the QR was presented, however late it is uploaded.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scanParcels } from '../../src/kinds/scans/scan.ts'
import { createShipment, type Json, scan, scanned, types } from '../scans/support.ts'
import { ADDRESS, QR_RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const HOUR_S = 3600
const PARCEL = { ...QR_RETURN, to: ADDRESS }
const read = async (client: TestClient, id: string): Promise<Json> => (await client.get(`/v2/shipments/${id}`)).json
const readQr = async (client: TestClient, id: string): Promise<Json> => (await client.get(`/v2/qr/${id}`)).json
const reissue = async (client: TestClient, id: string): Promise<Json> => (await client.post(`/v2/shipments/${id}/qr/reissue`)).json
const invalidate = (client: TestClient, id: string) => client.post(`/v2/qr/${id}/invalidate`)
const cancel = (client: TestClient, id: string) => client.post(`/v2/shipments/${id}/cancel`)
const discrepancies = async (client: TestClient, id: string): Promise<Json[]> =>
  (await client.get(`/v2/shipments/${id}/discrepancies`)).json.data
/** Returns the QR that each event names. */
const named = async (client: TestClient, id: string): Promise<[string, string | undefined][]> =>
  (await client.events(id)).map(({ type, identifiers }: Json) => [type, identifiers.qr])

/** Advances the partner's clock and returns its new time. */
const later = async (client: TestClient, seconds = 60): Promise<string> =>
  (await client.post('/v2/test/clock/advance', { seconds })).json.now

/**
 * Creates a parcel whose QR is presented at a counter that is offline. `upload` sends the scan of that moment later, when the QR may have
 * changed.
 */
const presented = async (client: TestClient, body: object = PARCEL) => {
  const parcel = await createShipment(client, body)
  const occurred_at = await later(client)
  await later(client)
  return { parcel, occurred_at, upload: (more: object = {}) => scan(client, 'walk-in', { qr_id: parcel.qr_id, occurred_at, ...more }) }
}

describe('a walk-in uploaded after its QR was withdrawn', () => {
  test('accepts the parcel, names the presented QR and uses the current one', async () => {
    const client = await service.partner()
    const { parcel, occurred_at, upload } = await presented(client)
    const next = await reissue(client, parcel.id)
    await later(client)
    const { status, json } = await upload()
    expect([status, json.applied, json.shipment.status]).toEqual([200, true, 'in_possession'])
    expect(json.scan.occurred_at).toBe(occurred_at)
    expect(await named(client, parcel.id)).toEqual([
      ['shipment.created', parcel.qr_id],
      ['qr.reissued', next.id],
      ['shipment.label_ready', next.id],
      ['qr.scanned', parcel.qr_id],
      ['shipment.in_possession', next.id],
    ])
    expect(await readQr(client, parcel.qr_id)).toMatchObject({ status: 'invalidated', used_at: null, superseded_by: next.id })
    expect(await readQr(client, next.id)).toMatchObject({ status: 'used', used_at: occurred_at })
    expect((await scanned(client, 'walk-in', { qr_id: next.id })).applied).toBe(false)
  })

  test.each(['qr_id', 'qr_token'])('by %s of an invalidated QR without a replacement leaves the QR invalidated', async (by) => {
    const client = await service.partner()
    const { parcel, occurred_at } = await presented(client)
    const { token } = await readQr(client, parcel.qr_id)
    await invalidate(client, parcel.qr_id)
    const answer = await scanned(client, 'walk-in', { [by]: by === 'qr_id' ? parcel.qr_id : token, occurred_at })
    expect(answer.applied).toBe(true)
    expect(await named(client, parcel.id)).toEqual([
      ['shipment.created', parcel.qr_id],
      ['qr.invalidated', parcel.qr_id],
      ['shipment.label_ready', undefined],
      ['qr.scanned', parcel.qr_id],
      ['shipment.in_possession', undefined],
    ])
    expect(await readQr(client, parcel.qr_id)).toMatchObject({ status: 'invalidated', used_at: null })
  })

  test('is refused if it happened at or after the withdrawal', async () => {
    const client = await service.partner()
    const { parcel, upload } = await presented(client)
    const { created_at } = await reissue(client, parcel.id)
    for (const occurred_at of [created_at, await later(client), undefined]) {
      const { status, json } = await upload({ occurred_at })
      expect([status, json.error.code, json.error.details]).toEqual([409, 'qr_not_valid', { status: 'invalidated' }])
    }
    expect(types(await client.events(parcel.id))).toEqual(['shipment.created', 'qr.reissued'])
    const just = new Date(Date.parse(created_at) - 1).toISOString()
    expect((await upload({ occurred_at: just })).json.applied).toBe(true)
  })

  test('is accepted with a time before the issue of the current QR, if the clock of the counter is slow', async () => {
    const client = await service.partner()
    const { parcel, occurred_at } = await presented(client)
    const next = await reissue(client, parcel.id)
    expect((await scanned(client, 'walk-in', { qr_id: next.id, occurred_at })).applied).toBe(true)
    expect(await named(client, parcel.id)).toContainEqual(['qr.scanned', next.id])
  })

  test('keeps an overdue shipment from expiring', async () => {
    const client = await service.partner()
    const expires_at = new Date(Date.now() + HOUR_S * 1000).toISOString()
    const { parcel, upload } = await presented(client, { ...PARCEL, expires_at })
    const next = await reissue(client, parcel.id)
    await later(client, 2 * HOUR_S)
    expect((await upload()).json).toMatchObject({ applied: true, shipment: { status: 'in_possession', expired_at: null } })
    expect(types(await client.events(parcel.id))).not.toContain('shipment.expired')
    expect(await readQr(client, next.id)).toMatchObject({ status: 'used' })
  })

  test.each(['cancelled', 'expired'])('is recorded with a discrepancy if the shipment was %s in the meantime', async (end) => {
    const client = await service.partner()
    const expires_at = new Date(Date.now() + HOUR_S * 1000).toISOString()
    const { parcel, upload } = await presented(client, { ...PARCEL, expires_at })
    await reissue(client, parcel.id)
    await later(client)
    if (end === 'cancelled') await cancel(client, parcel.id)
    else await later(client, 2 * HOUR_S)
    expect((await read(client, parcel.id)).status).toBe(end)
    const { status, json } = await upload()
    expect([status, json.applied, json.shipment.status]).toEqual([200, false, end])
    expect(await discrepancies(client, parcel.id)).toHaveLength(1)
  })

  test.each(['dispose', 'rts', 'deliver'])('is recorded without effect if the shipment ended by %s in the meantime', async (end) => {
    const client = await service.partner()
    const { parcel, upload } = await presented(client)
    const next = await reissue(client, parcel.id)
    await scanned(client, 'walk-in', { qr_id: next.id })
    await later(client)
    if (end === 'deliver') await scanned(client, 'deliver', { shipment_id: parcel.id })
    else expect((await client.post(`/v2/shipments/${parcel.id}/disposition`, { disposition: end })).status).toBe(200)
    const before = await client.events(parcel.id)
    const { status, json } = await upload()
    expect([status, json.applied, json.events]).toEqual([200, false, []])
    expect(await client.events(parcel.id)).toEqual(before)
    expect(await discrepancies(client, parcel.id)).toEqual([])
    // A counter that scans the label now must not accept the parcel.
    const now = await scan(client, 'walk-in', { tracking: parcel.tracking })
    expect([now.status, now.json.error.code]).toEqual([409, 'invalid_transition'])
  })

  test.each(['dispose', 'rts', 'deliver'])('by the used QR is also recorded if the shipment ended by %s in the meantime', async (end) => {
    const client = await service.partner()
    const { parcel, upload } = await presented(client)
    await scanned(client, 'walk-in', { qr_id: parcel.qr_id })
    await later(client)
    if (end === 'deliver') await scanned(client, 'deliver', { shipment_id: parcel.id })
    else expect((await client.post(`/v2/shipments/${parcel.id}/disposition`, { disposition: end })).status).toBe(200)
    const { status, json } = await upload()
    expect([status, json.applied, json.events]).toEqual([200, false, []])
    // The QR is presented after the end of the shipment, so it does not matter what happens later.
    const occurred_at = await later(client)
    await later(client)
    for (const hold of [false, true]) {
      if (hold) await client.post(`/v2/shipments/${parcel.id}/hold`)
      const refused = await upload({ occurred_at })
      expect([refused.status, refused.json.error?.code]).toEqual([409, 'invalid_transition'])
    }
  })

  test.each(['active', 'replaced'])('by a QR that is %s is refused if presented after the end, even with a later hold', async (qr) => {
    const client = await service.partner()
    const parcel = await createShipment(client, PARCEL)
    await client.post(`/v2/test/shipments/${parcel.id}/advance`)
    await scanned(client, 'deliver', { shipment_id: parcel.id })
    if (qr === 'replaced') {
      await service.running.service.db.query('t_replaced', "update qrs set status = 'superseded', invalidated_at = $2 where id = $1", [
        parcel.qr_id,
        new Date(Date.now() + 2 * HOUR_S * 1000).toISOString(),
      ])
    }
    const occurred_at = await later(client)
    await later(client)
    for (const hold of [false, true]) {
      if (hold) await client.post(`/v2/shipments/${parcel.id}/hold`)
      const { status, json } = await scan(client, 'walk-in', { qr_id: parcel.qr_id, occurred_at })
      expect([hold, status, json.error?.code]).toEqual([hold, 409, 'invalid_transition'])
    }
  })

  test('is recorded without effect if the network already has the parcel, and the current QR stays active', async () => {
    const client = await service.partner()
    const { parcel, upload } = await presented(client)
    const next = await reissue(client, parcel.id)
    await client.post(`/v2/test/shipments/${parcel.id}/advance`)
    await scanned(client, 'accept', { shipment_id: parcel.id })
    expect((await upload()).json).toMatchObject({ applied: false, events: [], shipment: { status: 'ready_for_pickup' } })
    expect((await readQr(client, next.id)).status).toBe('active')
  })

  test('in bulk, the first of two QRs accepts the parcel and the second is a late scan', async () => {
    const client = await service.partner()
    const { parcel, occurred_at } = await presented(client)
    const next = await reissue(client, parcel.id)
    const scans = [parcel.qr_id, next.id, parcel.qr_id].map((qr_id) => ({ kind: 'walk-in', qr_id, occurred_at }))
    const { json } = await client.post('/v2/scan-events/bulk', { scans })
    expect(json.data.map(({ result }: Json) => result.applied)).toEqual([true, false, false])
    expect((await readQr(client, next.id)).status).toBe('used')
  })

  test('other scans by such a QR follow the same rules', async () => {
    const client = await service.partner()
    const { parcel, occurred_at } = await presented(client)
    await client.post(`/v2/test/shipments/${parcel.id}/advance`)
    await invalidate(client, parcel.qr_id)
    expect((await scan(client, 'accept', { qr_id: parcel.qr_id })).json.error.code).toBe('qr_not_valid')
    expect((await scanned(client, 'accept', { qr_id: parcel.qr_id, occurred_at })).shipment.status).toBe('ready_for_pickup')
  })

  test('and a concurrent reissue leave no active QR on an accepted parcel', async () => {
    const client = await service.partner()
    for (let round = 0; round < 8; round++) {
      const { parcel, upload } = await presented(client)
      const [scan, reissued] = await Promise.all([upload(), client.post(`/v2/shipments/${parcel.id}/qr/reissue`)])
      expect(scan.json.applied).toBe(true)
      const { qr_id } = await read(client, parcel.id)
      expect(qr_id).toBe(reissued.status === 200 ? reissued.json.id : parcel.qr_id)
      expect((await readQr(client, qr_id)).status).toBe('used')
    }
  })
})

test('a QR withdrawn between two reads of one scan is refused', async () => {
  const client = await service.partner()
  const parcel = await createShipment(client, PARCEL)
  const { service: whole } = service.running
  let isFirst = true
  const db = Object.create(whole.db, {
    query: {
      value: async (...query: Parameters<typeof whole.db.query>) => {
        const rows = await whole.db.query(...query)
        if (query[0] === 'qrs' && isFirst) {
          isFirst = false
          await reissue(client, parcel.id)
        }
        return rows
      },
    },
  })
  const scanner = { tenant: client.partnerId, actor: { email: '', full_name: '' } }
  const { outcomes } = await scanParcels(Object.create(whole, { db: { value: db } }), scanner, [{ kind: 'walk-in', qr_id: parcel.qr_id }])
  expect(outcomes).toMatchObject([{ code: 'qr_not_valid', details: { status: 'invalidated' } }])
})

describe('the QR of a cancelled shipment', () => {
  const cancelled = async (client: TestClient) => {
    const parcel = await presented(client)
    expect((await cancel(client, parcel.parcel.id)).status).toBe(200)
    return parcel
  }

  test('is expired immediately and everywhere, and has no image', async () => {
    const client = await service.partner()
    const { parcel } = await cancelled(client)
    const qr = await readQr(client, parcel.qr_id)
    expect(qr).toMatchObject({ status: 'expired', invalidated_at: null, used_at: null, expires_at: parcel.expires_at })
    for (const format of ['png', 'svg']) {
      const { status, json } = await client.get(`/v2/qr/${parcel.qr_id}/image?format=${format}`)
      expect([status, json.error.code, json.error.details]).toEqual([409, 'qr_not_valid', { status: 'expired', superseded_by: null }])
    }
    const { json: found } = await client.get(`/v2/parcels/find?code=${qr.token}`)
    expect([found.qr.status, found.commands.find(({ command }: Json) => command === 'walk-in').code]).toEqual(['expired', 'qr_not_valid'])
    const { json: hits } = await client.get(`/v2/search?q=${qr.token}`)
    expect(hits.data.map(({ kind, status }: Json) => [kind, status])).toEqual([['qr', 'expired']])
  })

  test('cannot be invalidated or reissued, and no event follows the cancellation', async () => {
    const client = await service.partner()
    const { parcel } = await cancelled(client)
    const { status, json } = await invalidate(client, parcel.qr_id)
    expect([status, json.error.code, json.error.details]).toEqual([409, 'qr_not_valid', { status: 'expired' }])
    expect((await client.post(`/v2/shipments/${parcel.id}/qr/reissue`)).json.error.code).toBe('invalid_transition')
    expect(types(await client.events(parcel.id))).toEqual(['shipment.created', 'shipment.cancelled'])
  })

  test('is refused if presented after the cancellation and recorded if presented before', async () => {
    const client = await service.partner()
    const { parcel, upload } = await cancelled(client)
    const { cancelled_at } = await read(client, parcel.id)
    for (const occurred_at of [undefined, cancelled_at]) {
      const { status, json } = await upload({ occurred_at })
      expect([status, json.error.code, json.error.details]).toEqual([409, 'qr_not_valid', { status: 'expired' }])
    }
    const { status, json } = await upload()
    expect([status, json.applied, json.shipment.status]).toEqual([200, false, 'cancelled'])
    expect(await discrepancies(client, parcel.id)).toHaveLength(1)
    expect((await readQr(client, parcel.qr_id)).status).toBe('expired')
  })

  test('is also expired if its shipment was cancelled with its group', async () => {
    const client = await service.partner()
    const { json: group } = await client.post('/v2/shipment-groups', { ...PARCEL, shipments: [{}, {}] })
    const { data } = (await client.get(`/v2/shipments?group_id=${group.id}`)).json
    expect((await client.post(`/v2/shipment-groups/${group.id}/cancel`)).status).toBe(200)
    for (const { qr_id } of data) expect((await readQr(client, qr_id)).status).toBe('expired')
    expect(data).toHaveLength(2)
  })

  test('gets no qr.invalidated after the cancellation, even with a concurrent invalidation', async () => {
    const client = await service.partner()
    for (let round = 0; round < 8; round++) {
      const parcel = await createShipment(client, PARCEL)
      await Promise.all([cancel(client, parcel.id), invalidate(client, parcel.qr_id)])
      expect(types(await client.events(parcel.id)).at(-1)).toBe('shipment.cancelled')
    }
  })
})

describe('the QR in events', () => {
  test('is the current one while it is active or used', async () => {
    const client = await service.partner()
    const parcel = await createShipment(client, PARCEL)
    const hold = async () => {
      await client.post(`/v2/shipments/${parcel.id}/hold`)
      await client.post(`/v2/shipments/${parcel.id}/release`)
    }
    await hold()
    await invalidate(client, parcel.qr_id)
    await hold()
    const next = await reissue(client, parcel.id)
    await hold()
    await scanned(client, 'walk-in', { shipment_id: parcel.id })
    await later(client, 40 * 86_400)
    await hold()
    expect((await named(client, parcel.id)).map(([, qr]) => qr)).toEqual([
      parcel.qr_id,
      ...[parcel.qr_id, parcel.qr_id],
      parcel.qr_id,
      ...[undefined, undefined],
      next.id,
      ...[next.id, next.id],
      ...[next.id, next.id, next.id],
      ...[next.id, next.id],
    ])
  })

  test('is absent once it expired or its shipment was cancelled', async () => {
    const client = await service.partner()
    const [accepted, due, cancelled] = [
      await createShipment(client, PARCEL),
      await createShipment(client, PARCEL),
      await createShipment(client, PARCEL),
    ]
    await client.post(`/v2/test/shipments/${accepted.id}/advance`)
    await scanned(client, 'accept', { shipment_id: accepted.id })
    await cancel(client, cancelled.id)
    await later(client, 31 * 86_400)
    await scanned(client, 'collect', { shipment_id: accepted.id })
    await read(client, due.id)
    expect((await named(client, accepted.id)).map(([, qr]) => qr)).toEqual([accepted.qr_id, accepted.qr_id, accepted.qr_id, undefined])
    expect(await named(client, due.id)).toEqual([
      ['shipment.created', due.qr_id],
      ['shipment.expired', undefined],
    ])
    expect(await named(client, cancelled.id)).toEqual([
      ['shipment.created', cancelled.qr_id],
      ['shipment.cancelled', undefined],
    ])
  })

  test.each(['shipment_id', 'tracking', 'barcode'])('is absent in a walk-in by %s if the QR is invalidated', async (by) => {
    const client = await service.partner()
    const parcel = await createShipment(client, PARCEL)
    await invalidate(client, parcel.qr_id)
    await scanned(client, 'walk-in', { [by]: by === 'shipment_id' ? parcel.id : parcel[by] })
    const told = (await client.events(parcel.id)).find(({ type }: Json) => type === 'qr.scanned')
    expect(told.identifiers).not.toHaveProperty('qr')
    expect((await readQr(client, parcel.qr_id)).status).toBe('invalidated')
  })

  test('is present in each member of a batch and absent without a QR', async () => {
    const client = await service.partner()
    const { json } = await client.post('/v2/shipments/batch', { shipments: [PARCEL, PARCEL, { ...PARCEL, fulfillment: 'print_label' }] })
    for (const { id, qr_id } of json.data) {
      const [created] = await client.events(id)
      expect(created.identifiers.qr).toBe(qr_id ?? undefined)
    }
    expect(json.data.map(({ qr_id }: Json) => typeof qr_id)).toEqual(['string', 'string', 'object'])
  })
})
