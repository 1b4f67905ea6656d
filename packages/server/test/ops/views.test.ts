// What operators and support see of all partners' webhooks, events and cases, and what partners see of their own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { World } from '../coverage/world.ts'
import { RETURN, type TestClient } from '../support/client.ts'

let world: World
let support: TestClient
beforeAll(async () => {
  world = await World.open()
  support = await world.signedIn('support')
})
afterAll(() => world.close())

const get = async (path: string, client: TestClient = support) => {
  const { status, json } = await client.get(path)
  expect([path, status, json.error]).toEqual([path, 200, undefined])
  return json
}
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test("support reads partners' webhooks with deliveries and attempts, but never a secret", async () => {
  const { id, webhook_id } = await world.delivery()
  const { partnerId } = world.owner
  const [own, shown] = [await get(`/v2/webhooks/${webhook_id}`, world.owner), await get(`/v2/ops/webhooks/${webhook_id}`)]
  expect(shown).toEqual({ ...own, partner_id: partnerId })
  expect(idsOf(await get(`/v2/ops/webhooks?partner_id=${partnerId}&status=enabled`))).toContain(webhook_id)
  expect(idsOf(await get(`/v2/ops/webhooks?partner_id=${partnerId}&status=disabled`))).not.toContain(webhook_id)
  expect(idsOf(await get(`/v2/ops/webhooks?partner_id=${world.other.partnerId}`))).toEqual([])
  expect(JSON.stringify(await get('/v2/ops/webhooks'))).not.toMatch(/secret/)
  const deliveries = await get(`/v2/ops/webhooks/${webhook_id}/deliveries`)
  expect(idsOf(deliveries)).toContain(id)
  expect(await get(`/v2/ops/webhook-deliveries/${id}`)).toEqual({
    ...(await get(`/v2/webhook-deliveries/${id}`, world.owner)),
    partner_id: partnerId,
  })
  await world.owner.delete(`/v2/webhooks/${webhook_id}`)
  for (const path of [
    `/v2/ops/webhooks/${webhook_id}`,
    '/v2/ops/webhooks/whk_x',
    '/v2/ops/webhook-deliveries/dlv_x',
    '/v2/ops/events/evt_x',
  ])
    expect([path, (await support.get(path)).status]).toEqual([path, 404])
})

test('an event shows its deliveries to each webhook, and none of other events', async () => {
  const [first, second] = [await world.webhook(), await world.webhook()]
  const only = await world.make('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['claim.opened'] })
  const { id } = await world.shipment()
  const { data } = await get(`/v2/webhooks/${first.id}/deliveries?limit=2`, world.owner)
  for (const { event_id } of data) {
    const shown = (await get(`/v2/events/${event_id}/deliveries`, world.owner)).data
    const to = shown.map(({ webhook_id }: { webhook_id: string }) => webhook_id)
    expect(to).toEqual(expect.arrayContaining([first.id, second.id]))
    expect(to).not.toContain(only.id)
    expect(shown.every((one: { event_id: string }) => one.event_id === event_id)).toBe(true)
    // Tests every final status, because the index keeps the statuses apart.
    for (const status of ['delivered', 'exhausted', 'skipped']) {
      await world.service.running.service.db.query('test_status', 'update deliveries set status = $2 where event_id = $1', [
        event_id,
        status,
      ])
      const after = (await get(`/v2/events/${event_id}/deliveries`, world.owner)).data
      expect(after.map((one: { status: string }) => one.status)).toEqual(shown.map(() => status))
    }
    expect((await get(`/v2/ops/events/${event_id}/deliveries`)).data.length).toBe(shown.length)
    expect((await world.other.get(`/v2/events/${event_id}/deliveries`)).status).toBe(404)
    expect(JSON.stringify(await get(`/v2/ops/events/${event_id}`))).toContain(id)
  }
})

test('pages of deliveries to all webhooks contain each delivery once, in order, despite equal times', async () => {
  const { owner, service } = world
  await Promise.all([world.webhook(), world.webhook()])
  const shipments = Array.from({ length: 8 }, () => RETURN)
  for (let i = 0; i < 2; i++) await world.make('/v2/shipments/batch', { shipments })
  const { db } = service.running.service
  const pages = async (path: string, client: TestClient): Promise<string[]> => {
    const ids: string[] = []
    for (let more: string | null = ''; more !== null; ) {
      const page: { data: { id: string }[]; next_cursor: string | null } = await get(`${path}${more}`, client)
      ids.push(...idsOf(page))
      more = page.next_cursor && `&cursor=${page.next_cursor}`
    }
    return ids
  }
  // Gives the deliveries a final status, so that they do not change while the pages are read.
  await db.query('test_ended', "update deliveries set status = case when event_seq % 3 = 0 then 'exhausted' else 'delivered' end", [])
  for (const query of ['', '&status=delivered', '&status=exhausted'])
    for (const [path, client, partnerId] of [
      ['/v2/webhook-deliveries', owner, owner.partnerId],
      ['/v2/ops/webhook-deliveries', support, null],
    ] as const) {
      const rows = await db.query<{ id: string; created_at: string }>(
        'test_newest',
        `select d.id, d.created_at from deliveries d join webhooks w on w.id = d.webhook_id
          where d.partner_id = coalesce($1, d.partner_id) and w.status <> 'deleted' and $2 in ('', d.status)
          order by d.created_at desc, d.id desc`,
        [partnerId, query.replace('&status=', '')],
      )
      const wanted = rows.map(({ id }) => id)
      expect(new Set(rows.map(({ created_at }) => created_at)).size).toBeLessThan(wanted.length / 3)
      expect(await pages(`${path}?limit=3${query}`, client)).toEqual(wanted)
    }
})

test("support reads a partner's feed exactly as the partner does", async () => {
  const { id } = await world.shipment()
  await world.owner.settle()
  const query = `shipment=${id}&limit=1`
  const page = await get(`/v2/ops/events?partner_id=${world.owner.partnerId}&${query}`)
  // A cursor is bound to its list.
  expect({ ...page, next_cursor: null }).toEqual({ ...(await get(`/v2/events?${query}`, world.owner)), next_cursor: null })
  const next = await get(`/v2/ops/events?partner_id=${world.owner.partnerId}&${query}&cursor=${page.next_cursor}`)
  expect(next.data[0].eventID).not.toBe(page.data[0].eventID)
  // A cursor of one feed is not valid for another.
  const foreign = await support.get(`/v2/ops/events?partner_id=${world.other.partnerId}&cursor=${page.next_cursor}`)
  expect([foreign.status, foreign.json.error.code]).toEqual([400, 'invalid_cursor'])
  expect((await support.get('/v2/ops/events')).status).toBe(422)
})

describe('a list for both partners and operators', () => {
  const LISTS: Record<string, () => Promise<{ list: string; one: string | null; id: string }>> = {
    shipments: async () => {
      const { id } = await world.shipment()
      return { list: '/v2/shipments', one: `/v2/shipments/${id}`, id }
    },
    tenders: async () => {
      const shipment_ids = [(await world.shipment()).id]
      const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
      return { list: '/v2/tenders', one: `/v2/tenders/${id}`, id }
    },
    pickups: async () => {
      const { id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
      return { list: '/v2/pickups', one: `/v2/pickups/${id}`, id }
    },
    discrepancies: async () => {
      const { id } = await world.make('/v2/discrepancies', await world.discrepancyBody())
      return { list: '/v2/discrepancies', one: `/v2/discrepancies/${id}`, id }
    },
    disputes: async () => {
      const { id } = await world.dispute()
      return { list: '/v2/disputes', one: `/v2/adjustments/${id}`, id }
    },
  }
  test.each(Object.entries(LISTS))('%s: partners see their own, operators see all with the partner of each', async (_, make) => {
    const { list, one, id } = await make()
    const { partnerId } = world.owner
    expect(idsOf(await get(list, world.owner))).toContain(id)
    expect(idsOf(await get(`${list}?partner_id=${partnerId}`, world.owner))).toContain(id)
    // A partner that names another partner sees nothing of it.
    expect(idsOf(await get(list, world.other))).not.toContain(id)
    expect(idsOf(await get(`${list}?partner_id=${partnerId}`, world.other))).toEqual([])
    for (const operator of [support, world.operator]) {
      const found = (await get(`${list}?partner_id=${partnerId}`, operator)).data.find((row: { id: string }) => row.id === id)
      expect(found).toMatchObject({ id, partner_id: partnerId })
      expect(idsOf(await get(list, operator))).toContain(id)
      expect(idsOf(await get(`${list}?partner_id=${world.other.partnerId}`, operator))).not.toContain(id)
      if (one !== null) expect((await get(one, operator)).partner_id).toBe(partnerId)
    }
    const own = (await get(list, world.owner)).data.find((row: { id: string }) => row.id === id)
    expect('partner_id' in own).toBe(false)
    if (one !== null) expect('partner_id' in (await get(one, world.owner))).toBe(false)
  })

  test('discrepancies and disputes can be filtered', async () => {
    const discrepancy = await world.make('/v2/discrepancies', { ...(await world.discrepancyBody()), store_id: world.storeId })
    const about = `/v2/discrepancies?shipment_id=${discrepancy.shipment_id}`
    for (const [query, isIn] of [
      ['stage=sort', true],
      ['stage=dropoff', false],
      ['chargeable=true', true],
      ['chargeable=false', false],
      [`store_id=${world.storeId}`, true],
      ['store_id=sto_other', false],
    ] as const)
      expect([query, idsOf(await get(`${about}&${query}`, world.owner)).includes(discrepancy.id)]).toEqual([query, isIn])
    const dispute = await world.dispute()
    const of = (status: string) => get(`/v2/disputes?status=${status}&shipment_id=${dispute.shipment_id}`, world.owner)
    expect([idsOf(await of('open')), idsOf(await of('rejected'))]).toEqual([[dispute.id], []])
    await world.make(`/v2/test/adjustments/${dispute.id}/resolve`, { outcome: 'rejected' })
    expect([idsOf(await of('open')), idsOf(await of('rejected'))]).toEqual([[], [dispute.id]])
  })
})
