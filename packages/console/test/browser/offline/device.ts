// A device at a counter: a Chromium with a persistent profile. It can be killed, as if its battery were empty, and started again. This
// module starts Chromium itself, because Playwright would not give access to the process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { PARTS_OFF, PATIENCE_MS } from '../support.ts'

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-dev-shm-usage',
  '--password-store=basic',
  `--disable-features=${PARTS_OFF.join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--remote-debugging-port=0',
]

export class Device {
  readonly profile = mkdtempSync(join(tmpdir(), 'backhaul-device-'))
  #child: ChildProcess | null = null
  #browser: Browser | null = null
  readonly #onStart: (context: BrowserContext) => void

  /** `onStart`: called with the browser context after each start. */
  constructor(onStart: (context: BrowserContext) => void) {
    this.#onStart = onStart
  }

  /** `flags`: Chromium flags in addition to those of every test. */
  async start(flags: readonly string[] = []): Promise<BrowserContext> {
    const args = [...FLAGS, ...flags, `--user-data-dir=${this.profile}`, 'about:blank']
    // Its own process group, so that a kill reaches every process that the browser starts.
    const child = spawn(process.env.BACKHAUL_CHROMIUM as string, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
    const address = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
        if (found) resolve(found)
      })
      child.once('exit', () => reject(new Error(`Chromium ended: ${said}`)))
    })
    this.#browser = await chromium.connectOverCDP(address)
    const context = this.#browser.contexts()[0] as BrowserContext
    context.setDefaultTimeout(PATIENCE_MS)
    this.#onStart(context)
    return context
  }

  /** Kills all processes of the browser at once. Resolves when they are gone. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    process.kill(-(child.pid as number), 'SIGKILL')
    await gone
    await this.#browser?.close().catch(() => {})
    // A killed browser leaves these locks, which would stop the next one from using the profile.
    for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) rmSync(join(this.profile, name), { force: true })
  }

  /**
   * Damages the browser's databases like a write that an empty battery interrupts. At its next start, the browser finds the damage, deletes
   * the databases, and creates empty ones. Kill the browser before calling this.
   */
  tearDatabases(): void {
    const dir = join(this.profile, 'Default', 'IndexedDB')
    const logs = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log'))
    if (logs.length === 0) throw new Error('this browser keeps its databases in other files: tear those')
    for (const name of logs) {
      const bytes = readFileSync(join(dir, name))
      bytes.fill(0x55, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 64)
      writeFileSync(join(dir, name), bytes)
    }
  }

  /** Closes the browser as its user would, so that all data is written. */
  async quit(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    const session = await this.#browser?.newBrowserCDPSession()
    await session?.send('Browser.close').catch(() => {})
    await gone
    await this.#browser?.close().catch(() => {})
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.profile, { recursive: true, force: true })
  }
}
