import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DayField, dayOf, pickedOf } from '../src/design/day-field.tsx'

test('a day is entered with a date picker, including yearly days', () => {
  const field = (value: string) => renderToStaticMarkup(createElement(DayField, { label: 'Day', value, error: null, onChange: () => {} }))
  expect(field('2026-11-26')).toMatch(/type="date"[^>]* value="2026-11-26"/)
  expect(field('2026-11-26')).not.toContain('checked')
  expect(field('02-29')).toMatch(/type="date"[^>]* value="2028-02-29"/)
  expect(field('02-29')).toContain('checked')
})

test('a picked day is sent in the format of the service', () => {
  expect([dayOf('2026-11-26', false), dayOf('2028-02-29', true), dayOf('', true)]).toEqual(['2026-11-26', '02-29', ''])
  expect(['2026-11-26', '11-26', ''].map(pickedOf)).toEqual(['2026-11-26', '2028-11-26', ''])
})
