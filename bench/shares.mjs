// Measures how processor time was divided between processes during a measurement. Works on Linux only.
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_S = 100
/** If the idle share is below this value, the processors are the bottleneck. */
const SHORT = 0.08
/** A thread that is busy for this share of the time is saturated. */
const FULL = 0.9

/** `gone_s` is the processor time of ended child processes. */
const statOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  const seconds = (first) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_S
  return { parent: Number(fields[1]), s: seconds(11), gone_s: seconds(13) }
}

/** The last argument of the command is the name of the process (app/process.ts). */
const commandOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

const postmasterOf = ({ home }) => Number(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/**
 * Returns the processor seconds that each role has used so far, and the machine's idle time. Throws if the system does not report them.
 * @param {{ servicePid: number, loadPid: number, receiverPid?: number, home?: string }} of `home` is the folder of the embedded database
 */
export const processorTimes = (of) => {
  const found = new Map()
  const postmaster = of.home && postmasterOf(of)
  const roleOf = (pid, parent) => {
    if (pid === of.servicePid) return 'service'
    if (pid === of.loadPid) return 'load generator'
    if (pid === of.receiverPid) return 'receiver'
    if (pid === postmaster || parent === postmaster) return 'PostgreSQL'
    return parent === of.servicePid ? (commandOf(pid).split('\0').at(-2) ?? null) : null
  }
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!pid) continue
    try {
      const { parent, s, gone_s } = statOf(pid)
      const role = roleOf(pid, parent)
      if (role) found.set(role, (found.get(role) ?? 0) + s + (pid === postmaster ? gone_s : 0))
    } catch {
      // The process has ended in the meantime.
    }
  }
  const [, , , , idle] = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/)
  return { found, idle_s: Number(idle) / TICKS_PER_S, at_s: performance.now() / 1000 }
}

/** Returns the processor seconds of the whole machine, and those of this process with everything that it started. */
const machineTimes = () => {
  const stats = new Map()
  for (const entry of readdirSync('/proc')) {
    if (!Number(entry)) continue
    try {
      stats.set(Number(entry), statOf(Number(entry)))
    } catch {
      // The process has ended in the meantime.
    }
  }
  const isOwn = (pid) => pid === process.pid || (stats.has(pid) && isOwn(stats.get(pid).parent))
  let own_s = 0
  for (const [pid, { s, gone_s }] of stats) if (isOwn(pid)) own_s += s + gone_s
  const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/).map(Number)
  return { own_s, busy_s: (user + nice + system + irq + softirq + steal) / TICKS_PER_S, at_s: performance.now() / 1000 }
}

/**
 * Starts watching other programs. Returns a function that returns the share of the processors that they have used since then. Time that the
 * hypervisor gave to other machines counts as well. Works on Linux only; elsewhere the share is 0.
 */
export const watchOthers = () => {
  if (process.platform !== 'linux') return () => 0
  const before = machineTimes()
  return () => {
    const after = machineTimes()
    const others_s = after.busy_s - before.busy_s - (after.own_s - before.own_s)
    return Math.max(0, others_s / (after.at_s - before.at_s) / cpus().length)
  }
}

/** Returns the processor seconds used by ended children of this process. */
export const timeOfChildren = () => statOf(process.pid).gone_s

const read = (of) => {
  try {
    return processorTimes(of)
  } catch {
    return null
  }
}

/**
 * Starts counting. @param {Parameters<typeof processorTimes>[0]} of
 * @returns a function that returns the number of processors that each role has used since then, and the bottleneck
 */
export const countShares = (of) => {
  const before = read(of)
  return () => {
    const after = before && read(of)
    if (!after) return ''
    const seconds = after.at_s - before.at_s
    const shares = [...after.found].map(([role, s]) => [role, (s - (before.found.get(role) ?? 0)) / seconds])
    const idle = (after.idle_s - before.idle_s) / seconds / cpus().length
    const full = shares.find(([role, share]) => share >= FULL && role !== 'PostgreSQL')
    const bound = idle < SHORT ? 'the processors' : full ? `the single thread of ${full[0]}` : 'waiting for the disk and for each other'
    const list = shares.sort(([a], [b]) => a.localeCompare(b)).map(([role, share]) => `${role} ${share.toFixed(2)}`)
    return `processors: ${list.join(', ')} of ${cpus().length}; bound by ${bound}`
  }
}
