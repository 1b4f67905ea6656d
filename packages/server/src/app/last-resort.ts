import type { Logger } from 'pino'
import { exhausted } from '../process/exhausted.ts'

/** Time limit for running work. After a bug, some of it may never end. */
const DRAIN_MS = 10_000

/** The parts of the service that have been started. */
export interface Ending {
  log: Logger
  close(): Promise<void>
}

/**
 * Ends this process with code 1 after an uncaught error. Logs the error, and gives running work some time to end. Every error that a peer
 * can cause has a listener, so only bugs and exhausted resources lead here. The process cannot continue, because its state is unknown after
 * a bug.
 */
export const endOnBugs = (running: () => Ending | null): void => {
  let isEnding = false
  const end = (error: unknown, origin: string): void => {
    const service = running()
    const ranOut = exhausted(error)
    if (ranOut !== null) process.stderr.write(`backhaul: ${ranOut}\n`)
    else if (service) service.log.fatal({ err: error, origin }, 'a bug: the process ends because of an uncaught error')
    else process.stderr.write(`backhaul: ${origin}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    if (isEnding) return
    isEnding = true
    process.exitCode = 1
    const exit = () => process.exit(1)
    setTimeout(exit, DRAIN_MS)
    if (service) service.close().then(exit, exit)
    else exit()
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', (reason) => end(reason, 'unhandledRejection'))
}
