import { readdirSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** With this much lower priority, the process yields to other work but still finishes. */
const BEHIND = 5

/**
 * The priority that is `steps` lower than this process's priority. It is relative, so that a process with lowered priority never starts a
 * process with a higher one.
 */
export const behind = (steps: number): number => Math.min(constants.priority.PRIORITY_LOW, getPriority() + steps)

/**
 * Lowers the priority of a process on this machine, with all its threads. If the system shares processors among sessions, it also lowers
 * the priority of the process's session. Does nothing without permission or support.
 */
export const lowerPriority = (pid: number): void => {
  try {
    const priority = behind(BEHIND)
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority)
    writeFileSync(`/proc/${pid}/autogroup`, String(BEHIND))
  } catch {
    // The system has no such files, or the process belongs to another user, so the priority stays unchanged.
  }
}
