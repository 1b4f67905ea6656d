// Prints enough about a failed browser test to explain the failure from the log alone: the content of each page, the complaints of the
// browsers, and the requests without a response. A random failure seldom happens again, least of all on the machine of the person who
// investigates it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { TestContext } from 'vitest'

/** Time limit for asking one page. A page that hangs does not answer, and the other pages must still be asked. */
const CHECK_INTERVAL_MS = 3_000
const LAST = 8
const PICTURES = join(import.meta.dirname, '../../../../.cache/failed-pages')

const SEEN = `(() => {
  const words = (one) => one.innerText.replace(/\\s+/g, ' ').trim().slice(0, 200)
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map(words)
  const at = document.activeElement
  return [
    document.readyState + ', ' + document.visibilityState + ', worker: ' + Boolean(navigator.serviceWorker?.controller),
    'h1: ' + shown('h1').join(' | '),
    'dialogs: ' + shown('dialog[open]').join(' | '),
    'alerts: ' + shown('[role=alert], [role=status], .outcome-box').join(' | '),
    'focus: ' + (at ? at.cloneNode(false).outerHTML?.slice(0, 160) : 'nowhere'),
    'text: ' + (document.body?.innerText ?? '').replace(/\\s+/g, ' ').slice(0, 600),
  ]
})()`

const inTime = <T>(what: Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, CHECK_INTERVAL_MS, null)
  })
  return Promise.race([what.catch(() => null), late]).finally(() => clearTimeout(timer))
}

interface Seen {
  context: BrowserContext
  /** The problems so far, the latest at the end. */
  lines: string[]
  /** The time since which each request has been waiting. */
  pending: Map<object, string>
}

export class Witness {
  #begun = 0
  #seen: Seen[] = []

  /** Watches a browser context until its test has ended. */
  watch(context: BrowserContext): void {
    const seen: Seen = { context, lines: [], pending: new Map() }
    if (this.#seen.length === 0) this.#begun = performance.now()
    this.#seen.push(seen)
    const note = (line: string) => seen.lines.push(`${this.#now()} ${line.slice(0, 300)}`)
    context.on('request', (request) => seen.pending.set(request, `${this.#now()} ${request.method()} ${request.url().slice(0, 160)}`))
    context.on('requestfinished', (request) => seen.pending.delete(request))
    context.on('requestfailed', (request) => {
      seen.pending.delete(request)
      note(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400) note(`${response.request().method()} ${response.url()}: ${response.status()}`)
    })
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) note(`console: ${message.text()}`)
    })
    context.on('weberror', (error) => note(`thrown: ${error.error().message}`))
    context.on('close', () => note('this browser was closed'))
  }

  #now(): string {
    return `${((performance.now() - this.#begun) / 1_000).toFixed(1)} s`
  }

  /** Runs at the end of a test, before its pages are closed. If the test failed, adds the visible state to its message. */
  async endTest({ task }: TestContext): Promise<void> {
    const seen = this.#seen.splice(0)
    const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined
    if (error) error.message += `\n${await this.#told(seen, task.name)}`
  }

  async #told(seen: readonly Seen[], name: string): Promise<string> {
    const lines = [`-- What was to be seen, ${this.#now()} after its first browser was opened:`]
    for (const [i, { context, lines: wrong, pending }] of seen.entries()) {
      lines.push(`-- browser ${i + 1}: ${context.pages().length} pages`)
      for (const page of context.pages()) lines.push(...(await this.#pageTold(page, name)))
      lines.push(...wrong.slice(-LAST), ...[...pending.values()].slice(-LAST).map((request) => `no answer since ${request}`))
    }
    return lines.join('\n   ')
  }

  async #pageTold(page: Page, name: string): Promise<string[]> {
    const told = await inTime(page.evaluate<string[]>(SEEN))
    const title = await inTime(page.title())
    const file = join(PICTURES, `${name.replace(/[^\w]+/g, '-').slice(0, 60)}-${Date.now()}.png`)
    mkdirSync(PICTURES, { recursive: true })
    const picture = await inTime(page.screenshot({ path: file, timeout: CHECK_INTERVAL_MS }))
    return [`${page.url()} "${title}"`, ...(told ?? ['it does not answer']), ...(picture ? [file] : [])]
  }
}
