import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Long enough behind that it waits when there is something else to do, and short enough that it ends. */
const BEHIND = 5

/**
 * Puts a process of this machine behind others: all of its threads, and its session, where the system shares processors among sessions.
 * Does nothing where it may not or cannot.
 */
export const lowerPriority = (pid: number): void => {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), BEHIND)
    writeFileSync(`/proc/${pid}/autogroup`, String(BEHIND))
  } catch {
    // Another system, or not ours: it is equal then.
  }
}
