// What the adapter makes of EasyPost's errors, of lost answers and of files that do not come: no label is paid for twice, and none is lost.
import { accountOf } from '@backhaul/server/testing'
import { expect, test, vi } from 'vitest'
import adapter from '../src/index.ts'
import { soldIn } from '../src/shipment.ts'
import type { Fault } from './easypost-server.ts'
import { type Json, recorded } from './recordings.ts'
import { account, connected, envelope, KEY, parcel, rated, says, server, service, url, withEasyPost } from './support.ts'

withEasyPost()

test.each<[string, Fault, object, object]>([
  ['a missing parameter (recorded)', says('error-01-422-parameter-required'), { failed: 'refused' }, { failed: 'refused' }],
  [
    'an inactive key (recorded)',
    says('error-03-403-key-inactive'),
    { failed: 'stopped', stop: 'credentials' },
    { failed: 'stopped', stop: 'credentials' },
  ],
  ['a 404 (recorded)', says('error-04-404-not-found'), { failed: 'later' }, { failed: 'later' }],
  [
    'details that are texts (recorded, but with status 404)',
    { ...(says('error-02-404-errors-are-strings') as object), status: 422 } as Fault,
    { failed: 'refused', reason: expect.stringContaining('No eligible insurance found') },
    { failed: 'unknown', reason: expect.stringContaining('No eligible insurance found') },
  ],
  [
    '429 (synthetic)',
    { status: 429, headers: { 'retry-after': '7' } },
    { failed: 'later', retry_after_s: 7 },
    { failed: 'later', retry_after_s: 7 },
  ],
  ['503 (synthetic)', { status: 503, body: '<html>' }, { failed: 'unknown' }, { failed: 'unknown' }],
  ['a lost answer (synthetic)', 'after', { failed: 'unknown' }, { failed: 'unknown' }],
  ['a cut answer (synthetic)', 'cut', { failed: 'unknown' }, { failed: 'unknown' }],
  [
    'an unverified address (synthetic)',
    { status: 422, body: envelope('ADDRESS.VERIFY.FAILURE') },
    { failed: 'refused', cause: 'address' },
    { failed: 'refused', cause: 'address' },
  ],
  [
    'an outage of a carrier (synthetic)',
    { status: 422, body: envelope('ADDRESS.VERIFY.UPSTREAM_UNAVAILABLE') },
    { failed: 'later' },
    { failed: 'unknown' },
  ],
  [
    'no money (synthetic)',
    { status: 402, body: envelope('PAYMENT_REQUIRED') },
    { failed: 'stopped', stop: 'payment' },
    { failed: 'stopped', stop: 'payment' },
  ],
  [
    'postage without an answer (synthetic)',
    { status: 422, body: envelope('SHIPMENT.POSTAGE.NO_RESPONSE') },
    { failed: 'unknown' },
    { failed: 'unknown' },
  ],
  [
    'postage without an answer, with the status for no money (synthetic)',
    { status: 402, body: envelope('SHIPMENT.POSTAGE.NO_RESPONSE') },
    { failed: 'unknown' },
    { failed: 'unknown' },
  ],
  ...['SHIPMENT.POSTAGE.FAILURE', 'SHIPMENT.PURCHASE.FAILURE', 'INSURANCE.PURCHASE.FAILED', 'IMAGE.CONVERSION.FAILURE', 'BAD_REQUEST'].map(
    (code): [string, Fault, object, object] => [
      `${code}, which may come after the payment (synthetic)`,
      { status: 422, body: envelope(code) },
      { failed: 'refused' },
      { failed: 'unknown' },
    ],
  ),
  ...['SHIPMENT.INVALID_PARAMS', 'SHIPMENT.MISSING_RATE', 'CUSTOMS_ITEM.ORIGIN_COUNTRY.REQUIRED', 'PARCEL.PARAMETERS.INVALID'].map(
    (code): [string, Fault, object, object] => [
      `${code}, which comes before the payment (synthetic)`,
      { status: 422, body: envelope(code) },
      { failed: 'refused' },
      { failed: 'refused' },
    ],
  ),
  [
    'a purchase under way (synthetic)',
    { status: 409, body: envelope('SHIPMENT.PURCHASE.IN_PROGRESS') },
    { failed: 'unknown' },
    { failed: 'unknown' },
  ],
  ['a redirect (synthetic)', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, { failed: 'unknown' }, { failed: 'unknown' }],
])('rates and buy read %s', async (_, fault, rates, buy) => {
  const { one, attempt } = await rated()
  server.faults.set('POST /v2/shipments', fault)
  expect(await service().rates(one)).toMatchObject(rates)
  server.faults.set('POST /v2/shipments/{id}/buy', fault)
  expect(await service().buy(attempt, one)).toMatchObject(buy)
})

test('a request is given up after its deadline (synthetic)', async () => {
  const { attempt, one } = await rated()
  server.faults.set('POST /v2/shipments/{id}/buy', 'no answer')
  const hasty = { ...adapter, deadline_ms: { ...adapter.deadline_ms, buy: 50 } }
  expect(await adapter.open(accountOf({ url, secret: async () => KEY }, hasty)).buy(attempt, one)).toMatchObject({ failed: 'unknown' })
})

test('a purchase whose answer was lost is found, and a key of another account proves nothing', async () => {
  const { attempt, one } = await rated()
  server.faults.set('POST /v2/shipments/{id}/buy', 'after')
  expect(await service().buy(attempt, one)).toMatchObject({ failed: 'unknown' })
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: 'none', cost: { amount: 643 } }] })
  server.shipments.clear()
  expect(await service().find(attempt)).toMatchObject({ failed: 'unknown' })
  expect(await service().void(attempt, 'N')).toMatchObject({ failed: 'unknown' })
})

test('the recorded reads show what was bought', () => {
  expect(soldIn(recorded('shipment-04-read-before-buy').body)).toBe('none')
  const { body } = recorded('shipment-06-read-after-buy')
  expect(soldIn(body)).toMatchObject({ purchase: { numbers: [body.tracking_code], cost: { amount: 643 }, void: 'none' } })
  for (const part of ['tracking_code', 'postage_label', 'selected_rate'])
    expect(soldIn({ ...body, [part]: null })).toMatchObject({ isWhole: false })
  expect(soldIn({ ...body, tracking_code: null, postage_label: null })).toBeNull()
  expect(soldIn({ ...body, refund_status: 'new_word' })).toMatchObject({ purchase: { void: 'submitted' } })
  const alias = { ...body, tracker: { ...body.tracker, carrier_detail: { alternate_identifier: '1Z999' } } }
  expect(soldIn(alias)).toMatchObject({ purchase: { numbers: [body.tracking_code, '1Z999'] } })
})

test.each([
  ['submitted', { done: 'submitted' }, 'submitted'],
  ['refunded', { done: 'settled' }, 'settled'],
  ['not_applicable', { done: 'not_needed' }, 'not_needed'],
  ['rejected', { failed: 'refused' }, 'refused'],
])('a refund that is %s (only submitted is recorded)', async (state, answer, found) => {
  const { attempt, one } = await rated()
  const bought = await service().buy(attempt, one)
  server.refund = state
  const files = () => server.got.filter(({ template }) => template === 'GET /files/{id}').length
  const before = files()
  expect(await service().void(attempt, 'done' in bought ? bought.done.numbers[0] : '')).toMatchObject(answer)
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: found, label: null }] })
  expect(files()).toBe(before)
})

test('a label is fetched once, without the key, and asked for again for an hour if it does not come', async () => {
  const { attempt, one } = await rated()
  const broken: Fault = { status: 403 }
  server.faults.set('GET /files/{id}', broken)
  const first = await service().buy(attempt, one)
  expect(first).toMatchObject({ failed: 'unknown', reason: expect.stringContaining('was bought') })
  expect(JSON.stringify(first)).not.toContain('/files/')
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: 'none', label: expect.any(Uint8Array) }] })
  expect(server.got.filter(({ template }) => template === 'GET /files/{id}').map(({ authorization }) => authorization)).toEqual([
    undefined,
    undefined,
  ])
  for (const fault of [broken, { status: 404 }, { status: 302, headers: { location: `${server.origin}/files/x` } }]) {
    server.faults.set('GET /files/{id}', fault)
    expect(await service().find(attempt)).toMatchObject({ failed: 'unknown' })
  }
})

const anHourLater = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)

test.each<[string, Json, object]>([
  ['a label at another host', { postage_label: { id: 'pl_1', label_url: 'https://example.com/a.png' } }, { ids: { label: 'pl_1' } }],
  ['no address of the label', { postage_label: { id: 'pl_1', label_url: null } }, { ids: { label: 'pl_1' } }],
  ['no number', { tracking_code: null, tracker: null }, { numbers: [expect.stringMatching(/^shp_/)] }],
  ['a number that cannot be printed', { tracking_code: 'Ü', tracker: null }, { numbers: [expect.stringMatching(/^shp_/)] }],
  ['no rate', { selected_rate: null }, { cost: null }],
])('a purchase with %s is read again for an hour, and then counts (synthetic)', async (_, sold, found) => {
  server.sold = sold
  const { attempt, one } = await rated()
  expect(await service().buy(attempt, one)).toMatchObject({ failed: 'unknown' })
  expect(await service().find(attempt)).toMatchObject({ failed: 'unknown' })
  anHourLater()
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: 'none', ...found }] })
})

test('a label whose file storage fails is found after an hour, so that it can be refunded', async () => {
  const { attempt, one } = await rated()
  await service().buy(attempt, one)
  anHourLater()
  server.faults.set('GET /files/{id}', { status: 503 })
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: 'none', label: null }] })
})

test('neither a form that does not come nor an unreadable cost keeps a label back (synthetic)', async () => {
  server.sold = { forms: [{ form_type: 'invoice', form_url: 'https://example.com/a.pdf' }] }
  const { attempt, one } = await rated()
  expect(await service().buy(attempt, one)).toMatchObject({ done: { label: expect.any(Uint8Array), documents: [] } })
  const other = await rated()
  server.sold = { forms: [{ form_type: 'invoice', form_url: `${server.origin}/files/1.pdf` }], selected_rate: { id: 'r', rate: 'free' } }
  expect(await service().buy(other.attempt, other.one)).toMatchObject({ done: { cost: null, documents: [{ name: 'invoice' }] } })
})

test('files come only from listed hosts', async () => {
  connected.clear()
  const elsewhere = [
    'https://example.com/files/a.png',
    'http://169.254.169.254/a',
    'http://127.0.0.1:1/files/a',
    `https://${adapter.file_hosts?.[0]}/a`,
    'file:///etc/passwd',
  ]
  for (const address of elsewhere) expect(await account.download(address)).toMatchObject({ no_answer: expect.not.stringContaining('/a') })
  expect([...connected]).toEqual([])
})

test('the key appears in no error, even if EasyPost repeats it', async () => {
  const wrong = accountOf({ url, secret: async () => 'EZTK-canary-wrong-0123456789' }, adapter)
  const refused = await adapter.open(wrong).rates(parcel())
  expect(refused).toMatchObject({ failed: 'stopped', stop: 'credentials', reason: expect.stringContaining('no such key: Basic ***') })
  const { attempt, one } = await rated()
  server.faults.set('POST /v2/shipments/{id}/buy', { status: 422, body: envelope('SHIPMENT.INVALID', [`the key ${KEY} may not`]) })
  expect(await service().buy(attempt, one)).toMatchObject({ failed: 'refused', reason: expect.stringContaining('the key *** may not') })
})
