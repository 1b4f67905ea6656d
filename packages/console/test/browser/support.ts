// Setup for every browser test of the pages: the real service with its own database, the built pages, and a Chromium that can reach only
// the service. `withBrowser()` at the head of a test file starts them. After each test it checks what must hold on every page: no request
// to another host, no violation of the policy, no message in the browser's console, no jargon in an error.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, type TestContext } from 'vitest'
import { startTestService, type TestService } from '../../../server/test/support/service.ts'
import { expectReadable } from './reading.ts'
import { ShownErrors } from './shown-errors.ts'
import { Witness } from './witness.ts'

/**
 * Parts of Chromium that every window starts, although no page needs them. The lists below the address bar are pages in their own process,
 * and took more than half the cost of a window. The spare process for the next page stays enabled, because users have it too. Without it, a
 * page would be ready a sixth of a second later.
 */
export const PARTS_OFF = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
/**
 * Features that Playwright 1.65 disables for its own purposes. They are repeated here, because Chromium obeys only the last flag that
 * disables features.
 */
const PARTS_OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PARTS_OFF, ...PARTS_OFF_BY_PLAYWRIGHT].join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]
/**
 * Time limit for a page to appear. It is not a promise, because a busy machine is not the page's fault. Promised times have their own
 * limits.
 */
export const PATIENCE_MS = 30_000
const WIDTHS = [360, 768, 1440]
const SCHEMES = ['light', 'dark'] as const

export type Access = 'operator' | 'support' | 'partner' | 'partner-viewer' | 'counter' | 'handler'

interface Options {
  /** More Chromium flags, for example to feed the camera from a file. */
  args?: string[]
  env?: Record<string, string>
  /** With `all`, the service includes a worker, which delivers to webhooks. */
  role?: 'api' | 'all'
}

export interface Person {
  name?: string
  email?: string
  store_id?: string
  partner_id?: string
  expires_in?: number
  /** The browser context. The default is a new one. */
  context?: BrowserContext
}

export class World {
  service!: TestService
  browser!: Browser
  readonly #options: Options
  readonly #foreign: string[] = []
  /** Allowed addresses: URLs that the page itself creates, and the parts of the browser's PDF viewer. */
  readonly #allowed = ['blob:', 'data:', 'chrome:', 'chrome-extension:']
  readonly #complaints: string[] = []
  #expected: RegExp[] = []
  readonly #contexts = new Set<BrowserContext>()
  readonly #folders: string[] = []
  readonly #witness = new Witness()
  readonly shownErrors = new ShownErrors()

  constructor(options: Options) {
    this.#options = options
  }

  get url(): string {
    return this.service.url
  }

  async start(): Promise<void> {
    this.service = await startTestService(this.#options.role ?? 'api', this.#options.env)
    this.browser = await chromium.launch(this.#launch())
  }

  async stop(): Promise<void> {
    await this.browser?.close()
    await this.service?.close()
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true })
  }

  #launch() {
    return { executablePath: process.env.BACKHAUL_CHROMIUM as string, args: [...FLAGS, ...(this.#options.args ?? [])] }
  }

  /** A separate browser context, as of another user. It is closed after the test. */
  async context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.#watched(await this.browser.newContext({ viewport: { width: 1_280, height: 900 }, ...options }))
  }

  /** A Chromium process that stores its data in a folder. Starting it again with the same folder simulates the same device. */
  async device(profile = this.folder()): Promise<BrowserContext> {
    return this.#watched(await chromium.launchPersistentContext(profile, { ...this.#launch(), viewport: { width: 390, height: 844 } }))
  }

  /** Returns an empty folder that is removed at the end. */
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'backhaul-browser-'))
    this.#folders.push(folder)
    return folder
  }

  async #watched(context: BrowserContext): Promise<BrowserContext> {
    await this.shownErrors.watch(context)
    this.#contexts.add(context)
    this.#witness.watch(context)
    context.setDefaultTimeout(PATIENCE_MS)
    context.on('close', () => this.#contexts.delete(context))
    context.on('request', (request) => {
      if (![this.url, ...this.#allowed].some((start) => request.url().startsWith(start))) this.#foreign.push(request.url())
    })
    context.on('console', (message) => {
      // The browser logs every API error and every lost connection, and many tests cause such errors on purpose. They are therefore
      // ignored.
      const isAnswer = message.text().startsWith('Failed to load resource') && message.location().url.startsWith(`${this.url}/v2/`)
      if (['error', 'warning'].includes(message.type()) && !isAnswer) this.#complaints.push(`${message.text()} ${message.location().url}`)
    })
    context.on('weberror', (error) => this.#complaints.push(error.error().message))
    return context
  }

  async open(path: string, context?: BrowserContext): Promise<Page> {
    const page = await (context ?? (await this.context())).newPage()
    await page.goto(this.url + path)
    return page
  }

  /** Creates a sign-in link with the demo partner's key, or with an operator's key if the link requires one. */
  async link(access: Access, { context: _, ...person }: Person = {}): Promise<string> {
    const body = { name: 'Cora Counter', email: 'cora@example.com', ...person, access }
    const isOperators = access === 'operator' || access === 'support' || person.partner_id !== undefined
    const client = isOperators ? await this.service.operator() : this.service.demo
    const answer = await client.post('/v2/console-links', body)
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()])
    const made = new URL(answer.json.url)
    return `${this.url}${made.pathname}${made.hash}`
  }

  /** Creates a session of another user in a browser without a visible page. Resolves with the value of the cookie. */
  async session(access: Access, person: Person = {}): Promise<string> {
    const token = new URL(await this.link(access, person)).hash.slice(1)
    const headers = { 'content-type': 'application/json', origin: this.url, 'x-backhaul-console': '1' }
    const answer = await fetch(`${this.url}/v2/console-sessions`, { method: 'POST', headers, body: JSON.stringify({ token }) })
    expect(answer.status).toBe(201)
    return answer.headers.get('set-cookie') as string
  }

  /**
   * Returns an empty page of a user who is already signed in, for tests that then open a page themselves. `signIn` would load two pages
   * first.
   */
  async signedIn(access: Access, person: Person = {}): Promise<Page> {
    const context = person.context ?? (await this.context())
    const [, name, value] = /^(\w+)=([^;]+)/.exec(await this.session(access, person)) as unknown as [string, string, string]
    await context.addCookies([{ name, value, url: this.url, httpOnly: true, sameSite: 'Strict' }])
    return context.newPage()
  }

  /** Creates a link, opens it, and waits until the user is signed in. */
  async signIn(access: Access, person: Person = {}): Promise<Page> {
    const page = await (person.context ?? (await this.context())).newPage()
    await page.goto(await this.link(access, person))
    await page.waitForURL(/\/(counter|console)(\/|$)/)
    return page
  }

  /** Allows requests to another site that the test itself opens, by its origin. */
  allow(origin: string): void {
    this.#allowed.push(origin)
  }

  /**
   * Expects that the browser logs this complaint during this test, and no other complaint. The complaint may come later than the page's
   * message.
   */
  expectComplaint(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  async endTest(test: TestContext): Promise<void> {
    await this.#witness.endTest(test)
    const expected = this.#expected.splice(0)
    const missing = () => expected.filter((pattern) => !this.#complaints.some((text) => pattern.test(text)))
    if (test.task.result?.state !== 'fail') await expect.poll(missing).toEqual([])
    await Promise.all([...this.#contexts].map((context) => context.close()))
    const others = this.#complaints.splice(0).filter((text) => !expected.some((pattern) => pattern.test(text)))
    const jargon = await this.shownErrors.takeJargon()
    expect({ foreign: this.#foreign.splice(0), complaints: others, jargon }).toEqual({ foreign: [], complaints: [], jargon: [] })
  }
}

export const withBrowser = (options: Options = {}): World => {
  const world = new World(options)
  beforeAll(() => world.start())
  afterEach((test) => world.endTest(test))
  afterAll(() => world.stop())
  return world
}

/** Report only violations. Listing the position of every element that passes would take a third of the time. */
const WRONG_ONLY = { resultTypes: ['violations'], selectors: false }
/** The axe rules that depend on colors. All other results are the same in dark mode. */
const IN_THE_DARK = { ...WRONG_ONLY, runOnly: ['color-contrast', 'link-in-text-block'] }

/** Expects no finding of axe, readable text, and no overflow, in light and dark mode, on a phone, a tablet and a desktop. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await expectReadable(page)
  const size = page.viewportSize()
  await page.evaluate(axe.source)
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const found = await page.evaluate<string[]>(
        `axe.run(${JSON.stringify(colorScheme === 'dark' ? IN_THE_DARK : WRONG_ONLY)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
      )
      expect([colorScheme, width, found]).toEqual([colorScheme, width, []])
      expect([width, (await page.evaluate<number>('document.documentElement.scrollWidth')) <= width]).toEqual([width, true])
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (size) await page.setViewportSize(size)
}

/**
 * Returns the accessible names of the elements that the Tab key reaches, in order. Starts at the top of the page and ends when the Tab key
 * is back there, or after 100 elements.
 */
export const tabStops = async (page: Page): Promise<string[]> => {
  const names: string[] = []
  // The Tab key continues from the last focused position, even if the element there is gone.
  await page.evaluate(`(() => {
    const top = document.createElement('span')
    top.tabIndex = -1
    document.body.prepend(top)
    top.focus()
    top.remove()
  })()`)
  while (names.length < 100) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate<string | null>(`(() => {
      const at = document.activeElement
      if (!at || at === document.body || at.dataset.seen) return null
      at.dataset.seen = 'yes'
      return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent?.trim() ?? at.textContent?.trim() ?? ''
    })()`)
    if (name === null) break
    names.push(name)
  }
  await page.evaluate('document.querySelectorAll("[data-seen]").forEach((one) => { delete one.dataset.seen })')
  return names
}

/** Number of tries. There are several, because other processes may use the processors for a while. */
export const TRIES = 6

/**
 * Expects that a result appears within its promised time in the best of six tries. `act` triggers the result and returns its locator. The
 * result must not exist before.
 */
export const expectWithin = async (limit_ms: number, act: (tries: number) => Promise<Locator>): Promise<void> => {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && best >= limit_ms; tries++) {
    const wanted = await act(tries)
    const begun = performance.now()
    await wanted.waitFor()
    best = Math.min(best, performance.now() - begun)
  }
  // The result appeared. How soon it appeared cannot be measured on a busy machine.
  if (best >= limit_ms && isBusy()) return
  expect(best).toBeLessThan(limit_ms)
}

/** Returns whether other processes use so much of the processors that measured times mean nothing. */
export const isBusy = (): boolean => (loadavg()[0] as number) > 2 * availableParallelism()

const READY_MS = 1000

/**
 * Expects that a page is ready for the user within a second of being opened, in the best of six tries, on a processor slowed down four
 * times. `acted` runs in the page before each frame. It does what a user would do, and returns true when that is done. The measurement
 * takes place in the page, because the slowdown would also affect the driver outside. The test is skipped on a busy machine, because the
 * page would get less processor time there than the promise assumes.
 */
export const expectReadyInTime = async (context: BrowserContext, url: string, acted: () => boolean, skip: TestContext['skip']) => {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && best >= READY_MS; tries++) {
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    let tell: (ready_ms: number) => void = () => {}
    const ready = new Promise<number>((resolve) => {
      tell = resolve
    })
    // The function must exist before the page is opened, because a page that is ready immediately calls it immediately.
    await page.exposeFunction('isReady', tell)
    await page.addInitScript(`{
      const acted = ${acted}
      const look = () => (acted() ? isReady(performance.now()) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    }`)
    await page.goto(url)
    best = Math.min(best, await ready)
    await page.close()
  }
  if (best >= READY_MS && isBusy()) skip(`it took ${Math.round(best)} ms on a machine that is too busy to tell`)
  expect(best).toBeLessThan(READY_MS)
}
