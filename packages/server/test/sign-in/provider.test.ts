// Signing in at a provider of OpenID Connect: the way there and back, with a real provider.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestProvider, Walker } from '../support/provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { SessionClient } from '../support/session.ts'

let provider: TestProvider
let service: TestService
beforeAll(async () => {
  provider = new TestProvider()
  await provider.listen()
  service = await startTestService('api', {
    BACKHAUL_OIDC_ISSUER: provider.issuer,
    BACKHAUL_OIDC_CLIENT_ID: 'backhaul',
    BACKHAUL_OIDC_CLIENT_SECRET: 'a secret of the operator',
    BACKHAUL_OIDC_NAME: 'Corporate ID',
    BACKHAUL_OIDC_ACCESS: 'groups: admins=operator, helpdesk=support',
  })
  await provider.open([service.url])
  provider.people.set('ada', { name: 'Ada Admin', email: 'ada@corp.example', email_verified: true, groups: ['admins', 'helpdesk'] })
  provider.people.set('nora', { name: 'Nora Nobody', email: 'nora@corp.example', groups: ['kitchen'] })
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const signIn = async (login: string): Promise<SessionClient> => {
  const walker = new Walker()
  const answer = await walker.signIn(service.url, login)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('You are signed in')])
  return new SessionClient(service.url, walker.cookie(service.url), null)
}

test('somebody with a mapped claim is in, with the access that it gives', async () => {
  const ada = await signIn('ada')
  const { status, json } = await ada.get('/v2/console-sessions/current')
  expect([status, json.name, json.email, json.access, json.signed_in_with, json.link_id]).toEqual([
    200,
    'Ada Admin',
    'ada@corp.example',
    'operator',
    'provider',
    null,
  ])
})

test('somebody without one is told what to ask for', async () => {
  const walker = new Walker()
  const answer = await walker.signIn(service.url, 'nora')
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('You have no access yet')
  expect(walker.cookie(service.url)).toBe('')
})

test('the provider ends a session by a back-channel logout', async () => {
  const ada = await signIn('ada')
  await provider.logOut('ada')
  expect((await ada.get('/v2/console-sessions/current')).json.error?.code).toBe('session_invalid')
})
