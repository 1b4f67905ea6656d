// The identity of a user from a provider: a verified address, else the `sub`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimWarnings } from '../../src/kinds/sign-in/oidc/access-of-claims.ts'
import { startWithProvider, Walker } from '../support/provider.ts'

const RULES = 'groups: admins=operator; email: boss@corp.example=operator'
let world: Awaited<ReturnType<typeof startWithProvider>>
beforeAll(async () => {
  world = await startWithProvider({ BACKHAUL_OIDC_ACCESS: RULES })
})
afterAll(() => world.close())

const BOSS = 'boss@corp.example'

test.each<[string, object]>([
  ['an address that the provider denies', { email: BOSS, email_verified: false }],
  ['an address without email_verified', { email: BOSS }],
  ['a preferred_username that is an address', { preferred_username: BOSS }],
  ['a name that is an address', { name: BOSS }],
])('%s does not identify the session, its scans, events and audit lines; the sub does', async (_, claims) => {
  world.provider.people.set('eve-7f3', { ...claims, groups: ['admins'] })
  const eve = await world.signIn('eve-7f3')
  expect(eve.session).toMatchObject({ name: 'eve-7f3', email: 'eve-7f3', issuer: world.provider.issuer, subject: 'eve-7f3' })
  const { id } = (await world.service.demo.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label' })).json
  expect((await eve.post(`/v2/shipments/${id}/hold`)).status).toBe(200)
  const [event] = (await world.service.demo.events(id)).slice(-1)
  expect(event.event_info).toMatchObject({ email: 'eve-7f3', full_name: 'eve-7f3' })
  const trail = await eve.get(`/v2/ops/audit?subject=${eve.session.id}`)
  expect(trail.json.data).toMatchObject([
    { actor: `session:${eve.session.id} eve-7f3`, after: { issuer: world.provider.issuer, subject: 'eve-7f3', email: 'eve-7f3' } },
  ])
  expect(JSON.stringify([trail.json, event])).not.toContain(BOSS)
})

const comesIn = async (claims: object, login = 'mallory'): Promise<number> => {
  world.provider.people.set(login, { ...claims })
  return (await new Walker().signIn(world.service.url, login)).status
}

test('a rule on an address requires a verified address', async () => {
  expect(await comesIn({ email: BOSS, email_verified: true })).toBe(200)
  expect(await comesIn({ email: BOSS })).toBe(403)
  expect(await comesIn({ email: BOSS, email_verified: false })).toBe(403)
  expect(claimWarnings(world.service.running.service.config.provider)).toEqual([])
})
