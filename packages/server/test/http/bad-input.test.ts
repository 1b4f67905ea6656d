// Invalid creates: each refusal names the field, writes nothing and fires nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const counts = async () => {
  const text = 'select (select count(*) from shipments) + (select count(*) from events) + (select count(*) from idempotency_keys) as n'
  return (await service.running.service.db.one<{ n: number }>('test_counts', text))?.n
}

const OUT = { direction: 'outbound', fulfillment: 'print_label', to: ADDRESS }
const without = (key: string) => Object.fromEntries(Object.entries(OUT).filter(([name]) => name !== key))
const PARCEL = { weight: 1, length: 1, width: 1, height: 1 }

const CASES: [what: string, body: unknown, path: string, rule: string][] = [
  ['no direction', without('direction'), '/direction', 'required'],
  ['no fulfillment', without('fulfillment'), '/fulfillment', 'required'],
  ['no destination of an outbound', without('to'), '/to', 'required'],
  ['not an object', [], '', 'type'],
  ['null', null, '', 'type'],
  ['an unknown key', { ...OUT, oder_id: 'typo' }, '/oder_id', 'additionalProperties'],
  ['an unknown key inside', { ...OUT, to: { ...ADDRESS, zip: '1' } }, '/to/zip', 'additionalProperties'],
  ['a wrong type', { ...OUT, order_id: 7 }, '/order_id', 'type'],
  ['an empty text', { ...OUT, order_id: '' }, '/order_id', 'minLength'],
  ['a long text', { ...OUT, order_id: 'x'.repeat(256) }, '/order_id', 'maxLength'],
  ['a negative weight', { ...OUT, parcel: { ...PARCEL, weight: -1 } }, '/parcel/weight', 'exclusiveMinimum'],
  ['a zero side', { ...OUT, parcel: { ...PARCEL, height: 0 } }, '/parcel/height', 'exclusiveMinimum'],
  ['a number that overflows', '{"direction":"return","fulfillment":"print_label","declared_value":1e999}', '/declared_value', 'type'],
  ['half a cent', { ...OUT, declared_value: 1.5 }, '/declared_value', 'type'],
  ['a number as text', { ...OUT, parcel: { ...PARCEL, weight: '1' } }, '/parcel/weight', 'type'],
  ['a past expiry', { ...OUT, expires_at: '2020-01-01T00:00:00Z' }, '/expires_at', 'future'],
  ['an expiry that is no time', { ...OUT, expires_at: 'tomorrow' }, '/expires_at', 'format'],
  ['a date that does not exist', { ...OUT, expires_at: '2027-02-30T00:00:00Z' }, '/expires_at', 'format'],
  ['a market that is not served', { ...OUT, to: { ...ADDRESS, country: 'FR' } }, '/to/country', 'market'],
  ['a country in small letters', { ...OUT, to: { ...ADDRESS, country: 'us' } }, '/to/country', 'pattern'],
  ['a parcel too heavy for all', { ...OUT, parcel: { ...PARCEL, weight: 900 } }, '/parcel/weight', 'maximum'],
  [
    '21 metadata pairs',
    { ...OUT, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'v'])) },
    '/metadata',
    'maxProperties',
  ],
  ['metadata that is no text', { ...OUT, metadata: { a: 1 } }, '/metadata/a', 'type'],
  ['__proto__', '{"direction":"return","fulfillment":"print_label","__proto__":{"x":1}}', '/__proto__', 'additionalProperties'],
  [
    '__proto__ inside metadata',
    '{"direction":"return","fulfillment":"print_label","metadata":{"__proto__":"x"}}',
    '/metadata/__proto__',
    'additionalProperties',
  ],
  ['a NUL', { ...OUT, order_id: 'a\0b' }, '/order_id', 'characters'],
  ['half a surrogate pair', '{"direction":"return","fulfillment":"print_label","order_id":"\\ud800"}', '/order_id', 'characters'],
]

describe('an invalid create is refused with validation_failed, path and rule, and writes nothing', () => {
  test.each(CASES)('%s', async (_what, body, path, rule) => {
    const before = await counts()
    const { status, json } = await service.demo.post('/v2/shipments', body)
    expect([status, json.error.code]).toEqual([422, 'validation_failed'])
    expect(json.error.details.errors.map((error: { path: string; rule: string }) => [error.path, error.rule])).toContainEqual([path, rule])
    expect(await counts()).toBe(before)
  })
})

describe('a field in the wrong format is refused with the right format', () => {
  const to = { line1: '1 Main St', city: 'Austin', postal_code: '78701' }
  test.each([
    [{ to: { ...to, country: 'XX' } }, 'The field /to/country must be the two capital letters of a country in ISO 3166-1, such as US.'],
    [{ to: { ...to, country: 'us' } }, 'The field /to/country must be the two capital letters of a country in ISO 3166-1, such as US.'],
    [{ metadata: { '': 'red' } }, 'The field /metadata/ must have a name of 1 to 40 characters, such as "color".'],
    [{ order_id: 7 }, 'The field /order_id must be text.'],
    [{ expires_at: 'tomorrow' }, 'The field /expires_at must be a valid time with its offset from UTC, such as 2026-11-20T09:30:00Z.'],
  ])('%j', async (fields, message) => {
    const { status, json } = await service.demo.post('/v2/shipments', { ...RETURN, ...fields })
    expect([status, json.error.message]).toEqual([422, message])
  })
})

describe('an unknown event type is refused with similar ones', () => {
  const near = 'did you mean shipment.delivered?'

  test('when a webhook is registered', async () => {
    const { status, json } = await service.demo.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['shipment.deliverd'] })
    expect([status, json.error.message]).toEqual([422, `The field /enabled_events/0 must be one of the 41 known words; ${near}`])
  })

  test('when the feed is filtered', async () => {
    const { status, json } = await service.demo.get('/v2/events?type=shipment.created&type=shipment.delivred')
    expect([status, json.error.message]).toEqual([422, `The query parameter type must be one of the 40 known words; ${near}`])
  })

  test('when it is rehearsed, even without the first part of its name', async () => {
    for (const type of ['Shipment.Delivered', 'delivered', 'shipment.dleivered']) {
      const { status, json } = await service.demo.post(`/v2/test/events/${type}`)
      expect([status, json.error.message]).toEqual([404, `No event type has this name; ${near}`])
    }
  })

  test('and one without similar types with all of them or the catalog', async () => {
    const { json } = await service.demo.get('/v2/events?type=parcel')
    expect(json.error.message).toContain('must be one of shipment.created, ')
    expect((await service.demo.post('/v2/test/events/parcel')).json.error.message).toBe(
      'No event type has this name; see the catalog of events.',
    )
  })
})

describe('the message shows what a refused value should look like', () => {
  test('for a time, a date and a country', async () => {
    const from = { ...ADDRESS, country: 'usa' }
    const said = async (answer: ReturnType<typeof service.demo.get>) => (await answer).json.error.details.errors[0].message
    expect(await said(service.demo.get('/v2/shipments?created_after=2026-11-22'))).toMatch(/ such as 2026-11-20T09:30:00Z$/)
    expect(await said(service.demo.get('/v2/manifests?date=tomorrow'))).toMatch(/ such as 2026-11-20$/)
    expect(await said(service.demo.post('/v2/shipments', { ...RETURN, from }))).toMatch(/ such as US$/)
  })

  test('for an unknown parameter, with the known ones', async () => {
    const { json } = await service.demo.get('/v2/claims?shipment=shp_1')
    expect(json.error.message).toBe(
      'The query parameter shipment is not a parameter of this endpoint, which has limit, cursor, status, type, shipment_id, order; remove it or correct its name.',
    )
    expect((await service.demo.get('/v2/test/clock?x=1')).json.error.message).toContain('of this endpoint; remove it')
  })
})

const BROKEN: [what: string, body: string | Uint8Array][] = [
  ['cut short', '{"direction":"return"'],
  ['NaN', '{"declared_value":NaN}'],
  ['a key twice', '{"direction":"return","fulfillment":"print_label","direction":"outbound"}'],
  ['a key twice, once escaped', '{"direction":"return","fulfillment":"print_label","\\u0064irection":"outbound"}'],
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['too deep', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  ['far too deep', '['.repeat(500_000)],
  ['a byte order mark', '\ufeff{}'],
  ['two values', '{}{}'],
]

describe('an invalid body is refused with invalid_json, and nothing is written', () => {
  test.each(BROKEN)('%s', async (_what, body) => {
    const before = await counts()
    const { status, json } = await service.demo.post('/v2/shipments', body)
    expect([status, json.error.code]).toEqual([400, 'invalid_json'])
    expect(await counts()).toBe(before)
  })
})

test('an unknown store in a body is not_found and names the field', async () => {
  const { status, json } = await service.demo.post('/v2/shipments', { ...RETURN, drop_off_store_id: 'sto_unknown' })
  expect([status, json.error.code, json.error.details.field]).toEqual([404, 'not_found', 'drop_off_store_id'])
})

test('1,001 members and an empty batch are refused as a whole', async () => {
  for (const [length, rule] of [
    [1001, 'maxItems'],
    [0, 'minItems'],
  ] as const) {
    const { status, json } = await service.demo.post('/v2/shipments/batch', { shipments: Array.from({ length }, () => RETURN) })
    expect([status, json.error.details.errors[0].path, json.error.details.errors[0].rule]).toEqual([422, '/shipments', rule])
  }
})

test("another partner's id and malformed ids get the same answer as an unknown one", async () => {
  const { json } = await service.demo.post('/v2/shipments', RETURN)
  const other = await service.partner()
  const foreign = await other.get(`/v2/shipments/${json.id}`)
  const unknown = await other.get('/v2/shipments/shp_00000000000000000000000000')
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  for (const odd of ['x', 'evt_00000000000000000000000000', '%00', '%27%20or%201=1', 'x'.repeat(400)]) {
    expect((await other.get(`/v2/shipments/${odd}`)).text).toBe(unknown.text)
  }
})

test('a list refuses invalid filters by name, and unknown cursors', async () => {
  const path = async (query: string) => {
    const { status, json } = await service.demo.get(`/v2/shipments?${query}`)
    return [status, json.error.code, json.error.details.errors?.[0].path]
  }
  expect(await path('limit=0')).toEqual([422, 'validation_failed', '?limit'])
  expect(await path('limit=101')).toEqual([422, 'validation_failed', '?limit'])
  expect(await path('limit=ten')).toEqual([422, 'validation_failed', '?limit'])
  expect(await path('status=lost')).toEqual([422, 'validation_failed', '?status'])
  expect(await path('created_after=yesterday')).toEqual([422, 'validation_failed', '?created_after'])
  expect(await path('statsu=created')).toEqual([422, 'validation_failed', '?statsu'])
  expect(await path('cursor=abc')).toEqual([400, 'invalid_cursor', undefined])
  const events = await service.demo.get('/v2/events?after=evt_00000000000000000000000000')
  expect([events.status, events.json.error.code]).toEqual([400, 'invalid_cursor'])
})

test('lists are paged newest first without gaps or repeats', async () => {
  const partner = await service.partner()
  const made = []
  for (let i = 0; i < 7; i++) made.push((await partner.post('/v2/shipments', RETURN)).json.id)
  const seen = []
  for (let cursor = ''; ; ) {
    const { json } = await partner.get(`/v2/shipments?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...json.data.map((one: { id: string }) => one.id))
    if (!json.has_more) break
    cursor = json.next_cursor
  }
  expect(seen).toEqual(made.reverse())
})
