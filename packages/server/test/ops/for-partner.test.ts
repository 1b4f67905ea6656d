// An operator creates records for a partner: with the body, defaults and refusals of the partner, and under the operator's own name.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAhead, storesByCode, WINDOW } from '../pickups/fixtures.ts'
import { ADDRESS, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type SessionClient, signIn } from '../support/session.ts'

let service: TestService
let partner: Awaited<ReturnType<TestService['partner']>>
let olive: SessionClient
let of: string
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  olive = await signIn(await service.operator(), { access: 'operator', name: 'Olive Operator', email: 'olive@example.com' })
  of = `/v2/ops/partners/${partner.partnerId}`
  await olive.patch(of, { contact_email: 'contact@example.com', contact_name: 'Connie Contact' })
})
afterAll(() => service.close())

const lastAudit = async () => (await olive.get('/v2/ops/audit?limit=1')).json.data[0]

test("a shipment is the partner's; its events and the audit line name the person, the line also the partner", async () => {
  const made = await olive.post(`${of}/shipments`, RETURN)
  expect([made.status, made.json.partner_id]).toEqual([201, partner.partnerId])
  const { partner_id: _, ...shown } = made.json
  expect((await partner.get(`/v2/shipments/${made.json.id}`)).json).toEqual(shown)
  const { json } = await partner.get(`/v2/shipments/${made.json.id}/events`)
  expect(json.data.length).toBeGreaterThan(0)
  for (const event of json.data) expect(JSON.stringify(event)).toMatch(/olive@example\.com.*Olive Operator/)
  expect(await lastAudit()).toMatchObject({
    actor: expect.stringMatching(/^session:ses_\w+ olive@example\.com$/),
    actor_name: 'Olive Operator',
    action: 'POST /v2/ops/partners/:id/shipments',
    subject: made.json.id,
    after: { partner_id: partner.partnerId },
  })
})

test("an operator's key without a person never acts under the name of the partner's contact", async () => {
  const { json } = await (await service.operator()).post(`${of}/shipments`, RETURN)
  const [event] = (await partner.get(`/v2/shipments/${json.id}/events`)).json.data
  expect(JSON.stringify(event)).not.toMatch(/contact@example\.com|Connie/)
})

test("a shipment has the partner's defaults, and is refused as the partner's own would be", async () => {
  const address = { ...ADDRESS, line1: '9 Default Dock' }
  await olive.patch(of, { default_return_address: address, default_parcel: { weight: 7, length: 9, width: 8, height: 6 } })
  const { to: _, parcel: __, ...bare } = RETURN as Record<string, unknown>
  const { json } = await olive.post(`${of}/shipments`, bare)
  expect([json.to.line1, json.parcel.weight]).toEqual(['9 Default Dock', 7])
  const unknown = { ...RETURN, drop_off_store_id: 'sto_00000000000000000000000000' }
  for (const body of [{ ...RETURN, direction: 'sideways' }, { direction: 'outbound', fulfillment: 'print_label' }, unknown]) {
    const [ours, theirs] = [await olive.post(`${of}/shipments`, body), await partner.post('/v2/shipments', body)]
    expect(ours.status).toBeGreaterThanOrEqual(400)
    expect([ours.status, ours.json.error.code, ours.json.error.details]).toEqual([
      theirs.status,
      theirs.json.error.code,
      theirs.json.error.details,
    ])
  }
})

test('a return link shows its address, and the partner lists it', async () => {
  const { status, json } = await olive.post(`${of}/return-links`, { order_id: 'ORDER-OPS' })
  expect([status, json.partner_id]).toEqual([201, partner.partnerId])
  expect((await fetch(json.url)).status).toBe(200)
  const { data } = (await partner.get('/v2/return-links?order_id=ORDER-OPS')).json
  expect(data.map((link: { id: string; url: string }) => [link.id, link.url])).toEqual([[json.id, json.url]])
  expect(data[0]).not.toHaveProperty('partner_id')
  expect(await lastAudit()).toMatchObject({ subject: json.id, after: { partner_id: partner.partnerId } })
})

test("a pickup is booked for the partner's own shipments only", async () => {
  const store_id = (await storesByCode(service)).get('NYC-001') as string
  const own = (await partner.post('/v2/shipments', RETURN)).json
  const foreign = (await (await service.partner()).post('/v2/shipments', RETURN)).json
  const body = { store_id, date: dayAhead(2), ...WINDOW }
  const refused = await olive.post(`${of}/pickups`, { ...body, shipment_id: foreign.id })
  expect([refused.status, refused.json.error.details]).toEqual([404, { field: 'shipment_id' }])
  const { status, json } = await olive.post(`${of}/pickups`, { ...body, shipment_id: own.id })
  expect([status, json.partner_id, json.shipment_id]).toEqual([201, partner.partnerId, own.id])
  expect((await partner.get(`/v2/pickups/${json.id}`)).json.status).toBe('scheduled')
  expect((await lastAudit()).after.partner_id).toBe(partner.partnerId)
})

test('one Idempotency-Key makes one shipment, and belongs to one partner', async () => {
  const options = { idempotencyKey: 'ops-once' }
  const [first, again] = [await olive.post(`${of}/shipments`, RETURN, options), await olive.post(`${of}/shipments`, RETURN, options)]
  expect([again.status, again.json.id]).toEqual([201, first.json.id])
  const other = await service.partner()
  const elsewhere = await olive.post(`/v2/ops/partners/${other.partnerId}/shipments`, RETURN, options)
  expect(elsewhere.json.error.code).toBe('idempotency_key_reused')
})

test.each(['shipments', 'return-links', 'pickups'])('%s: an unknown partner, a partner itself and support are refused', async (kind) => {
  const body = kind === 'shipments' ? RETURN : kind === 'pickups' ? { shipment_id: 'shp_0', date: dayAhead(2), ...WINDOW } : {}
  for (const id of ['par_00000000000000000000000000', 'nobody']) {
    const { status, json } = await olive.post(`/v2/ops/partners/${id}/${kind}`, body)
    expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'id' }])
  }
  const support = await signIn(await service.operator(), { access: 'support' })
  for (const client of [partner, support]) {
    const { status, json } = await client.post(`${of}/${kind}`, body)
    expect([status, json.error.code]).toEqual([403, 'insufficient_scope'])
  }
})
