// Address verification returns findings next to the address as it was given. An operator's policy may refuse some findings.
import { readFile } from 'node:fs/promises'
import { normalized } from '@backhaul/core/check-address.ts'
import { stateCode, statesByPostal, timezoneOf } from '@backhaul/core/regions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const COLUMBUS = { line1: '1 Main St', city: 'Columbus', state: 'OH', postal_code: '43004', country: 'US' }
const TORONTO = { line1: '441 Queen St W', city: 'Toronto', state: 'ON', postal_code: 'M5V 2A5', country: 'CA' }
const verify = async (address: object) => (await service.demo.post('/v2/addresses/verify', { address })).json

describe('verification', () => {
  test('a consistent address has no findings, and is returned as given and as normalized, with a position', async () => {
    const given = { ...TORONTO, name: '  Ada   Lovelace ', state: 'ontario', postal_code: 'm5v2a5', line2: ' ' }
    const { status, json } = await service.demo.post('/v2/addresses/verify', { address: given })
    const whole = { name: null, company: null, line2: null, phone: null, email: null }
    expect([status, json]).toEqual([
      200,
      {
        object: 'address_verification',
        verdict: 'consistent',
        findings: [],
        given: { ...whole, ...given },
        normalized: { ...whole, ...TORONTO, name: 'Ada Lovelace' },
        position: { lat: expect.closeTo(43.64, 1), lon: expect.closeTo(-79.4, 1), precision: 'area' },
      },
    ])
  })

  test.each([
    [{ state: 'CA' }, 'inconsistent', [['state', 'mismatch', 'OH']]],
    [{ state: 'Ontario' }, 'inconsistent', [['state', 'unknown', 'OH']]],
    [{ state: 'Ohio' }, 'consistent', []],
    [{ state: undefined }, 'consistent', [['state', 'missing', 'OH']]],
    [{ state: ' ' }, 'consistent', [['state', 'missing', 'OH']]],
    [{ postal_code: '4300' }, 'inconsistent', [['postal_code', 'format', null]]],
    [{ postal_code: '00000' }, 'inconsistent', [['postal_code', 'unknown', null]]],
    [{ postal_code: '430041234' }, 'consistent', []],
    [{ email: 'ada at example' }, 'inconsistent', [['email', 'format', null]]],
    // A ZIP prefix used in two states.
    [{ postal_code: '06390', state: 'NY' }, 'consistent', []],
    [{ postal_code: '06390', state: 'OH' }, 'inconsistent', [['state', 'mismatch', null]]],
    [
      { postal_code: '43004', country: 'CA' },
      'inconsistent',
      [
        ['postal_code', 'format', null],
        ['state', 'unknown', null],
      ],
    ],
    [{ postal_code: '75001', country: 'FR', state: 'IDF' }, 'unchecked', []],
    [{ postal_code: '75001', country: 'FR', email: 'x' }, 'inconsistent', [['email', 'format', null]]],
  ])('%j: %s', async (change, verdict, findings) => {
    const json = await verify({ ...COLUMBUS, ...change })
    type Shown = { field: string; code: string; suggestion: string | null }
    expect([json.verdict, json.findings.map(({ field, code, suggestion }: Shown) => [field, code, suggestion])]).toEqual([
      verdict,
      findings,
    ])
  })

  test('a missing state is added if the postal code determines it, and a given state is never replaced', async () => {
    expect((await verify({ ...COLUMBUS, state: null })).normalized.state).toBe('OH')
    expect((await verify({ ...COLUMBUS, state: null, postal_code: '06390' })).normalized.state).toBe(null)
    expect((await verify({ ...COLUMBUS, state: 'tx' })).normalized.state).toBe('TX')
    expect((await verify({ ...COLUMBUS, state: 'Nowhere' })).normalized.state).toBe('Nowhere')
  })

  test('the position of a post office box is that of its region', async () => {
    expect((await verify({ ...COLUMBUS, state: 'NY', postal_code: '10163' })).position.precision).toBe('region')
    expect((await verify({ ...COLUMBUS, postal_code: '75001', country: 'FR' })).position).toBe(null)
  })

  test('an address field that the API refuses elsewhere is refused here', async () => {
    const { status, json } = await service.demo.post('/v2/addresses/verify', { address: { ...COLUMBUS, country: 'Ohio' } })
    expect([status, json.error.details.errors[0].path]).toEqual([422, '/address/country'])
  })
})

test('normalizing a normalized address changes nothing', () => {
  for (const address of [COLUMBUS, TORONTO, ADDRESS, { ...COLUMBUS, postal_code: '430041234', state: ' ohio ' }]) {
    const once = normalized(address)
    expect(normalized(once)).toEqual(once)
  }
})

test('a shipment keeps its addresses as given', async () => {
  const from = { ...COLUMBUS, state: 'ohio', line1: ' 1  Main St ' }
  const { status, json } = await service.demo.post('/v2/shipments', { ...RETURN, from })
  expect([status, json.from.state, json.from.line1]).toEqual([201, 'ohio', ' 1  Main St '])
})

describe('the rule address_mismatches', () => {
  const create = (from: object) => service.demo.post('/v2/shipments', { ...RETURN, from })

  test('accepts mismatches if it is off; if on, each fault is named in creations, quotes and amendments', async () => {
    const wrong = { ...COLUMBUS, state: 'CA' }
    expect((await create(wrong)).status).toBe(201)
    const { json: kept } = await create(COLUMBUS)
    await operator.send('PUT', '/v2/ops/policy', { body: { address_mismatches: 'refuse' } })
    const refused = await create(wrong)
    const message = 'is CA, but the postal code 43004 belongs to OH; correct one of them'
    expect([refused.status, refused.json.error.details.errors]).toEqual([422, [{ path: '/from/state', rule: 'match', message }]])
    const quoted = await service.demo.post('/v2/quotes', { ...RETURN, from: wrong })
    const amended = await service.demo.send('PATCH', `/v2/shipments/${kept.id}`, { body: { to: { ...COLUMBUS, postal_code: '00000' } } })
    expect([quoted, amended].map(({ json }) => json.error.details.errors[0].path)).toEqual(['/from/state', '/to/postal_code'])
    // These are not mismatches: no state, a name, a country without data, and a malformed code without a rule.
    const fine = [
      { ...COLUMBUS, state: undefined },
      { ...COLUMBUS, state: 'ohio' },
      { ...COLUMBUS, country: 'FR' },
    ]
    for (const from of fine) expect((await create(from)).status).toBe(201)
    await operator.send('PUT', '/v2/ops/policy', { body: { address_mismatches: 'refuse', address_formats: 'refuse' } })
    const both = await create({ ...COLUMBUS, postal_code: 'x', state: 'OH' })
    expect(both.json.error.details.errors.map(({ path, rule }: Record<string, string>) => [path, rule])).toEqual([
      ['/from/postal_code', 'format'],
    ])
    await operator.send('PUT', '/v2/ops/policy', { body: {} })
  })
})

describe('states', () => {
  test('every ZIP code area has a state, and every forward sortation area has a province', async () => {
    for (const country of ['US', 'CA']) {
      const text = await readFile(new URL(`../../assets/places/${country}.csv`, import.meta.url), 'utf8')
      const codes = text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((row) => row.split(',')[0] as string)
      expect([country, codes.filter((code) => statesByPostal(country, code).length === 0)]).toEqual([country, []])
    }
  })

  test.each([
    ['US', '99950', ['AK']],
    ['US', '83414', ['ID', 'WY']],
    ['US', '20166', ['VA']],
    ['US', '00501', ['NY']],
    ['US', '09012', ['AE']],
    ['CA', 'x0a 0h0', ['NU']],
    ['CA', 'X1A 2A5', ['NT']],
    ['CA', 'D1A 1A1', []],
    ['DE', '10115', []],
  ])('%s %s: %j', (country, code, states) => expect(statesByPostal(country, code)).toEqual(states))

  test('names and codes are recognized in every notation', () => {
    const written = ['oh', ' Ohio ', 'OHIO', 'Washington D.C.', 'new  york']
    expect(written.map((state) => stateCode('US', state))).toEqual(['OH', 'OH', 'OH', 'DC', 'NY'])
    expect(['Québec', 'quebec', 'nl', 'OH'].map((state) => stateCode('CA', state))).toEqual(['QC', 'QC', 'NL', null])
  })

  test('the time zone follows from the state or the postal code and exists', () => {
    const zone = (state: string | null, postal_code: string, country = 'US') => timezoneOf({ country, state, postal_code })
    expect([zone('HI', '96813'), zone(null, '96910'), zone('NL', 'A1A 1A1', 'CA'), zone('AE', '09012'), zone(null, '75001', 'FR')]).toEqual(
      ['Pacific/Honolulu', 'Pacific/Guam', 'America/St_Johns', null, null],
    )
  })
})
