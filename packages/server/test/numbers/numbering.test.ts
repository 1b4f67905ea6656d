// Public numbers: SSCCs under the operator's company prefix, and carriers' own numbers, each assigned once.
import { gs1CheckDigit } from '@backhaul/core/check-characters.ts'
import { type CarrierNumbering, carrierSeries, s10CheckDigit } from '@backhaul/core/numbering.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { readConfig } from '../../src/process/config.ts'
import { scanned } from '../scans/support.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let second: Running
let operator: TestClient
/** The demo partner as a client of each process. */
let partners: TestClient[]
beforeAll(async () => {
  service = await startTestService()
  const { databaseUrl, dataDir } = service.running.service.config
  const env = { PORT: '0', BACKHAUL_LOG_LEVEL: 'error', BACKHAUL_DATA_DIR: dataDir, DATABASE_URL: databaseUrl as string }
  second = await serve(readConfig(env), 'api', false)
  operator = await service.operator()
  partners = [service.demo, new TestClient(second.url as string, service.demo.credentials)]
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const CANADA = { name: 'Ada', line1: '1 King St', city: 'Toronto', state: 'ON', postal_code: 'M5H 1A1', country: 'CA' }
const setBarcodes = (barcodes: object) => operator.send('PUT', '/v2/ops/numbering', { body: { barcodes } })
const setNumbers = (code: string, numbers: object | null) =>
  operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: code, numbers } })
const sscc = (company_prefix: string) => setBarcodes({ standard: 'sscc', company_prefix, extension_digit: 1 })
const forget = () => Promise.all([service.running.service.network.forget(), second.service.network.forget()])
afterEach(async () => {
  await setBarcodes({ standard: 'internal' })
  for (const code of ['northline', 'swiftpost', 'maplego']) await setNumbers(code, null)
  await forget()
})

const create = async (client: TestClient, body: object = RETURN) => {
  const { status, json } = await client.send('POST', '/v2/shipments', { body })
  expect([status, json.error]).toEqual([201, undefined])
  return json
}

describe('check digits', () => {
  test('match the published examples', () => {
    expect(gs1CheckDigit('10614141234567890')).toBe('8')
    expect(s10CheckDigit('47312482')).toBe('9')
    // The standard replaces two results by single digits: 10 by 0, and 11 by 5.
    expect([s10CheckDigit('00000000'), s10CheckDigit('00000010')]).toEqual(['5', '2'])
  })

  test('a range uses the check digit that its carrier requires', () => {
    const range: CarrierNumbering = { standard: 'range', prefix: '1Z61414', country: null, digits: 5, check: 'gs1', first: 0, last: 99_999 }
    expect(carrierSeries(range).write(42)).toBe(`1Z6141400042${gs1CheckDigit('16141400042')}`)
    expect(carrierSeries({ ...range, check: 'none' }).write(42)).toBe('1Z6141400042')
  })
})

describe('barcodes as SSCC', () => {
  test('are sequential, have a check digit, are found by a scan and are identified on the label', async () => {
    expect((await sscc('0614141')).status).toBe(200)
    const shipment = await create(service.demo)
    expect(shipment.barcode).toMatch(/^0010614141\d{10}$/)
    expect(shipment.barcode.slice(-1)).toBe(gs1CheckDigit(shipment.barcode.slice(0, -1)))
    const label = await service.demo.get(`/v2/shipments/${shipment.id}/label?format=zpl`)
    expect(label.text).toContain(`>;>8${shipment.barcode}`)
    expect(label.text).toContain(`SSCC (00) ${shipment.barcode.slice(2)}`)
    const arrived = await scanned(service.demo, 'arrive', { barcode: shipment.barcode, facility: 'EWR-SORT' })
    expect(arrived.shipment.id).toBe(shipment.id)
  })

  test('are each assigned once by two concurrent processes, in batches and alone', async () => {
    await sscc('0614142')
    await forget()
    const alone = Array.from({ length: 60 }, (_, i) => create(partners[i % 2] as TestClient))
    const batches = partners.map(async (client) => {
      const { status, json } = await client.send('POST', '/v2/shipments/batch', { body: { shipments: Array(150).fill(RETURN) } })
      expect(status).toBe(201)
      return json.data
    })
    const made = [...(await Promise.all(alone)), ...(await Promise.all(batches)).flat()]
    const barcodes = made.map(({ barcode }) => barcode)
    expect(barcodes).toHaveLength(360)
    expect(barcodes.every((barcode) => barcode.startsWith('0010614142'))).toBe(true)
    expect(new Set(barcodes).size).toBe(360)
  })

  test('stay unchanged when the prefix changes, and an earlier prefix continues its sequence', async () => {
    await sscc('0614143')
    const first = await create(service.demo)
    await sscc('0614144')
    const other = await create(service.demo)
    expect(other.barcode).toMatch(/^0010614144/)
    await setBarcodes({ standard: 'internal' })
    expect((await create(service.demo)).barcode).not.toMatch(/^00106141/)
    // A new label of the first parcel is still GS1-128.
    const reprinted = await service.demo.post(`/v2/shipments/${first.id}/label/reprint`)
    expect([reprinted.status, reprinted.json.label_version]).toEqual([200, 2])
    expect((await service.demo.get(`/v2/shipments/${first.id}/label?format=zpl`)).text).toContain(`>;>8${first.barcode}`)
    await sscc('0614143')
    expect((await create(service.demo)).barcode > first.barcode).toBe(true)
  })

  test.each([
    [{ standard: 'sscc' }, '/barcodes/company_prefix'],
    [{ standard: 'sscc', company_prefix: '123' }, '/barcodes/company_prefix'],
    [{ standard: 'sscc', company_prefix: '12a4567' }, '/barcodes/company_prefix'],
    [{ standard: 'internal', company_prefix: '0614141' }, '/barcodes/company_prefix'],
    [{ standard: 'sscc', company_prefix: '0614141', extension_digit: 10 }, '/barcodes/extension_digit'],
  ])('%j is refused at %s', async (barcodes, path) => {
    const { status, json } = await setBarcodes(barcodes)
    expect([status, json.error.details.errors[0].path]).toEqual([422, path])
  })
})

describe("a carrier's own numbers", () => {
  test('are sequential S10 numbers, assigned at creation', async () => {
    expect((await setNumbers('northline', { standard: 's10', prefix: 'RR', country: 'US', first: 47_312_482 })).status).toBe(200)
    const shipment = await create(service.demo)
    expect([shipment.carrier, shipment.ltracking]).toEqual(['northline', 'RR473124829US'])
    expect((await create(service.demo)).ltracking).toMatch(/^RR47312483\dUS$/)
  })

  test('block creation when used up, with the name of the carrier; a wider range continues', async () => {
    const range = { standard: 'range', prefix: 'NL', digits: 4, first: 7, last: 8 }
    await setNumbers('northline', range)
    expect([(await create(service.demo)).ltracking, (await create(service.demo)).ltracking]).toEqual(['NL0007', 'NL0008'])
    const { status, json } = await service.demo.send('POST', '/v2/shipments', { body: RETURN })
    expect([status, json.error.code, json.error.details]).toEqual([409, 'numbers_used_up', { carrier: 'northline' }])
    expect((await operator.get('/v2/ops/numbering')).json.series).toContainEqual(expect.objectContaining({ series: 'range NL 4', left: 0 }))
    await setNumbers('northline', { ...range, last: 9 })
    expect((await service.demo.send('POST', '/v2/shipments', { body: RETURN })).json.ltracking).toBe('NL0009')
  })

  test('end at the new limit of a narrowed range, even within a block that a process holds', async () => {
    const range = { standard: 'range', prefix: 'NW', digits: 4 }
    await setNumbers('northline', range)
    expect((await create(service.demo)).ltracking).toBe('NW0000')
    await setNumbers('northline', { ...range, last: 1 })
    expect((await create(service.demo)).ltracking).toBe('NW0001')
    expect((await service.demo.send('POST', '/v2/shipments', { body: RETURN })).json.error.code).toBe('numbers_used_up')
  })

  test('do not block a hand-over when used up; it is recorded without a number', async () => {
    const created = await create(service.demo, { ...RETURN, to: CANADA })
    for (const code of ['swiftpost', 'maplego'])
      await setNumbers(code, { standard: 'range', prefix: code.toUpperCase(), digits: 1, first: 0, last: 0 })
    const other = await create(service.demo, { ...RETURN, to: CANADA })
    const injected = []
    for (const { id } of [created, other]) injected.push(await scanned(service.demo, 'inject', { shipment_id: id, facility: 'YYZ-SORT' }))
    expect(injected.map(({ shipment }) => shipment.status)).toEqual(['injected', 'injected'])
    const numbers = injected.map(({ shipment }) => shipment.ltracking)
    expect(numbers).toEqual([expect.stringMatching(/^(SWIFTPOST|MAPLEGO)0$/), null])
  })

  test('stay if a request omits them and are removed by null', async () => {
    await setNumbers('northline', { standard: 'range', prefix: 'Q', digits: 3 })
    const kept = await operator.send('PUT', '/v2/ops/carriers/northline', { body: { name: 'Northline' } })
    expect(kept.json.numbers).toMatchObject({ standard: 'range', prefix: 'Q', digits: 3, first: 0, last: 999 })
    expect((await setNumbers('northline', null)).json.numbers).toBeNull()
    expect((await create(service.demo)).ltracking).toMatch(/^\w{18}$/)
  })

  test.each([
    [{ standard: 's10', prefix: 'R1', country: 'US' }, '/numbers/prefix'],
    [{ standard: 's10', prefix: 'RR' }, '/numbers/country'],
    [{ standard: 's10', prefix: 'RR', country: 'QQ' }, '/numbers/country'],
    [{ standard: 's10', prefix: 'RR', country: 'US', digits: 9 }, '/numbers/digits'],
    [{ standard: 'range', prefix: 'a', digits: 3 }, '/numbers/prefix'],
    [{ standard: 'range', prefix: 'A', digits: 3, country: 'US' }, '/numbers/country'],
    [{ standard: 'range', prefix: 'A', digits: 3, last: 1000 }, '/numbers/last'],
    [{ standard: 'range', prefix: 'A', digits: 3, first: 9, last: 8 }, '/numbers/first'],
  ])('%j is refused at %s', async (numbers, path) => {
    const { status, json } = await setNumbers('northline', numbers)
    expect([status, json.error.details.errors[0].path]).toEqual([422, path])
  })
})
