// When a user leaves, the user's sessions end at once, with the sessions and links created from them. Keys created from them wait for an
// operator's decision.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Retention } from '../../src/delivery/retention.ts'
import { addKey, afterKey } from '../../src/kinds/partners/commands.ts'
import { endForProvider, regrant } from '../../src/kinds/sign-in/oidc/session.ts'
import { Execution } from '../../src/service/execute.ts'
import { TestClient } from '../support/client.ts'
import { KEPT } from '../support/kept.ts'
import { startWithProvider } from '../support/provider.ts'
import { openLink, type SessionClient, signIn } from '../support/session.ts'
import { until } from '../support/until.ts'

let world: Awaited<ReturnType<typeof startWithProvider>>
let boss: TestClient
beforeAll(async () => {
  world = await startWithProvider()
  boss = await world.service.operator()
  for (const login of ['liv', 'max', 'ron'])
    world.provider.people.set(login, { email: `${login}@corp.example`, email_verified: true, groups: ['admins'] })
})
afterAll(() => world.close())

const query = (text: string, values: string[] = []) =>
  world.service.running.service.db.query<Record<string, string>>(`t ${text}`, text, values)
const states = (...all: SessionClient[]) => Promise.all(all.map(async (one) => (await one.get('/v2/console-sessions/current')).status))
const linkOf = async (maker: TestClient, access = 'operator') => {
  const made = await maker.post('/v2/console-links', { name: 'Lin Link', email: 'lin@corp.example', access })
  expect(made.status).toBe(201)
  return made.json as { id: string; url: string }
}
const keyOf = async (maker: TestClient) => {
  const made = await maker.post('/v2/ops/keys', { kind: 'operator', name: 'program' })
  expect(made.status).toBe(201)
  return made.json.key_id as string
}
const undecided = async (): Promise<string[]> =>
  (await boss.get('/v2/ops/keys?undecided=true&limit=100')).json.data.map(({ id }: { id: string }) => id).sort()
const clientOf = async (maker: TestClient) => {
  const made = await maker.post('/v2/ops/keys', { kind: 'operator' })
  return { client: new TestClient(world.service.url, made.json), id: made.json.key_id as string }
}
const inToday = async () => {
  const { json } = await boss.get('/v2/today')
  return json.needs.find(({ kind }: { kind: string }) => kind === 'key_undecided')
}

/** Creates a session from `from`, another session from that one, an unopened link, and a key. */
const descent = async (from: SessionClient) => {
  const child = await signIn(from, { access: 'operator' })
  const grandchild = await signIn(child, { access: 'support' })
  return { child, grandchild, link: await linkOf(child), key: await keyOf(child) }
}

test('a logout at the provider ends everything that a person created, at any depth; keys await a decision', async () => {
  const ada = await world.signIn('ada')
  const { child, grandchild, link, key } = await descent(ada)
  const bystander = await signIn(boss, { access: 'operator' })
  const sid = (await query('select provider_session from provider_sessions where id = $1', [ada.session.id]))[0]?.provider_session
  expect(await states(ada, child, grandchild, bystander)).toEqual([200, 200, 200, 200])
  await world.provider.logOut('ada', sid)
  expect(await states(ada, child, grandchild, bystander)).toEqual([401, 401, 401, 200])
  const opened = await openLink(world.service.url, link.url)
  expect([opened.status, opened.json.error.details.reason]).toEqual([409, 'withdrawn'])
  expect(await undecided()).toEqual([key])
  expect(await inToday()).toMatchObject({ count: 1, list: '/v2/ops/keys?undecided=true' })
  const listed = await boss.get('/v2/console-sessions?limit=100')
  const of = (id: string) => listed.json.data.find((one: { id: string }) => one.id === id)
  for (const one of [ada, child, grandchild]) expect(of(one.session.id).revoked_at).toEqual(expect.any(String))
  const trail = await boss.get(`/v2/ops/audit?subject=${ada.session.id}&action=console_session.ended`)
  expect(trail.json.data[0].after).toMatchObject({
    reason: 'signed_out_at_provider',
    ended: { sessions: expect.arrayContaining([child.session.id, grandchild.session.id]), links: [link.id] },
    keys: [key],
  })
  // The key works until an operator decides.
  const kept = await boss.post(`/v2/ops/keys/${key}/keep`)
  expect([kept.status, kept.json.decide_since, kept.json.revoked_at]).toEqual([200, null, null])
  expect([await undecided(), (await inToday()).count]).toEqual([[], 0])
  const decided = await boss.get(`/v2/ops/audit?subject=${key}`)
  expect(decided.json.data.map(({ action }: { action: string }) => action)).toEqual(['key.kept', 'key.to_decide', 'key.created'])
})

test('signing out ends one session; ending it as left ends everything that the person created', async () => {
  const [first, second] = [await world.signIn('liv'), await world.signIn('liv')]
  const [one, two] = [await descent(first), await descent(second)]
  expect((await first.delete('/v2/console-sessions/current')).status).toBe(204)
  expect(await states(first, one.child, one.grandchild, second)).toEqual([401, 200, 200, 200])
  const left = () => boss.delete(`/v2/console-sessions/${first.session.id}?reason=left`)
  expect((await left()).status).toBe(204)
  expect(await states(one.child, one.grandchild, second, two.child, two.grandchild)).toEqual([401, 401, 401, 401, 401])
  expect(await undecided()).toEqual([one.key, two.key].sort())
  for (const key of [one.key, two.key]) expect((await boss.post(`/v2/ops/keys/${key}/revoke`)).status).toBe(200)
  expect(await undecided()).toEqual([])
  expect((await left()).status).toBe(204)
  expect(await undecided()).toEqual([])
  expect((await boss.delete(`/v2/console-sessions/${first.session.id}?reason=tired`)).status).toBe(422)
})

test('ending a session as left ends its descendants, not its ancestors', async () => {
  const top = await signIn(boss, { access: 'operator' })
  const { child, grandchild, key } = await descent(top)
  const sibling = await signIn(top, { access: 'support' })
  expect((await boss.delete(`/v2/console-sessions/${child.session.id}?reason=left`)).status).toBe(204)
  expect(await states(top, sibling, child, grandchild)).toEqual([200, 200, 401, 401])
  expect(await undecided()).toEqual([key])
  await boss.post(`/v2/ops/keys/${key}/revoke`)
})

test('a logout of a person also reaches what their ended sessions created', async () => {
  const max = await world.signIn('max')
  const { child, key } = await descent(max)
  await max.delete('/v2/console-sessions/current')
  expect(await states(child)).toEqual([200])
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: world.provider.issuer, aud: 'backhaul', sub: 'max', iat, exp: iat + 120, jti: 'alone' }
  const token = await world.provider.sign({ ...claims, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
  const told = await fetch(`${world.service.url}/sign-in/oidc/logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  })
  expect(told.status).toBe(200)
  expect(await states(child)).toEqual([401])
  expect(await undecided()).toEqual([key])
  await boss.post(`/v2/ops/keys/${key}/revoke`)
})

test('keys created by keys await a decision too, and links of keys work until the key is revoked', async () => {
  const top = await signIn(boss, { access: 'operator' })
  const made = await clientOf(top)
  const below = await clientOf(made.client)
  const guest = await signIn(made.client, { access: 'operator' })
  const ofGuest = await keyOf(guest)
  await boss.delete(`/v2/console-sessions/${top.session.id}?reason=left`)
  expect(await undecided()).toEqual([made.id, below.id, ofGuest].sort())
  expect(await states(guest)).toEqual([200])
  // Keys that this key creates from now on also wait for a decision.
  const later = await keyOf(made.client)
  expect(await undecided()).toContain(later)
  for (const id of [made.id, below.id, ofGuest, later]) await boss.post(`/v2/ops/keys/${id}/revoke`)
  expect(await states(guest)).toEqual([401])
})

test('losing access at the provider ends what earlier sessions created; kept keys await a decision again', async () => {
  const [earlier, other, now] = [await world.signIn('ron'), await world.signIn('ron'), await world.signIn('ron')]
  const { child, key } = await descent(earlier)
  await earlier.delete('/v2/console-sessions/current')
  await endForProvider(world.service.running.service, now.session.id, 'not_confirmed')
  // An unreachable provider proves nothing about the user, so the user's other sessions continue.
  expect(await states(now, child, other)).toEqual([401, 200, 200])
  await endForProvider(world.service.running.service, now.session.id, 'refused')
  expect(await states(child, other)).toEqual([401, 200])
  expect(await undecided()).toEqual([key])
  await boss.post(`/v2/ops/keys/${key}/keep`)
  await endForProvider(world.service.running.service, other.session.id, 'no_access')
  expect(await undecided()).toEqual([key])
  await boss.post(`/v2/ops/keys/${key}/revoke`)
})

test('a key that a person raised, opened or rotated counts as theirs; a renamed key does not', async () => {
  world.provider.people.set('zoe', { email: 'zoe@corp.example', email_verified: true, groups: ['admins'] })
  const zoe = await world.signIn('zoe')
  const keys = await Promise.all([1, 2, 3, 4].map(() => keyOf(boss)))
  const [raised, opened, rotated, renamed] = keys as [string, string, string, string]
  const change = async (id: string, body: object) => expect((await zoe.send('PATCH', `/v2/ops/keys/${id}`, { body })).status).toBe(200)
  await change(raised, { scopes: ['ops', 'shipments:read'] })
  await change(opened, { allow_ips: ['198.51.100.0/24'] })
  await change(renamed, { name: 'renamed' })
  expect((await zoe.post(`/v2/ops/keys/${rotated}/rotate-secret`)).status).toBe(200)
  await endForProvider(world.service.running.service, zoe.session.id, 'no_access')
  expect(await undecided()).toEqual([raised, opened, rotated].sort())
  for (const id of keys) await boss.post(`/v2/ops/keys/${id}/revoke`)
})

test('reduced access at the provider ends every descendant with more access', async () => {
  const ron = await world.signIn('ron')
  const { child, grandchild, link, key } = await descent(ron)
  const modest = await signIn(ron, { access: 'support' })
  const modestLink = await linkOf(ron, 'support')
  const rule = { claim: 'groups', value: 'helpdesk', access: 'support' as const, partner_id: null, store_id: null }
  expect(await regrant(world.service.running.service, ron.session.id, rule)).toBe(true)
  // When a session ends, the sessions created from it end too.
  expect(await states(ron, child, grandchild, modest)).toEqual([200, 401, 401, 200])
  expect((await openLink(world.service.url, link.url)).status).toBe(409)
  expect((await openLink(world.service.url, modestLink.url)).status).toBe(201)
  expect(await undecided()).toEqual([key])
  const trail = await boss.get(`/v2/ops/audit?subject=${ron.session.id}&action=console_session.changed`)
  expect(trail.json.data[0].after).toMatchObject({
    access: 'support',
    ended: { sessions: [child.session.id], links: [link.id] },
    keys: [key],
  })
  await boss.post(`/v2/ops/keys/${key}/revoke`)
})

test('a partner that ends a session as left reaches no operator session of the same person', async () => {
  const [theirs, operators] = [await world.signIn('ron'), await world.signIn('ron')]
  const [{ id } = {}] = await query("select id from partners where name = 'Demo'")
  await query("update console_sessions set partner_id = $2, access = 'partner', scopes = array['shipments:read'] where id = $1", [
    theirs.session.id,
    id as string,
  ])
  expect((await world.service.demo.delete(`/v2/console-sessions/${theirs.session.id}?reason=left`)).status).toBe(204)
  expect(await states(theirs, operators)).toEqual([401, 200])
})

test('a key that is created while its maker leaves awaits a decision', async () => {
  const top = await signIn(boss, { access: 'operator' })
  const { service } = world.service.running
  // The request was admitted while the session was live, and is committed after the session ended.
  const made = await new Execution(service).execute(() =>
    addKey(service, `session:${top.session.id} lin@corp.example`, null, { kind: 'operator' }),
  )
  await boss.delete(`/v2/console-sessions/${top.session.id}?reason=left`)
  await service.db.query('t_not_found', 'update api_keys set decide_since = null', [])
  await afterKey(service, 'key:of the request', made)
  const { key_id } = JSON.parse((made as { body: string }).body)
  expect(await undecided()).toEqual([key_id])
  await boss.post(`/v2/ops/keys/${key_id}/revoke`)
})

test('retention keeps an ended session while something that it created is live', async () => {
  const { service } = world.service.running
  const [idle, maker] = [await signIn(boss, { access: 'operator' }), await signIn(boss, { access: 'operator' })]
  const child = await signIn(maker, { access: 'handler' })
  const ids = [idle.session.id, maker.session.id]
  await query("update console_sessions set revoked_at = now() - interval '40 days' where id = any ($1::text[])", [`{${ids.join()}}`])
  const left = async () =>
    (await query('select id from console_sessions where id = any ($1::text[])', [`{${ids.join()}}`])).map(({ id }) => id)
  const retention = new Retention(service.db, service.log, KEPT)
  const running = retention.run()
  await until('the other session is gone', async () => (await left()).length < 2)
  retention.stop()
  await running
  expect(await left()).toEqual([maker.session.id])
  await boss.delete(`/v2/console-sessions/${maker.session.id}?reason=left`)
  expect(await states(child)).toEqual([401])
})

test('links descend from one another to a limited depth', async () => {
  let last = await signIn(boss, { access: 'operator' })
  for (let depth = 1; depth < 20; depth++) last = await signIn(last, { access: 'operator' })
  const beyond = await last.post('/v2/console-links', { name: 'A', email: 'a@b.example', access: 'operator' })
  expect([beyond.status, beyond.json.error.details]).toEqual([409, { of: 'descent', limit: 20 }])
})

test('a partner does not see which operator made its key, or that it awaits a decision', async () => {
  const { json } = await world.service.demo.get('/v2/keys')
  expect(json.data.length).toBeGreaterThan(0)
  for (const key of json.data) expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['made_by']))
})
