// Programs of the siege, each in a process and a session of its own: Linux shares processors among sessions first.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Helper } from '../lib/processes.ts'

const LOWEST = 19
/** Of a session. With the lowest of all the attackers would not get to attack beside a service that is busy. */
const BEHIND = 10

/** `isLowest`: with all its threads, also those that it had before its first line ran, and as a session. */
export const start = async (program: 'attackers' | 'victim', { isLowest = false } = {}): Promise<Helper> => {
  const lowest = isLowest ? { execPath: 'nice', execArgv: ['-n', String(LOWEST), process.execPath] } : {}
  const helper = new Helper(fileURLToPath(new URL(`${program}.js`, import.meta.url)), { detached: true, ...lowest })
  process.once('exit', () => helper.stop())
  await helper.next()
  if (isLowest) {
    try {
      writeFileSync(`/proc/${helper.child.pid}/autogroup`, String(BEHIND))
    } catch {
      // A system that does not share processors among sessions.
    }
  }
  return helper
}
