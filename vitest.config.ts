import { statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These take half a minute each, mostly waiting; one that began last would be waited for alone. */
const LONG = [
  'documents/objects.long',
  'machine/allotments',
  'scenario/model',
  'delivery/workers',
  'delivery/bell',
  'machine/processes',
  'machine/large',
  'scenario/hung',
  'scenario/kill',
  'coverage/coverage',
  'cli/start',
  'database/database-hosts',
  'carriers/exchange.long',
  'test/retry',
]

/**
 * Where the tests keep their databases: in memory where that has room, as a database made from a template is some 300 new files, which took a
 * quarter of all the processor time on disk.
 */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    // Not Linux.
    return false
  }
}
if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = MEMORY

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`${name}.test.ts`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  // The packages of this workspace as they are in src, not as they were built last.
  resolve: {
    alias: [
      { find: /^@backhaul\/([\w-]+)$/, replacement: `${import.meta.dirname}/packages/$1/src/index.ts` },
      { find: /^@backhaul\/server\/(contracts|testing)$/, replacement: `${import.meta.dirname}/packages/server/src/$1/index.ts` },
    ],
  },
  test: {
    // On disk, so that the next run of one file need not transform the whole program again.
    experimental: { fsModuleCache: process.env.VITEST_MODULE_CACHE !== 'off' },
    include: ['packages/*/test/**/*.test.ts'],
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    // Only when processor time is measured (scripts/test-time.mjs).
    setupFiles: process.env.BACKHAUL_TEST_TIME_FILE ? ['packages/server/test/support/test-time.ts'] : [],
    pool: 'forks',
    // Test files share the modules of the program, which keep nothing of a test; loading them anew for each file took a fifth of the time.
    isolate: false,
    // Two more than the processors of a small machine: many tests wait, for a lease to run out or a process to start.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // For what hangs: on a machine with much else to do everything takes ten times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
