import { readdirSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Low enough that the process waits for other work, and high enough that it still finishes. */
const BEHIND = 5

/** The priority that is `steps` lower than this process's own. So a process with lowered priority never starts one above its own. */
export const behind = (steps: number): number => Math.min(constants.priority.PRIORITY_LOW, getPriority() + steps)

/**
 * Lowers the priority of a process on this machine: all its threads, and its session if the system shares processors among sessions. Does
 * nothing without permission or support.
 */
export const lowerPriority = (pid: number): void => {
  try {
    const priority = behind(BEHIND)
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority)
    writeFileSync(`/proc/${pid}/autogroup`, String(BEHIND))
  } catch {
    // Another system, or not this user's process: the priority stays equal.
  }
}
