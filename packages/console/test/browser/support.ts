// What every browser test of the pages begins with: the real service on a database of its own, the pages as they were built, and a Chromium
// that can reach nobody but the service. `withBrowser()` at the head of a test file starts them. After each test it checks what must hold on
// every page: no request to elsewhere, no violation of the policy, nothing in the browser's console, no jargon in an error.
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
 * Parts of Chromium that no page is in, but that each window starts: the lists below its address line are pages in a process of their own, which
 * took more than half of what a window costs. The process that is kept ready for the next page stays: people have it too, and without it a page is
 * ready a sixth of a second later.
 */
export const PARTS_OFF = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
/** What Playwright 1.65 turns off for the sake of its own work: Chromium obeys only the last flag of this name. */
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
/** Nobody is promised that a page comes within this time: a machine with much to do is no fault of the page. What is promised has its own limit. */
export const PATIENCE_MS = 30_000
const WIDTHS = [360, 768, 1440]
const SCHEMES = ['light', 'dark'] as const

export type Access = 'operator' | 'support' | 'partner' | 'partner-viewer' | 'counter' | 'handler'

interface Options {
  /** More flags of Chromium, such as a camera that is fed from a file. */
  args?: string[]
  /** Settings of the service. */
  env?: Record<string, string>
  /** `all`: with a worker, which delivers to webhooks. */
  role?: 'api' | 'all'
}

export interface Person {
  name?: string
  email?: string
  store_id?: string
  partner_id?: string
  expires_in?: number
  /** Whose browser; a new one when absent. */
  context?: BrowserContext
}

/** The service and the browser of one test file. */
export class World {
  service!: TestService
  browser!: Browser
  readonly #options: Options
  readonly #foreign: string[] = []
  /** What a page made itself, and the parts of the browser's own viewer for PDF. */
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

  /** A browser of its own, as of another person. It is closed after the test. */
  async context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.#watched(await this.browser.newContext({ viewport: { width: 1_280, height: 900 }, ...options }))
  }

  /** A Chromium process that keeps what it knows in a folder: started again on the same one, it is the same device. */
  async device(profile = this.folder()): Promise<BrowserContext> {
    return this.#watched(await chromium.launchPersistentContext(profile, { ...this.#launch(), viewport: { width: 390, height: 844 } }))
  }

  /** An empty folder that is removed at the end. */
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
      // A refusal of the API, or a lost line, is what many tests are about; the browser notes each.
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

  /** A link for somebody; the key decides whose it is: the demo partner's, but an operator's where only such a key may make it. */
  async link(access: Access, { context: _, ...person }: Person = {}): Promise<string> {
    const body = { name: 'Cora Counter', email: 'cora@example.com', ...person, access }
    const isOperators = access === 'operator' || access === 'support' || person.partner_id !== undefined
    const client = isOperators ? await this.service.operator() : this.service.demo
    const answer = await client.post('/v2/console-links', body)
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()])
    const made = new URL(answer.json.url)
    return `${this.url}${made.pathname}${made.hash}`
  }

  /** Somebody else is signed in, in a browser that nobody looks at; resolves with what its cookie says. */
  async session(access: Access, person: Person = {}): Promise<string> {
    const token = new URL(await this.link(access, person)).hash.slice(1)
    const headers = { 'content-type': 'application/json', origin: this.url, 'x-backhaul-console': '1' }
    const answer = await fetch(`${this.url}/v2/console-sessions`, { method: 'POST', headers, body: JSON.stringify({ token }) })
    expect(answer.status).toBe(201)
    return answer.headers.get('set-cookie') as string
  }

  /** An empty page of somebody who is signed in already, for a test that opens a page next: `signIn` loads two pages before that one. */
  async signedIn(access: Access, person: Person = {}): Promise<Page> {
    const context = person.context ?? (await this.context())
    const [, name, value] = /^(\w+)=([^;]+)/.exec(await this.session(access, person)) as unknown as [string, string, string]
    await context.addCookies([{ name, value, url: this.url, httpOnly: true, sameSite: 'Strict' }])
    return context.newPage()
  }

  /** Opens a link made for this and waits until it led inside. */
  async signIn(access: Access, person: Person = {}): Promise<Page> {
    const page = await (person.context ?? (await this.context())).newPage()
    await page.goto(await this.link(access, person))
    await page.waitForURL(/\/(counter|console)(\/|$)/)
    return page
  }

  /** Another site that a test itself opens, by its origin. */
  allow(origin: string): void {
    this.#allowed.push(origin)
  }

  /** What the browser is to complain of in this test, and nothing else. It may do so later than the page shows why. */
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

/** What is wrong is asked for, and not where all that is right stands, which took a third of the time. */
const WRONG_ONLY = { resultTypes: ['violations'], selectors: false }
/** Of what axe looks for, what depends on the colors; the rest is the same in the dark. */
const IN_THE_DARK = { ...WRONG_ONLY, runOnly: ['color-contrast', 'link-in-text-block'] }

/** axe has nothing to say, people can read all texts, and nothing sticks out, in light and dark, on a phone, a tablet and a desk. */
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

/** The accessible names of what the Tab key reaches, in its order, from the top of the page until it starts again; at most 100. */
export const tabStops = async (page: Page): Promise<string[]> => {
  const names: string[] = []
  // Tab goes on from where the focus was last, even if that is gone.
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

/** Others may want the processors for a while. */
export const TRIES = 6

/**
 * What is promised within a time is seen within it, at the best of six tries. `act` does what is to be seen, and says where: something that is
 * not there yet.
 */
export const expectWithin = async (limit_ms: number, act: (tries: number) => Promise<Locator>): Promise<void> => {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && best >= limit_ms; tries++) {
    const wanted = await act(tries)
    const begun = performance.now()
    await wanted.waitFor()
    best = Math.min(best, performance.now() - begun)
  }
  // It was seen; how soon, a machine that is too busy cannot tell.
  if (best >= limit_ms && isBusy()) return
  expect(best).toBeLessThan(limit_ms)
}

/** Whether others want so much of the processors that times say nothing of what is measured. */
export const isBusy = (): boolean => (loadavg()[0] as number) > 2 * availableParallelism()

const READY_MS = 1000

/**
 * That a page is ready to act within a second of being opened, at the best of six tries, on a processor slowed down four times. `acted` does in
 * the page what somebody would do there, before each frame until it is true that it was done: the driver outside, whose looking would be slowed
 * down too, takes no part. On a machine too busy to tell the test is skipped: four times slower than what others leave of it is another promise.
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
    // The page has the function before it is opened: one that is ready at once would find nothing to call.
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
