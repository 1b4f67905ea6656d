import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyId } from '../src/console/names.tsx'
import { actorWords, subjectWords } from '../src/console/people/audit-words.ts'
import { calendarDayText, Day, dayText, momentText } from '../src/shared/time.tsx'

afterEach(() => vi.unstubAllGlobals())
const text = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, element))

test('an id is copied by a button, or shown where pages have no clipboard', () => {
  const id = createElement(CopyId, { id: 'shp_1', of: '9400' })
  vi.stubGlobal('navigator', { clipboard: {} })
  expect(text(id)).toContain('<span class="unseen">Copy id of 9400</span>')
  expect(text(id)).not.toContain('>shp_1<')
  vi.stubGlobal('navigator', {})
  expect(text(id)).toBe('<code>shp_1</code>')
})

test('days are formatted like timestamps, independent of the browser’s time zone', () => {
  expect(dayText('2026-11-26')).toBe(
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 26)),
  )
  expect(momentText('2026-11-26T12:00:00Z').startsWith(dayText('2026-11-26'))).toBe(true)
  expect(text(createElement(Day, { on: '2026-11-26' }))).toContain('dateTime="2026-11-26"')
})

test('actors and subjects are shown without full ids, and codes are shown unchanged', () => {
  const id = 'key_06h1wn8hpxr0f1zbksy4zjpnfg'
  expect(actorWords(`key:${id}`)).toBe('key …zjpnfg')
  expect(actorWords('session:ses_06h1wn8hpxr0f1zbksy4zjpnfg cora@example.com')).toBe('cora@example.com')
  expect(actorWords('cli:root@host')).toBe('cli:root@host')
  expect(subjectWords({ subject: id })).toBe('key …zjpnfg')
  expect(subjectWords({ subject: 'northline' })).toBe('northline')
})

test('calendar days are formatted like other days, and yearly days have no year', () => {
  expect(calendarDayText('2026-12-25')).toBe(dayText('2026-12-25'))
  expect(calendarDayText('02-29')).toMatch(/29.*, every year$/)
})
