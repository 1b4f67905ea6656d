// A stored answer is replayed only to callers who may make the request and have every permission that the answer grants.
import { randomUUID } from 'node:crypto'
import { PARTNER_SCOPES, type Scope } from '@backhaul/core/partner.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../src/kinds/partners/create.ts'
import { makeLink } from '../../src/kinds/sign-in/command.ts'
import { Execution } from '../../src/service/execute.ts'
import { QR_RETURN, RETURN, type TestAnswer, TestClient } from '../support/client.ts'
import { startWithProvider } from '../support/provider.ts'
import type { TestService } from '../support/service.ts'
import { openLink, SessionClient, signIn } from '../support/session.ts'

let world: Awaited<ReturnType<typeof startWithProvider>>
let service: TestService
let strong: TestClient & { partnerId: string }
beforeAll(async () => {
  world = await startWithProvider()
  service = world.service
  strong = await service.partner()
})
afterAll(() => world.close())

const query = (text: string, values: string[] = []) => service.running.service.db.query<Record<string, string>>(`t ${text}`, text, values)

const keyOf = async (partner_id: string | null, scopes: readonly Scope[]): Promise<TestClient> => {
  const facts = { partner_id, scopes, allow_ips: [], rate_limit: 100_000, email: '', full_name: '' }
  return new TestClient(service.url, await createKey(service.running.service, facts))
}
const idOf = ({ credentials: { api_key } }: TestClient): string => api_key.split('_').slice(2, 4).join('_')

const isReplay = ({ headers }: TestAnswer): boolean => headers.get('idempotent-replayed') === 'true'
const expectReplay = (again: TestAnswer, first: TestAnswer) =>
  expect([again.status, again.text, isReplay(again)]).toEqual([first.status, first.text, true])
const expectRefused = (again: TestAnswer, required: unknown = expect.any(String)) => {
  const { code, details } = again.json.error
  expect([again.status, code, isReplay(again), details.required]).toEqual([403, 'insufficient_scope', false, required])
}

const LINK = { name: 'Pat Partner', email: 'pat@acme.example', access: 'partner' }
type Make = (as: TestClient, key: string) => Promise<TestAnswer>
const link: Make = (as, key) => as.post('/v2/console-links', LINK, { idempotencyKey: key })
const webhook: Make = (as, key) => as.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] }, { idempotencyKey: key })
const ownSecret: Make = (as, key) => as.post(`/v2/keys/${idOf(strong)}/rotate-secret`, undefined, { idempotencyKey: key })

test.each<[string, Make, Scope[]]>([
  ['a sign-in link', link, ['tracking:read']],
  ['a sign-in link, with all of its scopes but one', link, PARTNER_SCOPES.filter((scope) => scope !== 'adjustments:write')],
  ['its rotated signing secret', ownSecret, ['tracking:read']],
  ['a webhook with its secret', webhook, ['tracking:read']],
])('a weaker key of the same partner is not shown %s of a stronger one', async (_, make, scopes) => {
  const key = randomUUID()
  const first = await make(strong, key)
  expect(first.status).toBeLessThan(300)
  expectRefused(await make(await keyOf(strong.partnerId, scopes), key))
  expectReplay(await make(strong, key), first)
})

test('a key with equal access gets the link replayed; a key without shipments:write does not get the shipment', async () => {
  const [forLink, forShipment] = [randomUUID(), randomUUID()]
  const first = await link(strong, forLink)
  expectReplay(await link(await keyOf(strong.partnerId, PARTNER_SCOPES), forLink), first)
  const shipment = await strong.post('/v2/shipments', RETURN, { idempotencyKey: forShipment })
  const writes = await keyOf(strong.partnerId, ['shipments:write'])
  expectReplay(await writes.post('/v2/shipments', RETURN, { idempotencyKey: forShipment }), shipment)
  const reads = await keyOf(strong.partnerId, ['shipments:read'])
  expectRefused(await reads.post('/v2/shipments', RETURN, { idempotencyKey: forShipment }), 'shipments:write')
})

test('a large request is also checked for its scope before it is replayed', async () => {
  const key = randomUUID()
  const body = { shipments: Array.from({ length: 60 }, () => ({ ...RETURN, metadata: { note: 'x'.repeat(450) } })) }
  const first = await strong.post('/v2/shipments/batch', body, { idempotencyKey: key })
  expect(first.status).toBe(201)
  const reads = await keyOf(strong.partnerId, ['shipments:read'])
  expectRefused(await reads.post('/v2/shipments/batch', body, { idempotencyKey: key }), 'shipments:write')
  expectReplay(await strong.post('/v2/shipments/batch', body, { idempotencyKey: key }), first)
})

test('the secret of a key is replayed only to that key and to people of the partner who may rotate it', async () => {
  const key = randomUUID()
  const pat = await signIn(strong, { access: 'partner' })
  const first = await ownSecret(strong, key)
  const other = await keyOf(strong.partnerId, PARTNER_SCOPES)
  expectRefused(await ownSecret(other, key), idOf(strong))
  expectReplay(await ownSecret(pat, key), first)
})

test('if a strong and a weak key request the same link at once, the weak key never gets a stronger link', async () => {
  const weak = await keyOf(strong.partnerId, ['tracking:read'])
  for (let round = 0; round < 5; round++) {
    const key = randomUUID()
    const answers = await Promise.all([strong, weak, strong, weak].map((as) => link(as, key)))
    const [made, ...others] = answers.filter(({ status }) => status === 201)
    // The first request creates the link. If the weak key sent it, the link has the scopes of that key, and both keys see it.
    const isWeak = made?.json.scopes.length === 1
    expect(answers.map(({ status }) => status)).toEqual(isWeak ? [201, 201, 201, 201] : [201, 403, 201, 403])
    for (const other of others) expect(other.text).toBe(made?.text)
    if (isWeak) expect(made?.json.scopes).toEqual(['tracking:read'])
  }
})

test('an operator key that lost a scope is not shown a created key that has it', async () => {
  const operator = await keyOf(null, ['ops', 'scans:write'])
  const key = randomUUID()
  const make = () => operator.post('/v2/ops/keys', { kind: 'operator' }, { idempotencyKey: key })
  const first = await make()
  expectReplay(await make(), first)
  const boss = await service.operator()
  expect((await boss.patch(`/v2/ops/keys/${idOf(operator)}`, { scopes: ['ops'] })).status).toBe(200)
  expectRefused(await make(), 'scans:write')
})

test('an operator with only `ops` gets replays of records that it created for a partner', async () => {
  const operator = await keyOf(null, ['ops'])
  for (const [path, body] of [
    ['/v2/ops/keys', { kind: 'partner', partner_id: strong.partnerId, role: 'network' }],
    ['/v2/ops/partners', { name: 'New' }],
    [`/v2/ops/keys/${idOf(strong)}/rotate-secret`, undefined],
  ] as const) {
    const key = randomUUID()
    const first = await operator.post(path, body, { idempotencyKey: key })
    expect(first.status).toBeLessThan(300)
    expectReplay(await operator.post(path, body, { idempotencyKey: key }), first)
  }
})

/** Opens a link from the command line. */
const bySomebodyAtTheMachine = async (email: string, more: object = { access: 'operator' }): Promise<SessionClient> => {
  const maker = { partner_id: null, scopes: null, actor: 'cli:root@host', is_audited: true, key_id: null } as const
  const input = { name: 'Somebody', email, ...more } as Parameters<typeof makeLink>[3]
  const made = await new Execution(service.running.service).execute(() => makeLink(service.running.service, maker, service.url, input))
  if (!('body' in made)) throw new Error(JSON.stringify(made))
  const opened = await openLink(service.url, JSON.parse(made.body as string).url)
  return new SessionClient(service.url, (opened.headers.get('set-cookie') as string).split(';')[0] as string, opened.json)
}

const operatorsKey = (as: TestClient, key: string) => as.post('/v2/ops/keys', { kind: 'operator' }, { idempotencyKey: key })

test('operators without a key have separate Idempotency-Keys, by identity at the provider or by the person in their link', async () => {
  world.provider.people.set('eve', { name: 'Ada Admin', email: 'ada@corp.example', email_verified: true, groups: ['admins'] })
  const backOffice = await service.operator()
  const people = [
    await world.signIn('ada'),
    await world.signIn('eve'),
    await bySomebodyAtTheMachine('bob@corp.example'),
    await bySomebodyAtTheMachine('ann@corp.example'),
    await signIn(backOffice, { access: 'operator', email: 'bob@corp.example' }),
    await signIn(backOffice, { access: 'operator', email: 'ann@corp.example' }),
    backOffice,
  ]
  const key = randomUUID()
  const made = []
  for (const person of people) made.push(await operatorsKey(person, key))
  expect(made.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual(people.map(() => [201, null]))
  expect(new Set(made.map(({ json }) => json.key_id)).size).toBe(people.length)
  // Each session gets its own answer again, and a new session of the same user gets it too.
  const again = [
    await world.signIn('ada'),
    await world.signIn('eve'),
    await bySomebodyAtTheMachine('bob@corp.example'),
    await bySomebodyAtTheMachine('ann@corp.example'),
    await signIn(backOffice, { access: 'operator', email: 'bob@corp.example' }),
    await signIn(backOffice, { access: 'operator', email: 'ann@corp.example' }),
    backOffice,
  ]
  for (const [i, person] of again.entries()) expectReplay(await operatorsKey(person, key), made[i] as TestAnswer)
})

test('a counter gets only stored answers that it may see: its own, also in its next session', async () => {
  const [x, y] = (await query('select id from stores where active order by id limit 2')).map(({ id }) => id as string)
  const device = (store_id: string | undefined) => signIn(strong, { access: 'counter', store_id })
  const [first, next, elsewhere] = [await device(x), await device(x), await device(y)]
  const handler = await signIn(strong, { access: 'handler' })
  const scan = async (as: TestClient, body: object, key: string, kind = 'walk-in') =>
    as.post(`/v2/scan-events/${kind}`, body, { idempotencyKey: key })
  const [mine, partners, drivers] = [randomUUID(), randomUUID(), randomUUID()]
  const parcel = async () => ({ shipment_id: (await strong.post('/v2/shipments', QR_RETURN)).json.id })
  const body = await parcel()
  const made = await scan(first, body, mine)
  expect([made.status, made.json.applied]).toEqual([200, true])
  expectReplay(await scan(next, body, mine), made)
  expectRefused(await scan(elsewhere, body, mine), `counter:${x}`)
  // A key that sees all of the partner's data may see this answer too.
  expectReplay(await scan(strong, body, mine), made)
  const theirs = await parcel()
  const whole = await scan(strong, { ...theirs, store_id: y }, partners)
  expect(whole.status).toBe(200)
  expectRefused(await scan(first, { ...theirs, store_id: y }, partners), 'partner')
  const collected = await scan(handler, body, drivers, 'collect')
  expect(collected.status).toBe(200)
  expectRefused(await scan(first, body, drivers, 'collect'), 'handler')
  expectReplay(await scan(await signIn(strong, { access: 'handler' }), body, drivers, 'collect'), collected)
})

test('work of a device is not repeated after another person signs in at its store', async () => {
  const store_id = (await query('select id from stores where active order by id limit 1'))[0]?.id
  const at = { access: 'counter', store_id }
  const [kim, lou] = [await bySomebodyAtTheMachine('kim@corp.example', at), await bySomebodyAtTheMachine('lou@corp.example', at)]
  const { id } = (await strong.post('/v2/shipments', QR_RETURN)).json
  const key = randomUUID()
  const made = await kim.post('/v2/scan-events/walk-in', { shipment_id: id }, { idempotencyKey: key })
  expect((await kim.delete('/v2/console-sessions/current')).status).toBe(204)
  expectReplay(await lou.post('/v2/scan-events/walk-in', { shipment_id: id }, { idempotencyKey: key }), made)
})
