import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { importedBy, pathOf, SRC, sourceOf } from '../support/sources.ts'

// The sandbox never contacts a live carrier. This does not depend on a switch: no module that moves a parcel can open a connection.

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|\brequire\(\s*['"]([^'"]+)['"]/g
const TYPE_ONLY = /(?:^|\n)\s*(?:import|export)\s+type\b[^'"`;]*?\bfrom\s+['"][^'"]+['"]/g
/** Modules that can reach the network. */
const NETWORK =
  /^(node:)?(http|https|http2|net|tls|dgram|dns|dns\/promises|child_process|cluster|worker_threads|inspector)$|^(undici|axios|got|ws|node-fetch|ssh2|nodemailer)/
/** Direct use of sockets. */
const CONNECTS = /\bconnect\b[^\n]*\bfrom 'node:(net|tls)'/
const CALLS = /\bfetch\s*\(|\bnew (WebSocket|EventSource|XMLHttpRequest)\b/
/** Calls the operator's own identity provider, if there is one. */
const PROVIDER = 'kinds/sign-in/oidc/bounded-fetch.ts'
/** Stores documents in the operator's own bucket, if there is one. */
const BUCKET = 'storage/object-bucket.ts'
/** Modules that only parse addresses. */
const PARSERS: readonly string[] = ['process/addresses.ts', 'process/config.ts', 'kinds/partners/commands.ts']
/** Opens the connections of `pg` to the hosts of DATABASE_URL, and to no other host. */
const TO_DATABASE = 'database/places.ts'

const code = sourceOf
const importsOf = (file: string): string[] =>
  [...code(file).replace(TYPE_ONLY, '').matchAll(IMPORT)].map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4]) as string)

/** Returns every source file and every package that these entries load. */
const closure = (entries: readonly string[]): { files: Set<string>; packages: Map<string, string[]> } => {
  const files = new Set<string>()
  const packages = new Map<string, string[]>()
  const visit = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const name of importsOf(file)) {
      const to = importedBy(file, name)
      if (to.endsWith('.ts')) visit(to)
      else packages.set(name, [...(packages.get(name) ?? []), file])
    }
  }
  for (const entry of entries) visit(entry)
  return { files, packages }
}

const MOVES_PARCELS = ['scans', 'sandbox', 'tenders', 'shipments', 'qr', 'pickups', 'sweeps', 'tracking']

test('no module that moves a parcel can open a connection', () => {
  const entries = MOVES_PARCELS.flatMap((folder) =>
    readdirSync(join(SRC, `kinds/${folder}`))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `kinds/${folder}/${name}`),
  )
  const { files, packages } = closure(entries)
  expect(files.size).toBeGreaterThan(80)
  expect([...files].filter((file) => !existsSync(pathOf(file)))).toEqual([])
  const ways = [...packages].flatMap(([name, by]) =>
    NETWORK.test(name) ? by.filter((file) => ![...PARSERS, TO_DATABASE].includes(file)).map((file) => `${file}: ${name}`) : [],
  )
  expect(ways).toEqual([])
  expect([...files].filter((file) => CALLS.test(code(file)))).toEqual([])
})

test('rendering threads cannot open connections either', () => {
  const { files, packages } = closure(['app/renderer.ts'])
  expect(files.has('print/pdf.ts')).toBe(true)
  const ways = [...packages].flatMap(([name, by]) => (NETWORK.test(name) ? by.map((file) => `${file}: ${name}`) : []))
  expect(ways).toEqual(['app/renderer.ts: node:worker_threads'])
  expect([...files].filter((file) => CALLS.test(code(file)))).toEqual([])
})

test('only webhook deliveries, sign-ins at the provider and document storage in the bucket send requests', () => {
  const { files } = closure(['app/serve.ts'])
  expect(files.size).toBeGreaterThan(150)
  const senders = [...files].filter((file) => CONNECTS.test(code(file)) || CALLS.test(code(file)))
  expect(senders.filter((file) => !file.startsWith('delivery/')).sort()).toEqual([BUCKET, PROVIDER].sort())
  expect(senders.length).toBeGreaterThan(0)
})

test('the search for outgoing connections finds those that exist', () => {
  const { packages } = closure(['delivery/http1/http1.ts'])
  expect([...packages.keys()].some((name) => NETWORK.test(name))).toBe(true)
})

let production: TestService
beforeAll(async () => {
  production = await startTestService('api', {
    BACKHAUL_ENV: 'production',
    BACKHAUL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
})
afterAll(() => production.close())

test('production refuses every /v2/test endpoint before it looks at the request', async () => {
  const partner = await production.partner()
  const paths = Object.values(ENDPOINTS).filter(({ path }) => path.startsWith('/v2/test/'))
  expect(paths.length).toBeGreaterThan(2)
  for (const { method, path } of paths) {
    const { status, json } = await partner.send(method, path.replace(/:[a-z_]+/g, 'x'), { body: method === 'GET' ? undefined : {} })
    expect([path, status, json.error.code]).toEqual([path, 403, 'sandbox_only'])
  }
})
