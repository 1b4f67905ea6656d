// Currency settings and displayed amounts, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORT, TORONTO } from '../customs/fixtures.ts'
import { readPdf } from '../labels/decode.ts'
import { runImport, whenEnded } from '../ops/imports-support.ts'
import { ADDRESS, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService('all')
  operator = await service.operator()
})
afterAll(() => service.close())

const sql = (text: string, values: unknown[] = []) => service.running.service.db.pool.query(text, values)
const market = (country: string, currency: string) =>
  operator.send('PUT', `/v2/ops/markets/${country}`, { body: { kind: 'marketplace', currency } })
const declare = (currency: string, value = 100_000) =>
  service.demo.post('/v2/shipments', {
    ...EXPORT,
    customs: { ...EXPORT.customs, currency, items: [{ ...EXPORT.customs.items[0], value, quantity: 1 }] },
  })
const messagesOf = ({ json }: { json: { error: { details: { errors: { path: string; message: string }[] } } } }) =>
  json.error.details.errors.map(({ path, message }) => `${path} ${message}`)

const RMB = 'is RMB, which is not a currency of ISO 4217; give CNY'

test.each([
  ['RMB', RMB],
  ['ZZZ', 'is ZZZ, which is not a currency of ISO 4217; give one such as USD'],
  ['BGN', 'is BGN, which is not a currency of ISO 4217; give EUR'],
  ['XAU', 'is XAU, which is a unit of account and not money; give the currency of the payment'],
  ['usd', 'is not a code of ISO 4217; give USD'],
])('%s is refused in declarations and markets', async (code, message) => {
  const declared = await declare(code)
  expect([declared.status, messagesOf(declared)]).toEqual([422, [`/customs/currency ${message}`]])
  const set = await market('CN', code)
  expect([set.status, messagesOf(set)]).toEqual([422, [`/currency ${message}`]])
  const id = (await declare('USD')).json.id
  const replaced = await service.demo.send('PUT', `/v2/shipments/${id}/customs`, { body: { currency: code } })
  expect([replaced.status, messagesOf(replaced)]).toEqual([422, [`/currency ${message}`]])
})

test('errors in rate, tariff and invoice files name the cell and the fix', async () => {
  await sql("insert into markets (country, kind, carrier, currency) values ('CN', 'marketplace', null, 'RMB')")
  await service.running.service.network.forget()
  const rates =
    'carrier,country,service_level,zone,base_cents,per_lb_cents,max_weight_lb,currency\nmaplego,CN,standard,national,500,50,70,RMB'
  expect((await runImport(operator, 'rates', rates)).errors).toMatchObject([{ row: 2, field: 'currency', code: 'currency', message: RMB }])
  const head = 'carrier,country,currency,effective_on,kind,service_level,zone,from,to,value,cents'
  const tariff = [head, 'maplego,CN,RMB,2026-01-01,zone,,1,*,*,,', 'maplego,CN,RMB,2026-01-01,rate,standard,1,,,70,900'].join('\n')
  const { errors } = await runImport(operator, 'tariffs', tariff)
  expect(errors[0]).toMatchObject({ row: 2, field: 'currency', code: 'currency', message: RMB })
  const file = 'invoice,number,amount_cents,currency\nI-1,9400111899223197428490,500,RMB'
  const answer = await operator.post('/v2/ops/carrier-invoices?carrier=northline&file_name=i.csv', file, {
    headers: { 'Content-Type': 'text/csv' },
  })
  expect((await whenEnded(operator, answer.json.id)).errors).toMatchObject([{ row: 2, field: 'currency', code: 'currency', message: RMB }])
})

test('customs documents show amounts with the decimals of their currency', async () => {
  const paper = async (currency: string): Promise<string> => {
    const { id } = (await declare(currency)).json
    const pdf = await service.demo.get(`/v2/shipments/${id}/customs/commercial-invoice`)
    return (await readPdf(pdf.bytes))
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  }
  expect(await paper('HUF')).toContain('1,000.00 HUF')
  expect(await paper('JPY')).toContain('100,000 JPY')
  expect(await paper('KWD')).toContain('100.000 KWD')
})

test('a stored declaration with an invalid currency can still be read and printed', async () => {
  const { id } = (await declare('USD')).json
  await sql(`update customs_declarations set declaration = jsonb_set(declaration, '{currency}', '"RMB"') where id = $1`, [id])
  expect((await service.demo.get(`/v2/shipments/${id}/customs`)).json).toMatchObject({ currency: 'RMB', total_value: 100_000 })
  const pdf = await service.demo.get(`/v2/shipments/${id}/customs/cn23`)
  expect((await readPdf(pdf.bytes)).map(({ text }) => text).join(' ')).toContain('1,000.00 RMB')
})

test('the return page shows the value of the goods in the currency of the market', async () => {
  const toJapan = { ...TORONTO, city: 'Tokyo', state: null, postal_code: '100-0001', country: 'JP' }
  expect((await market('JP', 'JPY')).status).toBe(200)
  const rate = { service_level: 'standard', base_cents: 900, per_lb_cents: 80, max_weight_lb: 70 }
  await operator.send('PUT', '/v2/ops/rate-cards/maplego/JP', {
    body: { rates: ['national', 'international'].map((zone) => ({ ...rate, zone })) },
  })
  const link = await service.demo.post('/v2/return-links', { order_id: 'ORDER-7', from: ADDRESS, to: toJapan, declared_value: 5000 })
  expect(link.status, link.text).toBe(201)
  const page = await fetch(link.json.url, { headers: { 'accept-language': 'en-US' } })
  expect(await page.text()).toContain('¥5,000')
  const quote = await service.demo.post('/v2/quotes', {
    direction: 'return',
    from: ADDRESS,
    to: toJapan,
    parcel: { weight: 1, length: 2, width: 2, height: 2 },
  })
  expect(quote.json.candidates[0].lines[1]).toMatchObject({ cents: 80, detail: '1 lb x 80 JPY' })
})

test.each([
  ['IDR', 1_500_000_000],
  ['LBP', 8_950_000_000],
  ['IRR', 63_000_000_000],
  ['VND', 25_000_000],
])('the value of a laptop can be declared in %s', async (currency, value) => {
  const { status, json } = await declare(currency, value)
  expect([status, json.id]).toEqual([201, expect.any(String)])
  expect((await service.demo.get(`/v2/shipments/${json.id}/customs`)).json.items[0].value).toBe(value)
})

test('amount limits leave room for currencies with small units, and errors name the limit', async () => {
  expect((await service.demo.post('/v2/shipments', { ...EXPORT, declared_value: 2_000_000_000 })).status).toBe(201)
  const beyond = await service.demo.post('/v2/shipments', { ...EXPORT, declared_value: 2_147_483_648 })
  expect([beyond.status, messagesOf(beyond)]).toEqual([422, [expect.stringContaining('2147483647')]])
  const items = Array.from({ length: 2 }, () => ({ ...EXPORT.customs.items[0], value: 1_000_000_000_000, quantity: 9_000 }))
  const total = await service.demo.post('/v2/shipments', { ...EXPORT, customs: { ...EXPORT.customs, currency: 'IRR', items } })
  expect([total.status, messagesOf(total)]).toEqual([422, [expect.stringContaining('9007199254740991')]])
})

test('a market cannot change its currency while it has tariffs in it', async () => {
  expect((await market('MX', 'MXN')).status).toBe(200)
  await sql(
    `insert into tariffs (id, carrier, country, effective_on, currency, pairs, rows, imported_at, actor)
     values ('trf_x', 'maplego', 'MX', '2027-01-01', 'MXN', 0, '[]', now(), 'test')`,
  )
  const refused = await market('MX', 'USD')
  expect([refused.status, messagesOf(refused)]).toEqual([
    422,
    [
      '/currency differs from the currency of the tariff of maplego that is valid from 2027-01-01; keep that currency, or remove the tariff first',
    ],
  ])
  expect((await market('MX', 'MXN')).status).toBe(200)
  await sql("delete from tariffs where id = 'trf_x'")
  expect((await market('MX', 'USD')).status).toBe(200)
})

test('a declared value is cleared when the currency changes, unless a new value is sent', async () => {
  const { json } = await service.demo.post('/v2/shipments', { ...EXPORT, to: ADDRESS, declared_value: 5_000 })
  const moved = (more: object) => service.demo.send('PATCH', `/v2/shipments/${json.id}`, { body: more })
  expect((await moved({ to: { ...ADDRESS, line1: '2 Main St' } })).json).toMatchObject({ currency: 'USD', declared_value: 5_000 })
  expect((await moved({ to: TORONTO })).json).toMatchObject({ currency: 'CAD', declared_value: null })
  expect((await moved({ to: ADDRESS, declared_value: 6_800 })).json).toMatchObject({ currency: 'USD', declared_value: 6_800 })
})
