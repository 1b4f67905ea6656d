// The number of client connections that this process can accept. Each is an open file, and so are connections to the database and to
// webhook receivers. A process without free files can do no work.
import { readFileSync } from 'node:fs'
import { shareOf } from './machine.ts'

const MAX_CONNECTIONS = 10_000
/** Files for active and idle webhook connections (2,048), connections to the database, other files, and the metrics listener. */
const RESERVE = 2_300

export interface ConnectionRoom {
  connections: number
  /** The limit on open files if it lowers the number. Otherwise null. */
  lowered_by: number | null
}

/** The soft limit on open files of this process, which Node has raised as far as possible. Null: none, or not known. */
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

/** A log line for the operator. */
export const fewConnections = (files: number, connections: number): string =>
  `the service accepts ${connections} client connections instead of ${shareOf(MAX_CONNECTIONS)}, because only ${files} files may be open: raise that limit (ulimit -n, LimitNOFILE=)`

/** The room of one process. With few files, half of them are for clients. */
export const connectionRoom = (files: number | null): ConnectionRoom => {
  const room = files === null ? MAX_CONNECTIONS : files - Math.min(RESERVE, Math.ceil(files / 2))
  const share = shareOf(MAX_CONNECTIONS)
  return room < share ? { connections: room, lowered_by: files } : { connections: share, lowered_by: null }
}
