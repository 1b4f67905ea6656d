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

test('a carrier report applies row by row; other files apply completely or not at all', () => {
  const facts = { applied_rows: 3, created_rows: 2, unmatched_rows: 1, error_count: 1, rows: 4 }
  const report = (state: ImportDetail['state']) => outcomeOf(found('carrier-report', { state, ...facts }))
  expect(report('applying')).toBe('In progress: 3 rows imported: 2 new, 1 with unknown numbers (listed under unmatched scans).')
  expect(report('done')).toContain('1 error: correct those rows')
  expect(report('interrupted')).not.toContain('Nothing was changed')
  expect(outcomeOf(found('stores', { state: 'interrupted', ...facts }))).toContain('Nothing was changed')
  expect(outcomeOf(found('rates', { state: 'applying', ...facts }))).toContain('3 of 4 are written')
  expect(restartsOf(found('carrier-report', {}))).toContain('continued with the next row')
  expect(restartsOf(found('stores', {}))).toContain('Nothing from the earlier attempts is in effect')
})
