import type { ImportDetail } from '@backhaul/client'
import { expect, test } from 'vitest'
import { outcomeOf, restartsOf } from '../src/console/network/import-outcome.ts'

const found = (kind: ImportDetail['kind'], facts: Partial<ImportDetail>) =>
  ({
    kind,
    rows: null,
    checked_rows: 0,
    applied_rows: 0,
    created_rows: 0,
    changed_rows: 0,
    unmatched_rows: 0,
    error_count: 0,
    restarts: 1,
    ...facts,
  }) as ImportDetail

test('of a report each row counts by itself, of other files all or none', () => {
  const facts = { applied_rows: 3, created_rows: 2, unmatched_rows: 1, error_count: 1, rows: 4 }
  const report = (state: ImportDetail['state']) => outcomeOf(found('carrier-report', { state, ...facts }))
  expect(report('applying')).toBe('Under way: 3 rows taken in, of which 2 new and 1 of unknown numbers, which wait in the inbox.')
  expect(report('done')).toContain('1 error: correct those rows')
  expect(report('interrupted')).not.toContain('Nothing was changed')
  expect(outcomeOf(found('stores', { state: 'interrupted', ...facts }))).toContain('Nothing was changed')
  expect(outcomeOf(found('rates', { state: 'applying', ...facts }))).toContain('3 of 4 are written')
  expect(restartsOf(found('carrier-report', {}))).toContain('went on with the next row')
  expect(restartsOf(found('stores', {}))).toContain('Nothing of the earlier tries')
})
