// A parcel is found by any code that a scanner reads or a clerk types. For a code without a parcel, the answer explains what is wrong with
// the code.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShipment, type Json, scan, scanned, storeId } from '../scans/support.ts'
import { QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
let store: string
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  store = await storeId(service, 'NYC-001')
})
afterAll(() => service.close())

const find = (code: string, client: TestClient = service.demo) => client.get(`/v2/parcels/find?code=${encodeURIComponent(code)}`)
const found = async (code: string, client?: TestClient): Promise<Json> => {
  const { status, json } = await find(code, client)
  expect({ status, error: json.error }).toEqual({ status: 200 })
  return json
}
const refused = async (code: string, client?: TestClient): Promise<Json> => {
  const { status, json } = await find(code, client)
  return { status, code: json.error?.code, details: json.error?.details }
}
const tokenOf = async (qrId: string): Promise<string> => (await service.demo.get(`/v2/qr/${qrId}`)).json.token
const commandsOf = (parcel: Json): Record<string, Json> => Object.fromEntries(parcel.commands.map((one: Json) => [one.command, one]))

describe('a parcel is found', () => {
  let labeled: Json
  let shown: Json
  let token: string
  beforeAll(async () => {
    labeled = await createShipment(service.demo)
    shown = await createShipment(service.demo, QR_RETURN)
    token = await tokenOf(shown.qr_id)
  })

  const numbers: [string, () => string, string][] = [
    ['its id', () => labeled.id, 'shipment_id'],
    ['its id in capitals', () => labeled.id.toUpperCase(), 'shipment_id'],
    ['the tracking number of the shipment', () => labeled.tracking, 'tracking'],
    [
      'the tracking number of the shipment, typed in groups and small letters',
      () => labeled.tracking.toLowerCase().replaceAll(/(.{5})/g, '$1 '),
      'tracking',
    ],
    [
      'the tracking number of the shipment with O for 0 and l for 1',
      () => labeled.tracking.replaceAll('0', 'O').replaceAll('1', 'l'),
      'tracking',
    ],
    ['its bar code', () => labeled.barcode, 'barcode'],
    ['its bar code with what a scanner puts around it', () => `]C1${labeled.barcode}\r\n`, 'barcode'],
    ["its label's id", () => labeled.label_id, 'label_id'],
  ]
  test.each(numbers)('by %s', async (_, code, matched_by) => {
    expect(await found(code())).toMatchObject({ shipment_id: labeled.id, matched_by, scan_as: { shipment_id: labeled.id } })
  })

  test('by its QR, read or typed, which then counts as presented', async () => {
    expect(await found(token)).toMatchObject({ shipment_id: shown.id, matched_by: 'qr_token', scan_as: { qr_token: token } })
    expect(await found(token.toLowerCase())).toMatchObject({ shipment_id: shown.id, scan_as: { qr_token: token } })
    expect(await found(shown.qr_id)).toMatchObject({ shipment_id: shown.id, matched_by: 'qr_id', scan_as: { qr_id: shown.qr_id } })
  })

  test("by the onward carrier's number, which finds the newest of several", async () => {
    const [first, second] = [await createShipment(service.demo), await createShipment(service.demo)]
    for (const { id } of [first, second])
      await scanned(service.demo, 'inject', { shipment_id: id, carrier: 'northline', ltracking: '1Z999AA10123456784' })
    expect(await found('1Z999AA10123456784')).toMatchObject({ shipment_id: second.id, matched_by: 'ltracking' })
  })

  const written: [format: string, ltracking: string, scanned: string][] = [
    ['USPS with its ZIP code', '9405511899223197428490', '42010001' + '9405511899223197428490'],
    ['USPS with a separator after the ZIP code', '9405511899223197428491', ']C142010001\u001d9405511899223197428491'],
    ['USPS with ZIP+4', '9405511899223197428492', '420100011234' + '9405511899223197428492'],
    ['USPS in groups', '9405511899223197428493', '9405 5118 9922 3197 4284 93'],
    ['an international number of USPS with its ZIP code', 'LZ123456785US', '42010001LZ123456785US'],
    ['FedEx Express of 34 digits', '794898713246', '9632001900000000000000794898713246'],
    ['FedEx Ground of 34 digits', '986578788855123', '1001921334250001000300986578788855123'.slice(3)],
    ['FedEx Ground under 96', '052713612345678', '9611804052713612345678'],
    ['FedEx in groups', '794898713247', '7948 9871 3247'],
    ['UPS in groups and small letters', '1Z999AA10123456802', '1z 999 aa1 01 2345 6802'],
    [
      'UPS in a bar code with more around it',
      '1Z999AA10123456791',
      '[)>\u001e01\u001d96841706672\u001d840\u001d003\u001d1Z999AA10123456791\u001dUPSN',
    ],
    ['a national post in groups', 'RR123456785CA', 'rr 123 456 785 ca'],
    ['Canada Post', '7023210039414604', '7023 2100 3941 4604'],
    ['Purolator', '329014521622', '329 014 521 622'],
    ['DPD with postal code and service', '15501234567890', '%0091234' + '15501234567890' + '101276' + 'X'],
    ['an SSCC of another network', '106141411234567897', '(00)106141411234567897'],
    ['a number with hyphens', '1ZA-22', '1za-22'],
  ]
  test.each(written)("by the onward carrier's number in another notation: %s", async (_, ltracking, scanned) => {
    const { id } = await createShipment(service.demo)
    await scan(service.demo, 'inject', { shipment_id: id, carrier: 'northline', ltracking })
    expect(await found(scanned)).toMatchObject({ shipment_id: id, matched_by: 'ltracking' })
    const { json } = await service.demo.get(`/v2/search?q=${encodeURIComponent(scanned)}`)
    expect(json.data.map((hit: Json) => [hit.id, hit.matched_by])).toEqual([[id, 'ltracking']])
  })

  test('by its SSCC as printed on the label, in find, search and scans', async () => {
    const numbering = { barcodes: { standard: 'sscc', company_prefix: '0614141', extension_digit: 3 } }
    expect((await operator.send('PUT', '/v2/ops/numbering', { body: numbering })).status).toBe(200)
    const { id, barcode } = await createShipment(service.demo)
    await operator.send('PUT', '/v2/ops/numbering', { body: { barcodes: { standard: 'internal' } } })
    expect(barcode).toMatch(/^0030614141/)
    const sscc = barcode.slice(2)
    for (const read of [barcode, `]C1${barcode}`, `(00)${sscc}`, `(00) ${sscc.replaceAll(/(.{4})/g, '$1 ')}`, sscc]) {
      expect(await found(read), read).toMatchObject({ shipment_id: id, matched_by: 'barcode' })
      const { json } = await service.demo.get(`/v2/search?q=${encodeURIComponent(read)}`)
      expect(json.data[0], read).toMatchObject({ id, matched_by: 'barcode' })
      expect((await scan(service.demo, 'accept', { barcode: read })).json.shipment.id, read).toBe(id)
    }
  })

  test('in a scan with its code in any notation', async () => {
    const { id, tracking, barcode } = await createShipment(service.demo)
    const qr = await createShipment(service.demo, QR_RETURN)
    const token = await tokenOf(qr.qr_id)
    const grouped = (text: string) => text.toLowerCase().replaceAll(/(.{4})/g, '$1 ')
    for (const code of [{ tracking: grouped(tracking) }, { tracking: tracking.replaceAll('0', 'O').replaceAll('1', 'l') }])
      expect((await scan(service.demo, 'accept', code)).json.shipment?.id).toBe(id)
    for (const code of [{ barcode: grouped(barcode) }, { barcode: `]C1${barcode}\r\n` }, { shipment_id: ` ${id.toUpperCase()}` }])
      expect((await scan(service.demo, 'accept', code)).json.shipment?.id).toBe(id)
    for (const code of [{ qr_token: grouped(token) }, { qr_id: qr.qr_id.toUpperCase() }])
      expect((await scan(service.demo, 'walk-in', code)).json.shipment?.id).toBe(qr.id)
  })

  test('by operators for any partner, but not by another partner', async () => {
    const other = await service.partner()
    expect(await found(labeled.barcode, operator)).toMatchObject({ shipment_id: labeled.id })
    const unknown = await refused('00000000000000000000', other)
    for (const code of [labeled.id, labeled.barcode, labeled.tracking, token, shown.qr_id])
      expect(await refused(code, other)).toEqual(unknown)
    expect(unknown).toEqual({ status: 404, code: 'not_found', details: { field: 'code' } })
  })

  test('with the facts needed to accept it, but not its sender, order or price', async () => {
    const parcel = await found(token)
    expect(parcel).toMatchObject({
      object: 'parcel',
      tracking: shown.tracking,
      barcode: shown.barcode,
      status: 'created',
      held: false,
      fulfillment: 'qr_code',
      service_level: 'standard',
      parcel: { weight: shown.parcel.weight, weight_unit: 'lb' },
      label: null,
      qr: { id: shown.qr_id, status: 'active', expires_at: shown.expires_at },
      store_id: null,
      in_hand: true,
      next: 'walk-in',
    })
    for (const hidden of ['from', 'to', 'customer', 'order_id', 'amount', 'metadata', 'declared_value', 'rma'])
      expect(parcel).not.toHaveProperty(hidden)
  })
})

describe('a code that finds no parcel', () => {
  const unknown = { status: 404, code: 'not_found' }
  const damaged = (looks_like: string) => ({ status: 422, code: 'code_damaged', details: { field: 'code', looks_like } })
  const foreign = (network: string) => ({ status: 422, code: 'code_foreign', details: { field: 'code', network } })
  test.each([
    ['nobody’s bar code', '12345678901234567890', unknown],
    ['a bar code with a wrong digit', '12345678901234567895', damaged('barcode')],
    ['a bar code without its last digit', '1234567890123456789', damaged('barcode')],
    ['a bar code with a digit too many', '123456789012345678901', damaged('barcode')],
    ['a bar code read twice', '1234567890123456789012345678901234567890', damaged('barcode')],
    ['half a bar code, which could be any number', '1234567890123', unknown],
    ['a number of Canada Post', '7023210039414605', unknown],
    ['a number of Purolator', '329014521620', unknown],
    ['a number of DPD', '15501234567891', unknown],
    ['a bar code of DPD', '%0091234155012345678911012760', unknown],
    ['a DHL number eCommerce', 'GM60511234500000001', unknown],
    ['a number of Cainiao', 'LP00123456789012', unknown],
    ['a number of PostNL', '3SABCD1234567890123', unknown],
    ['USPS with its ZIP code', '420100019405511899223197428499', foreign('usps')],
    ['FedEx of 34 digits', '9632001900000000000000794898713249', foreign('fedex')],
    ['a tracking number with a wrong character', '0123456789ABCDEFGHJKMNPQRST', damaged('tracking')],
    ['a tracking number cut off', '0123456789ABCDEFGHJKMN', damaged('tracking')],
    ['a QR cut off', '0123456789ABCDEFGHJKMNPQRSTVWXY', damaged('qr_token')],
    ['an id cut off', 'shp_0123', damaged('id')],
    ['nothing but a line end', '\r\n', damaged('barcode')],
    ['UPS', '1Z999AA10123456785', foreign('ups')],
    ['USPS', '9400 1000 0000 0000 0000 00', foreign('usps')],
    ['FedEx', '986578788855', foreign('fedex')],
    ['Amazon', 'TBA123456789000', foreign('amazon')],
    ['a national post', 'RR123456785DE', foreign('post')],
    ['a product', '4006381333931', foreign('product')],
    ['a web address', 'https://shop.example/returns', foreign('link')],
    ['words', 'the blue box', unknown],
    ['something with markup', '<img src=x onerror=alert(1)>', unknown],
    ['a letter of another script', '包裹', unknown],
  ])('is explained: %s', async (_, code, expected) => {
    expect(await refused(code)).toMatchObject(expected)
  })

  test('of a manifest or a tender is reported as such', async () => {
    const { status, json } = await find('mnf_0123456789abcdefghjkmnpqrs')
    expect([status, json.error.code, json.error.details.kind]).toEqual([404, 'not_found', 'manifest'])
    expect(json.error.message).toContain('of a manifest, not of a parcel')
  })

  test('is refused if missing, empty or too long', async () => {
    for (const query of ['', '?code=', `?code=${'9'.repeat(256)}`]) {
      const { status, json } = await service.demo.get(`/v2/parcels/find${query}`)
      expect([status, json.error.code]).toEqual([422, 'validation_failed'])
    }
  })
})

describe('the predicted outcome of each scan', () => {
  test.each([
    ['a fresh QR return', QR_RETURN, []],
    ['walked in', QR_RETURN, ['walk-in']],
    ['refused', RETURN, ['reject']],
  ])('matches the actual outcome: %s', async (_, body, way) => {
    const { id } = await createShipment(service.demo, body)
    for (const step of way) await scanned(service.demo, step, { shipment_id: id, store_id: store })
    const parcel = await found(id)
    // Commands that change nothing come first in the answer.
    const order = ['refused', 'recorded', 'moves']
    const commands = parcel.commands.toSorted((a: Json, b: Json) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
    const first = commands.findIndex(({ outcome }: Json) => outcome === 'moves')
    for (const foreseen of commands.slice(0, first + 1)) {
      const { status, json } = await scan(service.demo, foreseen.command, parcel.scan_as)
      const done =
        status === 200
          ? { outcome: json.applied ? 'moves' : 'recorded', status: json.applied ? json.shipment.status : null, code: null }
          : { outcome: 'refused', status: null, code: json.error.code, message: json.error.message }
      expect(foreseen).toMatchObject({ command: foreseen.command, ...done })
      if (done.outcome === 'recorded') expect(foreseen.message).toContain('record')
    }
  })

  test('of a parcel with an invalidated QR is a refusal with the QR and an acceptance without it', async () => {
    const { id, qr_id } = await createShipment(service.demo, QR_RETURN)
    await service.demo.post(`/v2/qr/${qr_id}/invalidate`)
    const shown = await found(qr_id)
    expect(shown.qr.status).toBe('invalidated')
    expect(commandsOf(shown)['walk-in']).toMatchObject({ outcome: 'refused', code: 'qr_not_valid' })
    expect(commandsOf(await found(id))['walk-in']).toMatchObject({ outcome: 'moves', status: 'in_possession' })
  })

  test('of a parcel past its expiry is a refusal at the counter', async () => {
    const client = await service.partner()
    const { id } = await createShipment(client)
    await client.post('/v2/test/clock/advance', { seconds: 40 * 86_400 })
    const parcel = await found(id, client)
    expect(parcel).toMatchObject({ status: 'expired', next: null, label: { voided: true } })
    expect(commandsOf(parcel).accept).toMatchObject({ outcome: 'refused', code: 'invalid_transition' })
  })

  test('includes the next scan in the usual order', async () => {
    const next = async (body: object, way: string[]): Promise<string | null> => {
      const { id } = await createShipment(service.demo, body)
      for (const step of way) await scanned(service.demo, step, { shipment_id: id })
      return (await found(id)).next
    }
    expect(await next(QR_RETURN, [])).toBe('walk-in')
    expect(await next(QR_RETURN, ['reject'])).toBe('walk-in')
    expect(await next(RETURN, [])).toBe('accept')
    expect(await next(RETURN, ['reject'])).toBe('accept')
    expect(await next(RETURN, ['accept'])).toBe('collect')
    expect(await next(RETURN, ['accept', 'deliver'])).toBeNull()
  })
})
