// Records every error that a page shows during a test, even for a moment. Errors must be sentences for people, like those of the API
// (server/test/support/plain-errors.ts).
import type { BrowserContext } from 'playwright-core'
import { jargonIn } from '../../../server/test/support/plain-errors.ts'

const ERRORS = '[role=alert], .wrong, .notice.bad'

/** This script runs in each page before the page's own scripts. */
const WATCH = `{
  const tell = (one) => one.textContent.trim() !== '' && noteError(one.textContent)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const one of [target, ...addedNodes]) {
        const element = one instanceof Element ? one : one.parentElement
        const around = element?.closest(${JSON.stringify(ERRORS)})
        if (around) tell(around)
        else if (one !== target) element?.querySelectorAll(${JSON.stringify(ERRORS)}).forEach(tell)
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}`

export class ShownErrors {
  readonly #texts = new Set<string>()

  async watch(context: BrowserContext): Promise<void> {
    await context.exposeFunction('noteError', (text: string) => this.#texts.add(text))
    await context.addInitScript(WATCH)
  }

  /** Returns the jargon in the errors shown since the last call, each with the text of its error. */
  async takeJargon(): Promise<string[]> {
    const texts = [...this.#texts]
    this.#texts.clear()
    const found = await Promise.all(texts.map(async (text) => [text, await jargonIn(text)] as const))
    return found.flatMap(([text, jargon]) => (jargon === null ? [] : [`${jargon}: ${text.slice(0, 200)}`]))
  }
}
