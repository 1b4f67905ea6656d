// Programs of the siege, each in a process of its own, and what the processes of the machine use.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Of the kernel's clock, in which it counts the time of processes. */
const TICKS_PER_S = 100
const LOWEST = 19
/** Of a session. With the lowest of all the attackers would not get to attack beside a service that is busy. */
const BEHIND = 10

/** '' for what has ended meanwhile, or where there is no such file. */
export const readText = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

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

/** All processes: parent, command, arguments, and seconds of processor that they have used. By id. */
export const processTable = () => {
  const table = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readText(`/proc/${name}/stat`)
    // The command may have any characters in it, but for its closing parenthesis.
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    const used_s = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
    table.set(Number(name), { parent: Number(fields[1]), command: stat.slice(stat.indexOf('(') + 1, end), used_s })
  }
  return table
}

/** Of this process and those below it. */
export const familyOf = (table, root) => {
  const isBelow = (pid) => pid === root || (table.has(pid) && isBelow(table.get(pid).parent))
  return [...table.keys()].filter(isBelow)
}
