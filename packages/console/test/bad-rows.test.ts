import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BadRows } from '../src/console/network/bad-rows.tsx'

test('the error of an import is shown completely, with its row and column', () => {
  const message = `is not a known column; use ${Array.from({ length: 40 }, (_, i) => `column_${i}`).join(', ')}`
  const faults = [{ row: 1, field: 'kode', code: 'column_unknown', message }]
  const text = renderToStaticMarkup(createElement(BadRows, { label: 'Invalid rows', what: 'Error', faults }))
  expect(text).toContain(message)
  expect(text).toMatch(/<th scope="row"><bdi>kode<\/bdi><\/th>/)
  // The style sheet for long tables cuts text that is longer than its column.
  expect(text).not.toContain('class="table"')
})
