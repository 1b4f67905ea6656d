// Starts the programs of the siege, each in its own process and session, because Linux first shares processors among sessions.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Helper } from '../lib/processes.ts'

const LOWEST = 19
/** Nice value of the attackers' session. At the lowest priority (19) the attackers would get no processor time next to a busy service. */
const BEHIND = 10

/**
 * If `isLowest` is set, starts the process at the lowest priority, so that all its threads have it, and lowers the priority of its session.
 */
export const start = async (program: 'attackers' | 'victim', { isLowest = false } = {}): Promise<Helper> => {
  const lowest = isLowest ? { execPath: 'nice', execArgv: ['-n', String(LOWEST), process.execPath] } : {}
  const helper = new Helper(fileURLToPath(new URL(`${program}.js`, import.meta.url)), { detached: true, ...lowest })
  process.once('exit', () => helper.stop())
  await helper.next()
  if (isLowest) {
    try {
      writeFileSync(`/proc/${helper.child.pid}/autogroup`, String(BEHIND))
    } catch {
      // This system does not share processors among sessions.
    }
  }
  return helper
}
