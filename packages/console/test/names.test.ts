import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyId } from '../src/console/names.tsx'
import { Day, dayText, momentText } from '../src/shared/time.tsx'

afterEach(() => vi.unstubAllGlobals())
const text = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, element))

test('an id is behind a button, and shown where a browser has no clipboard for pages', () => {
  const id = createElement(CopyId, { id: 'shp_1', of: '9400' })
  vi.stubGlobal('navigator', { clipboard: {} })
  expect(text(id)).toContain('Copy id<span class="unseen"> of 9400</span>')
  expect(text(id)).not.toContain('>shp_1<')
  vi.stubGlobal('navigator', {})
  expect(text(id)).toBe('<code>shp_1</code>')
})

test('days are written as moments are, wherever the browser is', () => {
  expect(dayText('2026-11-26')).toBe(
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 26)),
  )
  expect(momentText('2026-11-26T12:00:00Z').startsWith(dayText('2026-11-26'))).toBe(true)
  expect(text(createElement(Day, { on: '2026-11-26' }))).toContain('dateTime="2026-11-26"')
})
