// The cost of unknown cookies and links. For requests with a key, the service never looks at cookies.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../src/database/db.ts'
import { newId } from '../../src/process/ids.ts'
import { KeyCache, MAX_UNKNOWN_KEYS } from '../../src/service/key-cache.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openLink, type SessionClient, sendAs, signIn } from '../support/session.ts'

let service: TestService
let partner: TestClient
let session: SessionClient
beforeAll(async () => {
  service = await startTestService('api')
  partner = await service.partner()
  session = await signIn(partner, { access: 'partner' })
})
afterAll(() => service.close())

/**
 * Returns a separate cache whose statements are recorded: those on the connections for anonymous callers, and those on the connections for
 * commands.
 */
const opened = () => {
  const { db, clock, masterKey, config } = service.running.service
  const asked = { known: [] as string[], strangers: [] as string[] }
  const noting = (which: keyof typeof asked): Database =>
    new Proxy(db, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (name === 'query') asked[which].push(args[0] as string)
          return value.apply(target, args)
        }
      },
    })
  return { keyCache: new KeyCache(noting('known'), noting('strangers'), clock, masterKey, config.environment), asked }
}

test('unknown sessions and links are looked up in batches on separate connections, and are remembered', async () => {
  const { keyCache, asked } = opened()
  const unknown = Array.from({ length: 500 }, () => newId('session'))
  expect(new Set(await Promise.all(unknown.map((id) => keyCache.session(id))))).toEqual(new Set([null]))
  await Promise.all(Array.from({ length: 500 }, () => keyCache.link(newId('link'))))
  expect(asked.known).toEqual([])
  expect(asked.strangers.length).toBeLessThan(10)
  const before = asked.strangers.length
  await Promise.all(unknown.map((id) => keyCache.session(id)))
  expect(asked.strangers).toHaveLength(before)
})

test('the number of waiting lookups is limited, for sessions and links together', async () => {
  const { keyCache } = opened()
  const waiting = Array.from({ length: MAX_UNKNOWN_KEYS }, (_, i) =>
    i % 2 ? keyCache.session(newId('session')) : keyCache.link(newId('link')),
  )
  await expect(keyCache.session(newId('session'))).rejects.toThrow('look-ups of unknown keys are waiting')
  await expect(keyCache.link(newId('link'))).rejects.toThrow('look-ups of unknown keys are waiting')
  await Promise.all(waiting)
})

test('a known session is read once, with the key of its link, and later requests read nothing', async () => {
  const { keyCache, asked } = opened()
  const { id } = session.session
  expect(await keyCache.session(id)).toMatchObject({ id, session: { access: 'partner' } })
  expect(asked).toEqual({ known: ['keys'], strangers: ['console_sessions'] })
  for (let i = 0; i < 50; i++) await keyCache.session(id)
  expect(asked.strangers).toHaveLength(1)
  await keyCache.forget(id)
  expect(await keyCache.session(id)).not.toBeNull()
})

test('a request with a key, or without a session cookie, looks up no session', async () => {
  const spy = vi.spyOn(service.running.service.keyCache, 'session')
  await partner.get('/v2/shipments', { headers: { Cookie: session.cookie } })
  await sendAs(service.url, 'GET', '/v2/shipments')
  await sendAs(service.url, 'GET', '/v2/shipments', { headers: { Cookie: 'another=1' } })
  expect(spy).not.toHaveBeenCalled()
  await session.get('/v2/shipments')
  expect(spy).toHaveBeenCalledTimes(1)
  spy.mockRestore()
})

test('a cookie or token with a known id and a wrong secret opens nothing', async () => {
  const other = session.cookie.replace(/.{43}$/, 'A'.repeat(43))
  expect((await session.get('/v2/shipments', { headers: { Cookie: other } })).json.error.code).toBe('session_invalid')
  const { url } = (await partner.post('/v2/console-links', { name: 'A', email: 'a@b.example', access: 'partner' })).json
  expect((await openLink(service.url, url.replace(/.{43}$/, 'A'.repeat(43)))).status).toBe(404)
  expect((await openLink(service.url, url)).status).toBe(201)
})
