import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

/** Returns the processor seconds of this process and of the children that it waited for. Only /proc shows the latter. */
const spent = () => {
  const { user, system } = process.cpuUsage()
  const [waitedUser, waitedSystem] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(13, 15)
    .map(Number)
  return {
    fork: { user: user / 1e6, system: system / 1e6 },
    started: { user: (waitedUser as number) / 100, system: (waitedSystem as number) / 100 },
  }
}

const minus = (a: { user: number; system: number }, b: { user: number; system: number }) => ({
  user: a.user - b.user,
  system: a.system - b.system,
})

/**
 * Measures each test file for scripts/test-time.mjs. This file runs before each test file, so its hook is registered first and runs last.
 */
const before = spent()
afterAll(() => {
  const after = spent()
  const times = { fork: minus(after.fork, before.fork), started: minus(after.started, before.started) }
  appendFileSync(process.env.BACKHAUL_TEST_TIME_FILE as string, `${JSON.stringify({ file: expect.getState().testPath, ...times })}\n`)
})
