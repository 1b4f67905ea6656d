// One search box finds every identifier. A partner finds only its own records, and an operator finds all.
import { PARTNER_SCOPES } from '@backhaul/core/partner.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { World } from '../coverage/world.ts'
import { QR_RETURN, RETURN, TestClient } from '../support/client.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

const search = async (q: string, client: TestClient = world.owner) => {
  const { status, json } = await client.get(`/v2/search?q=${encodeURIComponent(q)}`)
  expect([status, json.error]).toEqual([200, undefined])
  return json.data
}
const only = async (q: string, client?: TestClient) => {
  const hits = await search(q, client)
  expect(hits.length, q).toBe(1)
  return hits[0]
}

describe('each identifier finds its record, but not for another partner', () => {
  interface Found {
    q: string[]
    hit: object
  }
  const THINGS: Record<string, () => Promise<Found>> = {
    shipment: async () => {
      const { id, tracking, barcode } = await world.shipment()
      const grouped = tracking.toLowerCase().replaceAll(/(.{4})/g, '$1 ')
      const read = tracking.replaceAll('0', 'O').replaceAll('1', 'l')
      return {
        q: [id, id.toUpperCase(), ` ${id} `, tracking, grouped, read, barcode, barcode.replaceAll(/(.{4})/g, '$1 '), `]C1${barcode}\r`],
        hit: { kind: 'shipment', id, title: tracking, status: 'label_ready', partner_id: world.owner.partnerId, shipment_id: id },
      }
    },
    'shipment by what its partner calls it': async () => {
      const [order_id, rma, ship_ext_id] = ['Order 17/ä', 'rma', 'EXT'].map((name) => world.unique(name))
      const { id } = await world.make('/v2/shipments', { ...RETURN, order_id, rma, ship_ext_id })
      const all = [order_id, rma, ship_ext_id] as string[]
      return { q: [...all, ` ${rma} `, (ship_ext_id as string).toLowerCase()], hit: { kind: 'shipment', id } }
    },
    "shipment by its label and its carrier's number": async () => {
      const { id, label_id, ltracking } = await world.shipment()
      return { q: [label_id, ltracking, ltracking.toLowerCase()], hit: { kind: 'shipment', id } }
    },
    qr: async () => {
      const { id, qr_id } = await world.shipment('created', QR_RETURN)
      const { token } = (await world.owner.get(`/v2/qr/${qr_id}`)).json
      return { q: [qr_id, token, token.toLowerCase()], hit: { kind: 'qr', id: qr_id, status: 'active', shipment_id: id } }
    },
    claim: async () => {
      const { id, shipment_id } = await world.claim()
      return { q: [id], hit: { kind: 'claim', id, title: 'lost', status: 'open', shipment_id } }
    },
    adjustment: async () => {
      const { id, shipment_id } = await world.dispute()
      return { q: [id], hit: { kind: 'adjustment', id, status: 'open', shipment_id } }
    },
    discrepancy: async () => {
      const { id, shipment_id } = await world.make('/v2/discrepancies', await world.discrepancyBody())
      return { q: [id], hit: { kind: 'discrepancy', id, title: 'sort', status: null, shipment_id } }
    },
    tender: async () => {
      const shipment_ids = [(await world.shipment()).id]
      const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
      return { q: [id], hit: { kind: 'tender', id, title: 'northline', status: 'created' } }
    },
    pickup: async () => {
      const { id, confirmation_code } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
      const read = confirmation_code.toLowerCase().replace('-', ' ')
      return { q: [id, confirmation_code, read], hit: { kind: 'pickup', id, title: confirmation_code, status: 'scheduled' } }
    },
    sweep: async () => {
      const { sweep_id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
      return { q: [sweep_id], hit: { kind: 'sweep', id: sweep_id, status: 'ordered' } }
    },
    manifest: async () => {
      const id = await world.manifest()
      return { q: [id], hit: { kind: 'manifest', id, status: 'open' } }
    },
    'return link': async () => {
      const { id } = await world.make('/v2/return-links', { order_id: 'of-link' })
      return { q: [id], hit: { kind: 'return_link', id, title: 'of-link', status: 'open' } }
    },
    'shipment group': async () => {
      const { id, master_number } = await world.group()
      const read = master_number.toLowerCase()
      return { q: [id, master_number, read], hit: { kind: 'shipment_group', id, title: 'order-1', status: null } }
    },
    event: async () => {
      const shipment = await world.shipment()
      await world.owner.settle()
      const [event] = (await world.owner.get(`/v2/events?shipment=${shipment.id}&limit=1`)).json.data
      return { q: [event.eventID], hit: { kind: 'event', id: event.eventID, title: 'shipment.created', shipment_id: shipment.id } }
    },
    webhook: async () => {
      const { id } = await world.webhook()
      return { q: [id], hit: { kind: 'webhook', id, title: 'http://127.0.0.1:9/hook', status: 'enabled' } }
    },
    delivery: async () => {
      const { id } = await world.delivery()
      return { q: [id], hit: { kind: 'delivery', id, status: 'pending' } }
    },
  }

  test.each(Object.entries(THINGS))('%s', async (_, make) => {
    const { q, hit } = await make()
    for (const one of q) {
      expect(await only(one), one).toMatchObject({ object: 'search_hit', ...hit })
      expect(await only(one, world.operator), one).toMatchObject(hit)
      expect(await search(one, world.other), one).toEqual([])
    }
  })
})

test('a record with an end time is shown as ended by the clock of its partner', async () => {
  const partner = await world.service.partner()
  const { qr_id } = (await partner.post('/v2/shipments', QR_RETURN)).json
  const link = (await partner.post('/v2/return-links', { order_id: 'over-soon' })).json
  const statuses = async () => {
    const found = []
    for (const q of [qr_id, link.id]) found.push((await only(q, partner)).status, (await only(q, world.operator)).status)
    return found
  }
  expect(await statuses()).toEqual(['active', 'active', 'open', 'open'])
  for (let month = 0; month < 3; month++) expect((await partner.post('/v2/test/clock/advance', { seconds: 30 * 86_400 })).status).toBe(200)
  expect(await statuses()).toEqual(['expired', 'expired', 'over', 'over'])
})

test('only operators find a consolidation, although it contains tenders of partners', async () => {
  const shipment_ids = [(await world.shipment()).id]
  const { id: tender } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
  const made = await world.make(
    '/v2/ops/consolidations',
    { carrier: 'northline', facility: 'DOCK-1', tender_ids: [tender] },
    world.operator,
  )
  const hit = { kind: 'consolidation', id: made.id, title: 'northline DOCK-1', status: 'open', partner_id: null, shipment_id: null }
  expect(await only(made.id, world.operator)).toMatchObject(hit)
  expect(await search(made.id)).toEqual([])
})

test('only operators find partners and keys', async () => {
  const { partnerId } = world.owner
  const key = await world.make('/v2/ops/keys', { kind: 'partner', partner_id: partnerId }, world.operator)
  expect(await only(partnerId, world.operator)).toMatchObject({ kind: 'partner', title: 'Owner', partner_id: partnerId })
  expect(await only(key.key_id, world.operator)).toMatchObject({ kind: 'key', status: 'active', partner_id: partnerId })
  expect([await search(partnerId), await search(key.key_id)]).toEqual([[], []])
})

test('a key finds no events, webhooks or deliveries that its scopes do not allow it to read', async () => {
  const scopes = PARTNER_SCOPES.filter((scope) => scope !== 'events:read' && scope !== 'webhooks:manage')
  const { id, webhook_id } = await world.delivery()
  const { event_id } = (await world.owner.get(`/v2/webhook-deliveries/${id}`)).json
  const made = await world.make('/v2/ops/keys', { kind: 'partner', partner_id: world.owner.partnerId, scopes }, world.operator)
  const narrow = new TestClient(world.service.url, made)
  for (const q of [id, webhook_id, event_id]) {
    expect(await search(q)).toHaveLength(1)
    expect(await search(q, narrow)).toEqual([])
  }
})

test('an identifier shared by many shipments finds the newest 20, each once', async () => {
  const rma = world.unique('shared')
  const shipments = Array.from({ length: 22 }, () => ({ ...RETURN, rma, order_id: rma }))
  const { data } = await world.make('/v2/shipments/batch', { shipments })
  const hits = await search(rma)
  const ids = hits.map(({ id }: { id: string }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([20, 20])
  expect(data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids))
})

test('a shipment past its time is found as expired', async () => {
  const partner = await world.service.partner()
  const { id } = (await partner.post('/v2/shipments', RETURN)).json
  await partner.post('/v2/test/clock/advance', { seconds: 40 * 86_400 })
  expect(await only(id, partner)).toMatchObject({ status: 'expired' })
})

test('no match is an empty list; an invalid query is refused', async () => {
  for (const q of ['nothing', '%', '\\', "'", 'shp_', '🙂']) expect(await search(q), q).toEqual([])
  for (const bad of ['', '?q=', '?q=%20%20', `?q=${'x'.repeat(256)}`, '?q=a&q=b', '?q=%00', '?x=1']) {
    const { status, json } = await world.owner.get(`/v2/search${bad}`)
    expect([bad, status, json.error?.code]).toEqual([bad, 422, 'validation_failed'])
  }
})
