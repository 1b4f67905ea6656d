// Programs of the siege, each in a process of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LOWEST = 19
/** Of a session. With the lowest of all the attackers would not get to attack beside a service that is busy. */
const BEHIND = 10

/**
 * Starts a program of this folder, in a session of its own: Linux shares processors among sessions first. `isLowest`: with all its threads,
 * also those that it had before its first line ran, and as a session.
 */
export const start = async (program, { isLowest = false } = {}) => {
  const lowest = isLowest ? { execPath: 'nice', execArgv: ['-n', String(LOWEST), process.execPath] } : {}
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), { detached: true, ...lowest })
  process.once('exit', () => child.kill('SIGKILL'))
  await once(child, 'message')
  if (isLowest) {
    try {
      writeFileSync(`/proc/${child.pid}/autogroup`, String(BEHIND))
    } catch {
      // A system that does not share processors among sessions.
    }
  }
  return child
}

/** What the child answers to the message. Throws when it ends instead. */
export const ask = async (child, message) => {
  child.send(message)
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`))),
  ])
  return answer
}
