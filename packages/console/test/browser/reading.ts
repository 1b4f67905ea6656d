// Rules for the text of a page: names instead of ids, one date format, counts, and amounts with their currency.
import { ID_PREFIXES } from '@backhaul/core/ids.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const ID = `(?:${Object.values(ID_PREFIXES).join('|')})_[0-9a-z]{10,}`
/** Patterns that the text of a page must not contain. The pages write dates as "Nov 27, 2026", the browser's medium length. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  'a raw id': `\\b${ID}`,
  'a number that hides how many': '\\b\\d+\\+(?!\\d)',
  'another way to write a date': '\\b\\d{4}-\\d{2}-\\d{2}(?:T\\d|\\b)|\\b\\d{1,2}/\\d{1,2}/\\d{2,4}\\b|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{4}\\b',
}
/** Elements that are not checked: their text is for programs, or they are details that a user opens on purpose. */
const FOR_PROGRAMS = 'pre, figure, details, textarea, [data-raw]'

/** Returns the unreadable texts of a page, each with its reason. */
const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const forbidden = ${JSON.stringify(Object.entries(FORBIDDEN))}.map(([what, text]) => [what, new RegExp(text)])
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let at = texts.nextNode(); at; at = texts.nextNode()) {
      const text = at.data.trim()
      const parent = at.parentElement
      if (text === '' || parent.closest(${JSON.stringify(FOR_PROGRAMS)}) || !parent.checkVisibility({ visibilityProperty: true })) continue
      for (const [what, pattern] of forbidden) if (pattern.test(text)) found.push(what + ': ' + text.slice(0, 120))
      if (/^[-+−]?[\\d,]*\\.\\d{2}$/.test(text) && parent.closest('td, dd, li')) found.push('an amount without currency: ' + text)
    }
    return found
  })()`)

/** Polls, because names may load a moment after the page. */
export const expectReadable = (page: Page): Promise<void> => expect.poll(() => unreadable(page), { timeout: 10_000 }).toEqual([])
