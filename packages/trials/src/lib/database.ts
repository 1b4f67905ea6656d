// The PostgreSQL of a run, in its own directory. It can be killed, restarted and frozen, and its sessions can be ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '@backhaul/server/testing'
import pg from 'pg'
import { familyOf, readText, signal } from './processes.ts'
import { until } from './run.ts'

const CHECK_INTERVAL_MS = 50
/** Time limit for finding an active session. */
const FIND_MS = 2000
const ANSWERED_MS = 300

export type Embedded = Awaited<ReturnType<typeof openEmbedded>>

/** Returns the `DATABASE_URL` of an embedded database. */
export const urlOf = ({ host, port, user, password, database }: Embedded['config']): string =>
  `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/**
 * Runs `work` with a connection of its own. The socket is destroyed afterward, because a frozen database would not answer a regular close.
 */
export const connected = async <T>(config: string | pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(typeof config === 'string' ? { connectionString: config } : config)
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    ;(client as pg.Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
}

/**
 * The title of a client's session contains the name of the user, such as `postgres: backhaul backhaul [local] idle`. The title of a helper
 * process contains its task instead.
 */
const titleOf = (pid: number) => readText(`/proc/${pid}/cmdline`)
const isSession = (pid: number) => titleOf(pid).includes('[local]')
/** Whether the session is running a statement. */
const isAtWork = (pid: number) => isSession(pid) && !/idle|LISTEN|startup|authentication/.test(titleOf(pid))

/**
 * Whether the session's transaction has written something. If the query gets no answer, the result is true, because the session then blocks
 * other sessions, which serves the purpose as well.
 */
const hasWritten = (asking: pg.Client, pid: number): Promise<boolean> =>
  asking.query('select backend_xid is not null as has from pg_stat_activity where pid = $1', [pid]).then(
    ({ rows }) => rows[0]?.has === true,
    () => true,
  )

export class LocalDatabase {
  readonly embedded: Embedded

  private constructor(embedded: Embedded) {
    this.embedded = embedded
  }

  static async open(dataDir: string, settings: Record<string, string> = { max_connections: '200' }): Promise<LocalDatabase> {
    return new LocalDatabase(await openEmbedded({ dataDir, role: 'tool', log: () => {}, settings }))
  }

  get url(): string {
    return urlOf(this.embedded.config)
  }

  get urls(): readonly [string, string] {
    return [this.url, this.url]
  }

  /** Reads from the pid file which process is the postmaster, and whether it accepts connections. */
  get #process(): { pid: number; ready: boolean } {
    const lines = readText(`${this.embedded.home}/postgres/postmaster.pid`).split('\n')
    const pid = Number(lines[0])
    if (!(pid > 0)) throw new Error('PostgreSQL does not run')
    return { pid, ready: lines[7]?.trim() === 'ready' }
  }

  /** Process id of the postmaster. */
  get postmaster(): number {
    return this.#process.pid
  }

  #family(): number[] {
    return familyOf(this.postmaster)
  }

  /** SIGINT: fast shutdown. SIGQUIT: immediate shutdown. SIGKILL: crash. Resolves when PostgreSQL is back. */
  async restart(by: NodeJS.Signals): Promise<void> {
    const { pid } = this.#process
    process.kill(pid, by)
    const isBack = () => {
      const running = this.#process
      return running.ready && running.pid !== pid
    }
    await until('PostgreSQL is back', isBack, Number.POSITIVE_INFINITY, CHECK_INTERVAL_MS)
  }

  /** Freezes all processes, as on a machine whose disk hangs. */
  async freeze(lasts_ms: number): Promise<void> {
    signal('SIGSTOP', this.postmaster)
    const frozen = this.#family()
    signal('SIGSTOP', ...frozen)
    await sleep(lasts_ms)
    signal('SIGCONT', ...frozen)
  }

  /** Ends half of the sessions, every second one, as an administrator might. */
  endSessions(): void {
    const sessions = this.#family().filter(isSession)
    signal('SIGTERM', ...sessions.filter((_, i) => i % 2 === 0))
  }

  /**
   * Freezes one session in the middle of a transaction that has written something, with all its locks. The other sessions continue.
   * Resolves with true if such a session was found.
   */
  stallSession(lasts_ms: number): Promise<boolean> {
    const stall = async (asking: pg.Client) => {
      const own = (await asking.query('select pg_backend_pid() as pid')).rows[0].pid
      const family = this.#family().filter((pid) => pid !== own)
      for (const until_ms = performance.now() + FIND_MS; performance.now() < until_ms; await sleep(1)) {
        const pid = family.find(isAtWork)
        if (pid === undefined) continue
        signal('SIGSTOP', pid)
        try {
          if (!(await hasWritten(asking, pid))) continue
          await sleep(lasts_ms)
          return true
        } finally {
          signal('SIGCONT', pid)
        }
      }
      return false
    }
    // During another fault, the database may not answer.
    return connected({ connectionString: this.url, query_timeout: ANSWERED_MS }, stall).catch(() => false)
  }

  close(): Promise<void> {
    return this.embedded.release()
  }
}
