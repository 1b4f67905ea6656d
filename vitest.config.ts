import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The packages of this workspace as they are in src, not as they were built last.
  resolve: { alias: [{ find: /^@backhaul\/([\w-]+)$/, replacement: `${import.meta.dirname}/packages/$1/src/index.ts` }] },
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    pool: 'forks',
    // Test files share the modules of the program, which keep nothing of a test; loading them anew for each file took a fifth of the time.
    isolate: false,
    // PostgreSQL, the service and its clients share the machine with the tests.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
