// Tests every endpoint. Each one succeeds, shows no data of one partner to another, and replays a repeated POST. Each one refuses a bad
// signature of either version, a signature of the first version from a key that requires the second, and a key without the endpoint's
// scope. Exceptions are listed here with their reasons. The lists may only get shorter.
import { randomUUID } from 'node:crypto'
import { ACCESS, ACCESSES, type Access, mayUse } from '@backhaul/core/access.ts'
import type { Scope } from '@backhaul/core/partner.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { type TestAnswer, TestClient } from '../support/client.ts'
import { faultOf } from './answers.ts'
import type { Request } from './case.ts'
import { CASES, type EndpointName, NAMES_NOTHING } from './cases.ts'
import { World } from './world.ts'

const UNSIGNED: Partial<Record<EndpointName, string>> = {
  readTracking: 'public tracking: the key alone suffices',
}

/** Endpoints that a page of the service calls for a user who has neither a key nor a session. The value says what protects the endpoint. */
const OF_PAGES: Partial<Record<EndpointName, string>> = {
  openConsoleSession: 'the token of the link alone says who it is for, and works once',
}

/** Endpoints that answer 200 to another partner too, but without data of the owner. */
const ANSWERS_STRANGERS: Partial<Record<EndpointName, string>> = {
  searchEverything: 'nothing found is an empty list',
  scanBulk: 'each scan has its own result, and that one is 404',
}

const endpoints = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]
const isOperators = ({ scope }: Endpoint): boolean => scope === 'ops'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

/** Returns the accesses that may use an endpoint, from the table of accesses and the contract alone. */
const accessesOf = (name: EndpointName, { method, scope, partner_only }: Endpoint): Access[] =>
  ACCESSES.filter((access) => {
    const { scopes, whose } = ACCESS[access]
    const isOthers = whose === 'operator' ? partner_only === true : scope === 'ops'
    return mayUse(access, { operation: name, method }) && (scope === null || scopes.includes(scope)) && !isOthers
  })

/** The order in which an access is chosen for the test: the least privileged first. Counters and handlers are tested in hands.test.ts. */
const TRIED: readonly Access[] = ['partner-viewer', 'partner', 'support', 'operator']
/** Skips the viewer for endpoints that change something, because a viewer may only end its own session. */
const triedAccess = (name: EndpointName, endpoint: Endpoint): Access | undefined =>
  TRIED.filter((access) => access !== 'partner-viewer' || endpoint.method === 'GET').find((access) =>
    accessesOf(name, endpoint).includes(access),
  )

/** Detects a credential by its form, or by the name of its field. */
const CREDENTIAL = /bh_(sandbox|production)_[a-z]{3}_|whsec_/
const SECRET = /secret$|password|api_key|access_token/
const givesAccess = (value: unknown): boolean => {
  if (typeof value === 'string') return CREDENTIAL.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => (SECRET.test(name) && typeof one === 'string') || givesAccess(one))
}

/**
 * Reads how an answer that grants access is stored: whether it is encrypted, and whether the permissions that a caller needs to see it are
 * stored too (`grants` of a command's outcome).
 */
const storedOf = (key: string) =>
  world.service.running.service.db.one(
    'test_stored_answer',
    `select a.body like 'sealed:%' as is_sealed, needs like '{%' as says_needs
       from idempotency_keys k left join answers a on a.created_at = k.created_at and a.id = k.answer where key = $1`,
    [key],
  )

/** Requests that may be sent again, because they change nothing or have only been refused so far. */
const usable = new Map<EndpointName, Request>()

const prepare = async (name: EndpointName): Promise<Request> => {
  const row = CASES[name]
  if (!row) throw new Error(`no row for ${name}: add one to the cases.ts of its kind that sets up a request which succeeds`)
  const request = usable.get(name) ?? (await row(world))
  if (ENDPOINTS[name].method === 'GET') usable.set(name, request)
  else usable.delete(name)
  return request
}

type Sent = Request & { version?: 'v1' | 'v2' }

const send = (client: TestClient, { method }: Endpoint, request: Sent, idempotencyKey?: string): Promise<TestAnswer> => {
  const { path, body, headers, version } = request
  const given = { ...(headers && { headers }), ...(idempotencyKey && { idempotencyKey }), ...(version && { version }) }
  return client.send(method, path, { body, ...given })
}

const caller = (endpoint: Endpoint): TestClient =>
  endpoint.auth === 'page' ? world.page : isOperators(endpoint) ? world.operator : world.owner

/** Returns the same request with unknown ids: the last characters of each owned id are changed. */
const aboutNothing = ({ path, body, owned = [], headers }: Request): Request => {
  const unknown = (text: string) => owned.reduce((changed, id) => changed.replaceAll(id, `${id.slice(0, -8)}00000000`), text)
  return {
    path: unknown(path),
    body: body === undefined ? undefined : JSON.parse(unknown(JSON.stringify(body))),
    ...(headers && { headers }),
  }
}

test('every endpoint has a row, and every row and exception has an endpoint', () => {
  const names = new Set<string>(endpoints.map(([name]) => name))
  expect([...names].filter((name) => !(name in CASES))).toEqual([])
  const listed = [CASES, UNSIGNED, OF_PAGES, NAMES_NOTHING, ANSWERS_STRANGERS].flatMap((table) => Object.keys(table))
  expect(listed.filter((name) => !names.has(name))).toEqual([])
})

describe.each(endpoints)('%s', (name, endpoint) => {
  test('succeeds with a declared answer', async () => {
    const answer = await send(caller(endpoint), endpoint, await prepare(name))
    expect([answer.status < 300 ? '' : answer.text, faultOf(endpoint, answer)]).toEqual(['', null])
  })

  if (OF_PAGES[name]) {
    test(`needs no key or session, but a page of the service: ${OF_PAGES[name]}`, async () => {
      const request = await prepare(name)
      const foreign = await send(caller(endpoint), endpoint, { ...request, headers: { Origin: 'https://elsewhere.example' } })
      expect([foreign.status, foreign.json.error.code, faultOf(endpoint, foreign)]).toEqual([403, 'cross_origin', null])
    })
    return
  }

  test(
    UNSIGNED[name]
      ? `needs no signature: ${UNSIGNED[name]}`
      : 'refuses a bad signature of either version, and version 1 from a key that requires version 2',
    async () => {
      const { api_key } = caller(endpoint).credentials
      const forger = new TestClient(world.service.url, { api_key, signing_secret: 'not-the-secret' })
      const request = UNSIGNED[name] ? await prepare(name) : { path: endpoint.path.replaceAll(/:[a-z_]+/g, 'anything') }
      for (const version of ['v1', 'v2'] as const) {
        const answer = await send(forger, endpoint, { ...request, version })
        if (UNSIGNED[name]) expect(answer.status).toBe(200)
        else expect([answer.status, answer.json.error.details]).toEqual([401, { reason: 'signature_mismatch' }])
        expect(faultOf(endpoint, answer)).toBeNull()
      }
      if (UNSIGNED[name]) return
      const answer = await send(await world.strict(), endpoint, { ...request, version: 'v1' })
      expect([answer.status, answer.json.error.details]).toEqual([401, { reason: 'signature_version' }])
    },
  )

  const { scope } = endpoint
  test.skipIf(scope === null)('refuses a key without its scope', async () => {
    const answer = await send(await world.without(scope as Scope), endpoint, { path: endpoint.path.replaceAll(/:[a-z_]+/g, 'anything') })
    expect([answer.status, answer.json?.error]).toMatchObject([403, { code: 'insufficient_scope', details: { required: scope } }])
    expect(faultOf(endpoint, answer)).toBeNull()
  })

  test('accepts a session with the right access, and refuses other sessions and pages of other sites', async () => {
    const anything = { path: endpoint.path.replaceAll(/:[a-z_]+/g, 'anything') }
    const has = accessesOf(name, endpoint)
    for (const access of ACCESSES.filter((one) => !has.includes(one))) {
      const refused = await send(await world.signedIn(access), endpoint, anything)
      expect([access, refused.status, refused.json.error.code, faultOf(endpoint, refused)]).toEqual([
        access,
        403,
        'insufficient_scope',
        null,
      ])
    }
    const access = triedAccess(name, endpoint)
    if (!access) throw new Error(`no access has ${name}: nobody who signs in can use it`)
    const session = await world.signedIn(access)
    const answer = await send(session, endpoint, await prepare(name))
    expect([answer.status < 300 ? '' : answer.text, faultOf(endpoint, answer)]).toEqual(['', null])
    if (endpoint.method === 'GET') return
    const foreign = await send(session, endpoint, { ...anything, headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect([foreign.status, foreign.json.error.code, faultOf(endpoint, foreign)]).toEqual([403, 'cross_origin', null])
  })

  if (endpoint.partner_only) {
    test("refuses the operator's key, because only a partner can own the record", async () => {
      const answer = await send(world.operator, endpoint, { path: endpoint.path.replaceAll(/:[a-z_]+/g, 'anything') })
      expect([answer.status, answer.json.error.code]).toEqual([403, 'insufficient_scope'])
    })
  }

  if (!isOperators(endpoint) && !NAMES_NOTHING[name]) {
    // A list request names no record, so the answer must omit records of other partners.
    test("answers about another partner's records as about unknown ones", async () => {
      const request = await prepare(name)
      const owned = request.owned ?? []
      expect(
        owned.length,
        `${name}: say in its row which ids belong to the partner, or in NAMES_NOTHING why there are none`,
      ).toBeGreaterThan(0)
      const isNamed = owned.some((id) => JSON.stringify([request.path, request.body]).includes(id))
      const foreign = await send(world.other, endpoint, request)
      if (!isNamed) {
        // The feed shows committed events only after the open transactions of other test files have ended.
        await world.owner.settle()
        const mine = await send(world.owner, endpoint, request)
        for (const id of owned) expect([mine.text.includes(id), foreign.text.includes(id)]).toEqual([true, false])
        return
      }
      const unknown = await send(world.other, endpoint, aboutNothing(request))
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
      expect(foreign.status).toBe(ANSWERS_STRANGERS[name] ? 200 : 404)
      expect(faultOf(endpoint, foreign)).toBeNull()
      usable.set(name, request)
    })
  }

  if (endpoint.method === 'GET') {
    test('answers HEAD with the headers and length of GET, and no body', async () => {
      const request = await prepare(name)
      const asked = async (method: 'GET' | 'HEAD') => {
        const answer = await send(caller(endpoint), { ...endpoint, method } as Endpoint, request)
        const headers = Object.fromEntries(answer.headers)
        // These headers differ between requests. fetch asks to close the connection of a HEAD.
        for (const changing of ['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive']) delete headers[changing]
        return { status: answer.status, headers, bytes: answer.bytes.length }
      }
      const { bytes, ...get } = await asked('GET')
      expect(await asked('HEAD')).toEqual({ ...get, bytes: 0 })
      expect([get.status, get.headers['content-length']]).toEqual([200, String(bytes)])
    })
  }

  if (endpoint.method === 'POST') {
    test('replays its first answer for the same Idempotency-Key, byte for byte', async () => {
      const request = await prepare(name)
      const key = randomUUID()
      const first = await send(caller(endpoint), endpoint, request, key)
      const second = await send(caller(endpoint), endpoint, request, key)
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([first.status, first.text, 'true'])
      expect(first.status).toBeLessThan(300)
      if (givesAccess(first.json)) expect(await storedOf(key)).toEqual({ is_sealed: true, says_needs: true })
      const reused = await send(
        caller(endpoint),
        endpoint,
        { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}again=1` },
        key,
      )
      expect(reused.json.error.code).toBe('idempotency_key_reused')
    })
  }
})
