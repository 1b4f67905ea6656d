// The number of client connections that this process can accept. Each connection is an open file, and so is each connection to the database
// or to a webhook receiver. A process that cannot open any more files can do no work.
import { readFileSync } from 'node:fs'
import { shareOf } from './machine.ts'

const MAX_CONNECTIONS = 10_000
/** Files reserved for active and idle webhook connections (2,048), connections to the database, other files, and the metrics listener. */
const RESERVE = 2_300

export interface ConnectionRoom {
  connections: number
  /** The limit on open files if it reduces the number of connections. Otherwise null. */
  lowered_by: number | null
}

/**
 * The soft limit on open files of this process, which Node has already raised as far as possible. Null if there is none, or it is not
 * known.
 */
export const openFileLimit = (): number | null => {
  try {
    if (process.platform === 'linux') return parsed(/^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
    const { userLimits } = process.report.getReport() as unknown as { userLimits?: { open_files?: { soft?: string | number } } }
    return parsed(userLimits?.open_files?.soft)
  } catch {
    return null
  }
}

const parsed = (text: string | number | undefined): number | null => (/^\d+$/.test(String(text)) ? Number(text) : null)

/** A log line that tells the operator about a reduced number of connections. */
export const fewConnections = (files: number, connections: number): string =>
  `the service accepts ${connections} client connections instead of ${shareOf(MAX_CONNECTIONS)}, because only ${files} files may be open: raise that limit (ulimit -n, LimitNOFILE=)`

/** The number of client connections that one process can accept. If the limit on open files is low, half of the files are for clients. */
export const connectionRoom = (files: number | null): ConnectionRoom => {
  const room = files === null ? MAX_CONNECTIONS : files - Math.min(RESERVE, Math.ceil(files / 2))
  const share = shareOf(MAX_CONNECTIONS)
  return room < share ? { connections: room, lowered_by: files } : { connections: share, lowered_by: null }
}
