// How the pages are served, from a folder as a build leaves it.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { ROUTES } from '../../src/app/routes.ts'
import { Metrics } from '../../src/http/metrics.ts'
import { buildServer } from '../../src/http/server.ts'
import { addPages } from '../../src/pages/serve.ts'
import { startTestService } from '../support/service.ts'

const BUILD: Record<string, string> = {
  'sign-in.html': '<!doctype html><title>Sign in</title>',
  'console.html': '<!doctype html><title>Console</title>',
  'counter.html': '<!doctype html><title>Counter</title>',
  'assets/counter-Ab12_-9z.js': `console.log('${'counter '.repeat(400)}')`,
  'assets/barcode-worker-Cd34Cd34.js': 'postMessage(1)',
  'assets/not-a-barcode-worker-Cd34Cd34.js': 'postMessage(1)',
  'assets/page-Ef56Ef56.css': 'body { margin: 0 }',
  'assets/reader-Gh78Gh78.wasm': 'wasm',
  'assets/licenses.txt': 'MIT',
  'counter/sw.js': 'addEventListener("fetch", () => {})',
  'counter/manifest.webmanifest': '{}',
  'counter/secret.key': 'not of a type that is served',
}

let folder: string
/** The addresses of two processes that serve the same folder. */
let url: string
let otherUrl: string

const put = (files: Record<string, string>, below: string) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(below, name)), { recursive: true })
    writeFileSync(join(below, name), text)
  }
}
/** Replaces the folder as scripts/pages.mjs does: the build goes into a new folder, which then takes the place of the existing one. */
const build = (stamp: string, files: Record<string, string> = BUILD) => {
  const fresh = `${folder}-new`
  put({ ...files, '.built-from': stamp }, fresh)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}
const get = (path: string, headers: Record<string, string> = {}, base = url) => fetch(base + path, { headers, redirect: 'manual' })

const started = async (app: FastifyInstance = Fastify()): Promise<FastifyInstance> => {
  addPages(app, folder)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}
const urlOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'backhaul-pages-')), 'dist')
  const apps = [await started(), await started()]
  ;[url, otherUrl] = apps.map(urlOf) as [string, string]
  return async () => {
    await Promise.all(apps.map((app) => app.close()))
    rmSync(dirname(folder), { recursive: true, force: true })
  }
})

/** Returns the directives of a policy. */
const policyOf = (response: Response): Map<string, string[]> =>
  new Map(
    (response.headers.get('content-security-policy') as string).split(';').map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/) as [string, ...string[]]
      return [name, sources]
    }),
  )

const PAGES: [string, string][] = [
  ['/sign-in', 'Sign in'],
  ['/console', 'Console'],
  ['/console/', 'Console'],
  ['/console/shipments/shp_1', 'Console'],
  ['/counter/', 'Counter'],
  ['/counter/today/manifest', 'Counter'],
]

test.each(PAGES)('%s is served without caching, framing or a referrer', async (path, title) => {
  build('1')
  for (const query of ['', '?next=//example.com']) {
    const response = await get(path + query)
    expect([response.status, await response.text()]).toEqual([200, `<!doctype html><title>${title}</title>`])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(policyOf(response).get('frame-ancestors')).toEqual(["'none'"])
  }
})

test.each(PAGES.map(([path]) => path))('the policy of %s allows loading only from this service and runs no injected code', async (path) => {
  build('1')
  const policy = policyOf(await get(path))
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('script-src')).toEqual(["'self'"])
  expect(policy.get('style-src')).toEqual(["'self'"])
  expect(policy.get('connect-src')).toEqual(["'self'"])
  expect(policy.get('base-uri')).toEqual(["'none'"])
  expect(policy.get('form-action')).toEqual(["'none'"])
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
  const sources = [...policy].filter(([name]) => name.endsWith('-src')).flatMap(([, list]) => list)
  expect(sources.filter((source) => !["'self'", "'none'", 'blob:'].includes(source))).toEqual([])
  for (const name of ['script-src', 'worker-src', 'style-src', 'connect-src']) expect(policy.get(name)).not.toContain('blob:')
})

test.each([...Object.keys(BUILD).filter((name) => !/html$|key$/.test(name))])(
  '/%s has its own policy, without unsafe- sources except for the barcode worker',
  async (name) => {
    build('1')
    const response = await get(`/${name}`)
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    const policy = policyOf(response)
    expect(policy.get('default-src')).toEqual(["'none'"])
    const unsafe = [...policy.values()].flat().filter((source) => source.includes('unsafe'))
    expect(unsafe).toEqual(name.startsWith('assets/barcode-worker-') ? ["'wasm-unsafe-eval'"] : [])
    expect(response.headers.get('cache-control')).toBe(
      name.startsWith('assets/') && name !== 'assets/licenses.txt' ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
  },
)

test('content types match the files; the service worker controls only the counter', async () => {
  build('1')
  const type = async (path: string) => (await get(path)).headers.get('content-type')
  expect(await type('/assets/counter-Ab12_-9z.js')).toBe('text/javascript; charset=utf-8')
  expect(await type('/assets/page-Ef56Ef56.css')).toBe('text/css; charset=utf-8')
  expect(await type('/assets/reader-Gh78Gh78.wasm')).toBe('application/wasm')
  expect(await type('/counter/manifest.webmanifest')).toBe('application/manifest+json; charset=utf-8')
  expect((await get('/counter/sw.js')).headers.get('service-worker-allowed')).toBe('/counter/')
  const moved = await get('/counter')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/counter/'])
})

test('only the counter can use the camera and a label printer', async () => {
  build('1')
  const allowed = async (path: string) => (await get(path)).headers.get('permissions-policy')
  expect(await allowed('/counter/')).toBe('camera=(self), usb=(self), geolocation=(), microphone=(), payment=()')
  for (const path of ['/console', '/sign-in'])
    expect(await allowed(path)).toBe('camera=(), usb=(), geolocation=(), microphone=(), payment=()')
})

const NOWHERE = [
  '/assets/unknown-1234.js',
  '/assets/../counter.html',
  '/assets/..%2f.built-from',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/counter/secret.key',
  '/counter/%2e%2e/.built-from.js',
  '/counter/counter.html',
  '/.built-from',
]

test('files not built for browsers are not found, like any other unknown path', async () => {
  build('1')
  const { running, close } = await startTestService()
  const app = await started(buildServer(running.service, ROUTES, new Metrics(running.service)))
  for (const path of NOWHERE) {
    const response = await get(path, {}, urlOf(app))
    const { error } = (await response.json()) as { error: { code: string } }
    expect([path, response.status, response.headers.get('cache-control'), error.code]).toEqual([path, 404, 'no-store', 'route_not_found'])
  }
  expect((await get('/console', {}, urlOf(app))).status).toBe(200)
  await app.close()
  await close()
})

test('a script is sent compressed, and HEAD answers like GET without the body', async () => {
  build('1')
  const script = await get('/assets/counter-Ab12_-9z.js', { 'accept-encoding': 'gzip' })
  expect([script.headers.get('content-encoding'), await script.text()]).toEqual(['gzip', BUILD['assets/counter-Ab12_-9z.js']])
  const head = await fetch(`${url}/console`, { method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([200, '', 'text/html; charset=utf-8'])
})

test('before a build, a page says how to build it; after a build, all processes serve it', async () => {
  for (const path of ['/sign-in', '/console/x', '/counter/']) {
    const response = await get(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(policyOf(response).get('default-src')).toEqual(["'none'"])
    expect(policyOf(response).has('script-src')).toBe(false)
    expect(await response.text()).toContain('npm run build')
  }
  expect((await get('/assets/counter-Ab12_-9z.js')).status).toBe(404)
  build('1')
  for (const base of [url, otherUrl]) expect((await get('/console', {}, base)).status).toBe(200)
})

test('a running server keeps serving the files it has read, even if the folder is removed', async () => {
  build('1')
  expect((await get('/console')).status).toBe(200)
  rmSync(folder, { recursive: true })
  expect((await get('/console')).status).toBe(200)
  expect((await get('/assets/page-Ef56Ef56.css')).status).toBe(200)
})
