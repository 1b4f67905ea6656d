import { defineConfig } from 'vitest/config'

/** The tests of packages/core that need no database and no process, for `npm run mutate:core`. */
const TESTS = [
  'customs/territories',
  'money/money',
  ...['create', 'custody', 'disposition', 'grid', 'lifecycle', 'rate', 'scan', 'tariff', 'tariff-lives', 'walk'].map(
    (name) => `shipments/${name}`,
  ),
]

export default defineConfig({
  // Stryker changes a copy; node_modules would lead to the original.
  resolve: { alias: [{ find: /^@backhaul\/core\/(.*)$/, replacement: `${import.meta.dirname}/packages/core/src/$1` }] },
  test: { include: TESTS.map((name) => `packages/server/test/${name}.test.ts`), isolate: false, testTimeout: 60_000 },
})
