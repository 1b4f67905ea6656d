import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PARTNER_SCOPES } from '@backhaul/core/partner.ts'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../src/app/serve.ts'
import { program } from '../../src/cli/program.ts'
import { readConfig } from '../../src/process/config.ts'
import { ADDRESS, RETURN, TestClient } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { backhaul, build, inProcess, type Ran } from './run.ts'

let service: TestService
let files: string
let env: Record<string, string>
beforeAll(async () => {
  build()
  service = await startTestService()
  files = mkdtempSync(join(tmpdir(), 'backhaul-cli-'))
  const { databaseUrl, dataDir } = service.running.service.config
  env = { DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir }
})
afterAll(async () => {
  await service.close()
  rmSync(files, { recursive: true })
})

const run = (...args: string[]): Promise<Ran> => inProcess(args, env)
/** Returns the one JSON document of a command that must succeed. */
const documentOf = ({ code, json, stderr }: Ran) => {
  expect([code, stderr]).toEqual([0, ''])
  expect(json).toBeDefined()
  return json
}
const made = async (...args: string[]) => documentOf(await run(...args, '--json'))
/** Runs the command in a separate process, for changes that the running server must notice by itself. */
const madeOutside = async (...args: string[]) => documentOf(await backhaul([...args, '--json'], env))
const file = (name: string, content: unknown): string => {
  const path = join(files, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const rows = async <Row>(text: string): Promise<Row[]> => (await service.running.service.db.pool.query(text)).rows as Row[]
const count = async (table: string) => (await rows<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

test('a partner created while the server runs can sign requests immediately', async () => {
  const credentials = await madeOutside('partner', 'create', '--name', 'Acme Outdoor')
  expect(credentials).toEqual({
    partner_id: expect.stringMatching(/^par_/),
    key_id: expect.stringMatching(/^key_/),
    api_key: expect.stringMatching(/^bh_sandbox_key_[0-9a-z]{26}_[\w-]{43}$/),
    signing_secret: expect.stringMatching(/^[\w-]{43}$/),
    environment: 'sandbox',
    scopes: expect.arrayContaining(['shipments:write', 'adjustments:write']),
    signature: 'any',
  })
  const { status, headers } = await new TestClient(service.url, credentials).post('/v2/shipments', RETURN)
  expect(status).toBe(201)
  expect(headers.get('ratelimit-policy')).toBe('"default";q=100;w=60')
})

test('the options of a new partner take effect: limit, addresses, parcel, contact', async () => {
  const address = { ...ADDRESS, line1: '77 Return Road' }
  const credentials = await made(
    ...['partner', 'create', '--name', 'Given', '--rate-limit', '250', '--allow-ip', '127.0.0.0/8', '--allow-ip', '::1'],
    ...['--default-return-address', file('address.json', address)],
    ...['--default-parcel', file('parcel.json', { weight: 16, length: 3, width: 2, height: 1, weight_unit: 'oz' })],
    ...['--contact-email', 'c@example.com', '--contact-name', 'Cleo Contact'],
  )
  const client = new TestClient(service.url, credentials)
  const { json, headers } = await client.post('/v2/shipments', RETURN)
  expect(headers.get('ratelimit-policy')).toBe('"default";q=250;w=60')
  expect(json).toMatchObject({ to: address, parcel: { weight: 1, length: 3, width: 2, height: 1 } })
  expect((await client.events(json.id))[0].event_info).toMatchObject({ email: 'c@example.com', full_name: 'Cleo Contact' })
  const listed = (await made('partner', 'list')).data.find((one: { id: string }) => one.id === credentials.partner_id)
  expect(listed).toMatchObject({ object: 'partner', name: 'Given', rate_limit: 250, live_keys: 1, contact_email: 'c@example.com' })

  const elsewhere = await made('partner', 'create', '--name', 'Elsewhere', '--allow-ip', '203.0.113.7')
  expect((await new TestClient(service.url, elsewhere).get('/v2/shipments')).json.error.code).toBe('forbidden')
})

test('changing a partner also changes its keys', async () => {
  const credentials = await made('partner', 'create', '--name', 'Before')
  const key = await made('key', 'create', '--partner', credentials.partner_id)
  const changed = await made('partner', 'change', credentials.partner_id, '--name', 'After', '--rate-limit', '40')
  expect(changed).toMatchObject({ id: credentials.partner_id, name: 'After', rate_limit: 40, live_keys: 2, version: 2 })
  const { headers } = await new TestClient(service.url, key).get('/v2/shipments')
  expect(headers.get('ratelimit-policy')).toBe('"default";q=40;w=60')
  const next = await made('key', 'create', '--partner', credentials.partner_id)
  expect(
    (await made('key', 'list', '--partner', credentials.partner_id)).data.find((one: { id: string }) => one.id === next.key_id).rate_limit,
  ).toBe(40)
})

test('keys have the requested scopes, and operator keys reach /v2/ops', async () => {
  const { partner_id } = await made('partner', 'create', '--name', 'Keys')
  const narrow = await made('key', 'create', '--partner', partner_id, '--scope', 'tracking:read', '--scope', 'events:read')
  expect(narrow.partner_id).toBe(partner_id)
  const client = new TestClient(service.url, narrow)
  expect((await client.get('/v2/events')).status).toBe(200)
  expect((await client.get('/v2/shipments')).json.error.details).toEqual({ required: 'shipments:read' })
  const operator = await made('key', 'create', '--operator', '--email', 'o@example.com', '--full-name', 'Olga')
  expect(operator.partner_id).toBeNull()
  expect((await new TestClient(service.url, operator).get('/v2/ops/partners')).status).toBe(200)
  const { data } = await made('key', 'list')
  const listed = (id: string) => data.find((one: { id: string }) => one.id === id)
  expect(listed(narrow.key_id)).toMatchObject({
    object: 'api_key',
    kind: 'partner',
    scopes: ['tracking:read', 'events:read'],
    revoked_at: null,
  })
  expect(listed(operator.key_id)).toMatchObject({ kind: 'operator', email: 'o@example.com', full_name: 'Olga' })
  expect((await made('key', 'list', '--operator')).data.every((one: { kind: string }) => one.kind === 'operator')).toBe(true)
})

test('a role determines the scopes of a partner’s key, at its creation and later', async () => {
  const { partner_id, key_id, scopes } = await made('partner', 'create', '--name', 'Roles', '--role', 'merchant')
  expect([scopes.includes('shipments:write'), scopes.includes('adjustments:write')]).toEqual([true, false])
  const network = await made('key', 'create', '--partner', partner_id, '--role', 'network')
  expect(network.scopes).toEqual([...scopes, 'scans:write', 'tenders:write', 'adjustments:write'])
  expect((await made('key', 'show', network.key_id)).scopes).toEqual(network.scopes)
  expect((await made('key', 'change', key_id, '--role', 'network')).scopes).toEqual(network.scopes)
  expect((await made('partner', 'create', '--name', 'One', '--scope', 'events:read')).scopes).toEqual(['events:read'])
  const operator = await made('key', 'create', '--operator')
  const refused = await run('key', 'change', operator.key_id, '--role', 'merchant')
  expect([refused.code, refused.stderr.includes('/role must be absent')]).toEqual([1, true])
})

test('a key is shown and changed, and the running server applies the change', async () => {
  const credentials = await made('partner', 'create', '--name', 'Changed')
  const client = new TestClient(service.url, credentials)
  const { key_id } = credentials
  const before = await made('key', 'show', key_id)
  expect(before).toMatchObject({ id: key_id, object: 'api_key', partner_id: credentials.partner_id, rate_limit: 100 })
  expect((await client.get('/v2/shipments')).status).toBe(200)
  const args = ['--scope', 'events:read', '--scope', 'tracking:read', '--rate-limit', '900', '--allow-ip', '127.0.0.0/8']
  const changed = await madeOutside('key', 'change', key_id, ...args, '--email', 'n@example.com', '--full-name', 'Nora')
  expect(changed).toEqual({
    ...before,
    ...{ scopes: ['events:read', 'tracking:read'], rate_limit: 900, allow_ips: ['127.0.0.0/8'] },
    ...{ email: 'n@example.com', full_name: 'Nora' },
  })
  await expect.poll(async () => (await client.get('/v2/shipments')).json.error?.code).toBe('insufficient_scope')
  expect((await client.get('/v2/events')).headers.get('ratelimit-policy')).toBe('"default";q=900;w=60')
  expect((await made('key', 'change', key_id, '--any-ip')).allow_ips).toEqual([])
  const lines = (await made('audit', 'list', '--subject', key_id, '--action', 'key.changed')).data
  expect(lines.map(({ after }: { after: { allow_ips: string[] } }) => after.allow_ips)).toEqual([[], ['127.0.0.0/8']])
})

test('the accepted signature versions of a key are set at its creation and changed later', async () => {
  const { key_id, signature } = await made('partner', 'create', '--name', 'Strict', '--signature', 'v2')
  expect(signature).toBe('v2')
  expect((await made('key', 'create', '--operator', '--signature', 'v2')).signature).toBe('v2')
  expect((await made('key', 'change', key_id, '--signature', 'any')).signature).toBe('any')
  expect((await made('key', 'show', key_id)).signature).toBe('any')
  const { code, stderr } = await run('key', 'change', key_id, '--signature', 'v1')
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining('Give one of any, v2.')])
})

test('a secret that Standard Webhooks libraries cannot decode is refused before anything is sent', async () => {
  const { code, stderr } = await run('verify-receiver', 'http://127.0.0.1:9/', '--signing', 'standard', '--secret', 'whsec_a-b_c')
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('--signing standard needs a secret that begins with whsec_, followed by base64'),
  ])
})

test('a partner is shown, and its default return address and parcel are set and cleared', async () => {
  const credentials = await made('partner', 'create', '--name', 'Defaults')
  const client = new TestClient(service.url, credentials)
  const { partner_id } = credentials
  const hub = (await client.post('/v2/shipments', RETURN)).json.to
  const address = { ...ADDRESS, line1: '5 Dock Road' }
  const address_file = ['--default-return-address', file('dock.json', address)]
  const parcel = ['--default-parcel', file('big.json', { weight: 5, length: 9, width: 9, height: 9 })]
  expect((await madeOutside('partner', 'change', partner_id, ...address_file, ...parcel)).default_return_address).toMatchObject(address)
  const sent = () => client.post('/v2/shipments', RETURN)
  await expect.poll(async () => (await sent()).json.to.line1).toBe('5 Dock Road')
  const cleared = await made('partner', 'change', partner_id, '--clear-return-address', '--clear-parcel')
  expect(cleared).toMatchObject({ default_return_address: null, default_parcel: null, version: 3 })
  expect(await made('partner', 'show', partner_id)).toEqual(cleared)
  await expect.poll(async () => (await sent()).json.to).toEqual(hub)
})

test('a partner gets its own storage limit in MiB, which can be cleared', async () => {
  const { partner_id } = await made('partner', 'create', '--name', 'Stores', '--storage-limit', '50')
  expect(await made('partner', 'show', partner_id)).toMatchObject({ storage_used: 0, storage_limit: 50 * 1024 ** 2 })
  expect((await made('partner', 'change', partner_id, '--storage-limit', '0')).storage_limit).toBe(0)
  expect((await made('partner', 'change', partner_id, '--clear-storage-limit')).storage_limit).toBeNull()
})

test('a revoked key is refused by the running server', async () => {
  const credentials = await made('partner', 'create', '--name', 'Revoked')
  const client = new TestClient(service.url, credentials)
  expect((await client.get('/v2/shipments')).status).toBe(200)
  const { revoked_at } = await madeOutside('key', 'revoke', credentials.key_id)
  expect(revoked_at).toMatch(/Z$/)
  await expect.poll(async () => (await client.get('/v2/shipments')).json.error?.code).toBe('invalid_api_key')
  expect((await made('key', 'revoke', credentials.key_id)).revoked_at).toBe(revoked_at)
  const rotated = await run('key', 'rotate-secret', credentials.key_id)
  expect([rotated.code, rotated.stdout]).toEqual([1, ''])
})

test('after a rotation both secrets sign until the old secret expires', async () => {
  const credentials = await made('partner', 'create', '--name', 'Rotated')
  const rotated = await madeOutside('key', 'rotate-secret', credentials.key_id)
  expect(Object.keys(rotated)).toEqual(['key_id', 'signing_secret', 'previous_valid_until'])
  const left_ms = Date.parse(rotated.previous_valid_until) - Date.now()
  expect(left_ms).toBeGreaterThan(23 * 3600_000)
  expect(left_ms).toBeLessThanOrEqual(24 * 3600_000)
  for (const signing_secret of [credentials.signing_secret, rotated.signing_secret]) {
    expect((await new TestClient(service.url, { ...credentials, signing_secret }).get('/v2/shipments')).status).toBe(200)
  }
  const again = await made('key', 'rotate-secret', credentials.key_id)
  await service.running.service.db.pool.query(
    "update signing_secrets set created_at = created_at - interval '24 hours' where key_id = $1",
    [credentials.key_id],
  )
  service.running.service.keyCache.forget(credentials.key_id)
  const statuses = []
  for (const { signing_secret } of [credentials, rotated, again]) {
    statuses.push((await new TestClient(service.url, { ...credentials, signing_secret }).get('/v2/shipments')).status)
  }
  expect(statuses).toEqual([401, 401, 200])
})

test('every command prints one JSON document with --json and readable text without it', async () => {
  const credentials = await made('partner', 'create', '--name', 'Reader \u001b[31m')
  for (const args of [
    ['partner', 'list'],
    ['key', 'list'],
    ['key', 'list', '--operator'],
    ['migrate'],
    ['partner', 'change', credentials.partner_id, '--name', 'Reader'],
    ['partner', 'show', credentials.partner_id],
    ['key', 'show', credentials.key_id],
    ['key', 'change', credentials.key_id, '--rate-limit', '50'],
    ['key', 'create', '--partner', credentials.partner_id],
    ['key', 'rotate-secret', credentials.key_id],
    ['key', 'revoke', credentials.key_id],
  ]) {
    const json = await run(...args, '--json')
    expect([json.code, json.stderr, typeof json.json], args.join(' ')).toEqual([0, '', 'object'])
    const text = await run(...args)
    expect([text.code, text.stderr], args.join(' ')).toEqual([0, ''])
    expect(text.stdout.trim().length).toBeGreaterThan(0)
    expect(text.json, args.join(' ')).toBeUndefined()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach the terminal
    expect(text.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f]/)
  }
})

test('an invalid command line ends with code 2 and one line that names the option, and writes nothing', async () => {
  const before = [await count('partners'), await count('api_keys'), await count('operator_audit')]
  const { partner_id } = (await rows<{ partner_id: string }>("select id as partner_id from partners where name = 'Demo'"))[0] as {
    partner_id: string
  }
  const cases: [string[], string][] = [
    [['partner', 'create'], '--name'],
    [['partner', 'create', '--name', ''], '--name'],
    [['partner', 'create', '--name', 'x'.repeat(101)], '--name'],
    [['partner', 'create', '--name', 'X', '--rate-limit', '0'], '--rate-limit'],
    [['partner', 'create', '--name', 'X', '--rate-limit', 'many'], '--rate-limit'],
    [['partner', 'create', '--name', 'X', '--rate-limit', '1e3'], '--rate-limit'],
    [['partner', 'create', '--name', 'X', '--allow-ip', '10.0.0.0/33'], '--allow-ip'],
    [['partner', 'create', '--name', 'X', '--allow-ip', 'example.com'], '--allow-ip'],
    [['partner', 'create', '--name', 'X', '--color', 'red'], '--color'],
    [['partner', 'create', '--name', 'X', 'extra'], 'too many arguments'],
    [['partner', 'delete'], 'delete'],
    [['key', 'create'], '--partner'],
    [['key', 'create', '--partner', partner_id, '--operator'], '--operator'],
    [['key', 'create', '--partner', partner_id, '--scope', 'everything'], '--scope'],
    [['key', 'create', '--partner', partner_id, '--scope', 'ops'], '--scope'],
    [['key', 'create', '--partner', partner_id, '--role', 'admin'], '--role'],
    [['key', 'create', '--partner', partner_id, '--role', 'all', '--scope', 'events:read'], '--role'],
    [['key', 'create', '--operator', '--role', 'network'], '--role'],
    [['partner', 'create', '--name', 'X', '--role', 'ops'], '--role'],
    [['partner', 'create', '--name', 'X', '--scope', 'ops'], '--scope'],
    [['partner', 'create', '--name', 'X', '--role', 'all', '--scope', 'events:read'], '--role'],
    [['key', 'change', 'key_x', '--role', 'merchant', '--scope', 'events:read'], '--role'],
    [['key', 'revoke'], 'key_id'],
    [['key', 'change', 'key_x', '--scope', 'all'], '--scope'],
    [['key', 'change', 'key_x', '--any-ip', '--allow-ip', '::1'], '--any-ip'],
    [['partner', 'change', 'par_x', '--clear-parcel', '--default-parcel', 'x.json'], '--clear-parcel'],
    [['serve', '--only', 'console'], '--only'],
    [['frobnicate'], 'frobnicate'],
  ]
  for (const [args, named] of cases) {
    const { code, stdout, stderr } = await inProcess(args)
    expect([code, stdout], args.join(' ')).toEqual([2, ''])
    expect(stderr.split('\n')[0], args.join(' ')).toContain(named)
    expect(stderr).toContain('--help')
  }
  const { code, stdout, stderr } = await run('partner', 'create', '--name', 'X', '--rate-limit', '0')
  expect([code, stdout, stderr.includes("'--rate-limit <n>'")]).toEqual([2, '', true])
  expect([await count('partners'), await count('api_keys'), await count('operator_audit')]).toEqual(before)
})

test('an impossible command ends with code 1 and one line with the reason, and writes nothing', async () => {
  const before = [await count('partners'), await count('api_keys'), await count('operator_audit')]
  const partner = ['partner', 'create', '--name', 'X', '--json']
  const cases: [string[], string][] = [
    [[...partner, '--default-return-address', join(files, 'missing.json')], '--default-return-address'],
    [[...partner, '--default-return-address', file('broken.json', '{')], 'not well-formed JSON'],
    [[...partner, '--default-return-address', file('broken.json', '{')], 'reason: Expected property name'],
    [[...partner, '--default-return-address', file('marked.json', '\ufeff{}')], 'marked.json: The body begins with a byte order mark'],
    [[...partner, '--default-return-address', file('twice.json', '{"city":"a","city":"b"}')], 'A key appears twice'],
    [[...partner, '--default-return-address', file('deep.json', '['.repeat(40))], 'nested more than 32 levels'],
    [[...partner, '--default-return-address', file('short.json', { line1: 'x', country: 'us' })], '/city is required'],
    [[...partner, '--default-parcel', file('odd.json', { weight: 0, length: 1, width: 1, height: 1 })], '/weight'],
    [['partner', 'change', 'par_none', '--name', 'Y'], 'No partner'],
    [['partner', 'change', 'par_none'], '--name'],
    [['key', 'create', '--partner', 'par_none'], 'No partner'],
    [['partner', 'show', 'par_none'], 'No partner'],
    [['key', 'revoke', 'key_none'], 'No live key'],
    [['key', 'change', 'key_none', '--rate-limit', '5'], 'No live key'],
    [['key', 'change', 'key_none'], '--scope'],
    [['key', 'show', 'key_none'], 'No live key'],
    [['key', 'rotate-secret', 'key_none'], 'No live key'],
  ]
  for (const [args, said] of cases) {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout, stderr.trimEnd().split('\n').length], args.join(' ')).toEqual([1, '', 1])
    expect(stderr).toMatch(/^backhaul: /)
    expect(stderr).toContain(said)
  }
  expect([await count('partners'), await count('api_keys'), await count('operator_audit')]).toEqual(before)
})

test('invalid settings end with code 1 and one line', async () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  for (const [change, said] of [
    [{ PORT: 'eighty' }, 'PORT="eighty"'],
    [{ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }, 'cannot reach the database'],
    [{ BACKHAUL_ENV: 'production' }, 'BACKHAUL_MASTER_KEY'],
    // With another master key the command would encrypt secrets that the server cannot decrypt.
    [{ BACKHAUL_MASTER_KEY: key }, 'encrypted with another master key'],
  ] as const) {
    const { code, stdout, stderr } = await inProcess(['partner', 'create', '--name', 'X', '--json'], { ...env, ...change })
    expect([code, stdout, stderr.trimEnd().split('\n').length], said).toEqual([1, '', 1])
    expect(stderr).toContain(said)
  }
})

test('a partner created before the first start of a sandbox can ship in it', async () => {
  const database = await createTestDatabase()
  const before = { DATABASE_URL: database.url, BACKHAUL_DATA_DIR: join(files, 'before') }
  try {
    const { json } = await backhaul(['partner', 'create', '--name', 'Early', '--json'], before)
    const running = await serve(readConfig({ ...before, PORT: '0', BACKHAUL_LOG_LEVEL: 'error' }), 'api')
    try {
      const { status } = await new TestClient(running.url as string, json).post('/v2/shipments', RETURN)
      expect(status).toBe(201)
    } finally {
      await running.close()
    }
  } finally {
    await database.drop()
  }
})

test('production gets its own keys, without a server and without sandbox data', async () => {
  const database = await createTestDatabase()
  const production = {
    DATABASE_URL: database.url,
    BACKHAUL_DATA_DIR: join(files, 'production'),
    BACKHAUL_ENV: 'production',
    BACKHAUL_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
  }
  try {
    const { code, json } = await backhaul(['partner', 'create', '--name', 'Live', '--json'], production)
    expect([code, json.environment, json.api_key.slice(0, 18)]).toEqual([0, 'production', 'bh_production_key_'])
    expect(json.scopes).not.toContain('adjustments:write')
    const { json: all } = await inProcess(['key', 'create', '--partner', json.partner_id, '--role', 'all', '--json'], production)
    expect(all.scopes).toEqual(PARTNER_SCOPES)
    const { json: list } = await inProcess(['partner', 'list', '--json'], production)
    expect(list.data.map((one: { name: string }) => one.name)).toEqual(['Live'])
  } finally {
    await database.drop()
  }
})

test('every command has help that ends with examples', async () => {
  const leaves = (command: Command): Command[] => (command.commands.length > 0 ? command.commands.flatMap(leaves) : [command])
  const all = leaves(program(() => readConfig({})))
  expect(all.length).toBeGreaterThan(20)
  for (const command of all) {
    const path: string[] = []
    for (let at: Command | null = command; at?.parent; at = at.parent) path.unshift(at.name())
    const { code, stdout } = await inProcess([...path, '--help'])
    expect([code, stdout.includes('Examples:'), stdout.includes('backhaul'), stdout.includes(path.join(' '))], path.join(' ')).toEqual([
      0,
      true,
      true,
      true,
    ])
    for (const [line] of stdout.matchAll(/^ {2}\$ .*$/gm)) expect(line).toMatch(/^ {2}\$ ([A-Z_]+=\S+ )*backhaul (?!.*backhaul )/)
  }
  const help = await run('--help')
  expect([help.code, help.stderr]).toEqual([0, ''])
})

test('no command means the command serve with its settings', async () => {
  const { code, stderr } = await inProcess([], { PORT: 'no port' })
  expect([code, stderr]).toEqual([1, 'backhaul: PORT="no port" is not valid: use a whole number from 0 to 65535\n'])
})

test('the audit trail records what the command line writes, with the actor and without secrets', async () => {
  const credentials = await made('partner', 'create', '--name', 'Audited')
  const rotated = await made('key', 'rotate-secret', credentials.key_id)
  await made('partner', 'change', credentials.partner_id, '--name', 'Audited again')
  await made('key', 'revoke', credentials.key_id)
  const trail = await rows<{ actor: string; action: string; subject: string; before: { name: string }; after: { name: string } }>(
    `select * from operator_audit where subject in ('${credentials.partner_id}', '${credentials.key_id}') order by at, id`,
  )
  expect(trail.map(({ action, subject }) => [action, subject])).toEqual([
    ['partner.created', credentials.partner_id],
    ['key.secret_rotated', credentials.key_id],
    ['partner.changed', credentials.partner_id],
    ['key.revoked', credentials.key_id],
  ])
  expect(trail.every(({ actor }) => /^cli:.+@.+/.test(actor))).toBe(true)
  expect([trail[2]?.before.name, trail[2]?.after.name]).toEqual(['Audited', 'Audited again'])
  const text = JSON.stringify(await rows('select * from operator_audit'))
  for (const secret of [credentials.api_key.slice(-43), credentials.signing_secret, rotated.signing_secret])
    expect(text).not.toContain(secret)
})
