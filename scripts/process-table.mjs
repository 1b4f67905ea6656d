// The processes of this machine, as Linux tells them.
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Of the kernel's clock, in which it counts the time of processes. */
const TICKS_PER_S = 100

/** '' for what has ended meanwhile, or where there is no such file. */
export const readText = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** All processes: parent, command, and seconds of processor that they have used. By id. */
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

/** Seconds of processor that this machine has used for anybody, or that its host gave to others; null where nobody says so of this machine alone. */
export const machineUsedS = () => {
  const lines = readText('/proc/stat').split('\n')
  if (lines.filter((line) => /^cpu\d/.test(line)).length !== availableParallelism()) return null
  const [user, nice, system, , , irq, softirq, steal] = lines[0].trim().split(/\s+/).slice(1).map(Number)
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_S
}

/** Of this process and those below it. */
export const familyOf = (table, root) => {
  const isBelow = (pid) => pid === root || (table.has(pid) && isBelow(table.get(pid).parent))
  return [...table.keys()].filter(isBelow)
}
