import { readdirSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Long enough behind that it waits when there is something else to do, and short enough that it ends. */
const BEHIND = 5

/** The priority that is `steps` behind this process's own: one that was started behind others never comes before them. */
export const behind = (steps: number): number => Math.min(constants.priority.PRIORITY_LOW, getPriority() + steps)

/**
 * Puts a process of this machine behind others: all of its threads, and its session, where the system shares processors among sessions.
 * Does nothing where it may not or cannot.
 */
export const lowerPriority = (pid: number): void => {
  try {
    const priority = behind(BEHIND)
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority)
    writeFileSync(`/proc/${pid}/autogroup`, String(BEHIND))
  } catch {
    // Another system, or not ours: it is equal then.
  }
}
