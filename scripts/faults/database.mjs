// The PostgreSQL of a run, in a directory of its own: it can be killed, restarted and frozen, and its sessions ended.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readPostmaster } from '../../packages/embedded-postgres/dist/postmaster.js'
import { openEmbedded } from '../../packages/server/dist/database/embedded.js'
import { familyOf, processTable, readText } from '../process-table.mjs'
import { urlOf } from '../running.mjs'

const LOOK_MS = 50
/** For a session that is at work. */
const FIND_MS = 2000
const ANSWERED_MS = 300
const CONNECTIONS = '200'

const send = (pid, signal) => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** A client's session has the name of the user in its title, `postgres: backhaul backhaul [local] idle`; a helper has its task. */
const titleOf = (pid) => readText(`/proc/${pid}/cmdline`)
const isSession = (pid) => titleOf(pid).includes('[local]')
/** In a statement, not waiting for the next. */
const isAtWork = (pid) => isSession(pid) && !/idle|LISTEN|startup|authentication/.test(titleOf(pid))

/** Without an answer the session stands in everybody's way, which is as good. */
const hasWritten = (asking, pid) =>
  asking.query('select backend_xid is not null as has from pg_stat_activity where pid = $1', [pid]).then(
    ({ rows }) => rows[0]?.has === true,
    () => true,
  )

export class Database {
  #embedded
  #cluster

  static async open(dataDir) {
    const database = new Database()
    database.#embedded = await openEmbedded({ dataDir, role: 'tool', log: () => {}, settings: { max_connections: CONNECTIONS } })
    database.#cluster = `${database.#embedded.home}/postgres`
    return database
  }

  get url() {
    return urlOf(this.#embedded.config)
  }

  get urls() {
    return [this.url, this.url]
  }

  #family(pid) {
    return familyOf(processTable(), pid)
  }

  /** SIGQUIT: an immediate shutdown, SIGKILL: a crash. Resolves when it is back. */
  async restart(signal) {
    const { pid } = readPostmaster(this.#cluster)
    process.kill(pid, signal)
    for (;;) {
      const running = readPostmaster(this.#cluster)
      if (running?.ready && running.pid !== pid) return
      await sleep(LOOK_MS)
    }
  }

  /** Everything of it stands still, as on a machine whose disk hangs. */
  async freeze(lasts_ms) {
    const { pid } = readPostmaster(this.#cluster)
    send(pid, 'SIGSTOP')
    const frozen = this.#family(pid)
    for (const one of frozen) send(one, 'SIGSTOP')
    await sleep(lasts_ms)
    for (const one of frozen) send(one, 'SIGCONT')
  }

  /** Ends every second session, as an administrator might. */
  endSessions() {
    const sessions = this.#family(readPostmaster(this.#cluster).pid).filter(isSession)
    for (const [i, pid] of sessions.entries()) if (i % 2 === 0) send(pid, 'SIGTERM')
  }

  /**
   * One session stands still in the middle of a transaction that has written something, with whatever it holds, while the others go on.
   * @returns whether one was found
   */
  async stallSession(lasts_ms) {
    const asking = new pg.Client({ connectionString: this.url, query_timeout: ANSWERED_MS })
    // The database may go away as well.
    asking.on('error', () => {})
    try {
      await asking.connect()
      const family = this.#family(readPostmaster(this.#cluster).pid).filter((pid) => pid !== asking.processID)
      for (const until_ms = performance.now() + FIND_MS; performance.now() < until_ms; await sleep(1)) {
        const pid = family.find(isAtWork)
        if (pid === undefined) continue
        send(pid, 'SIGSTOP')
        try {
          if (!(await hasWritten(asking, pid))) continue
          await sleep(lasts_ms)
          return true
        } finally {
          send(pid, 'SIGCONT')
        }
      }
    } catch {
      // It cannot be asked: there is another calamity.
    } finally {
      asking.end().catch(() => {})
    }
    return false
  }

  async close() {
    await this.#embedded?.release()
  }
}
