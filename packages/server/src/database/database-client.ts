// A database connection with our settings, to one of the places that the connection string names. It is handed out only when the server is
// suitable (`target_session_attrs`) and the settings apply.
//
// The settings are a separate statement, not startup options: a pooler in session mode rejects such options or drops them silently.
import type { Socket } from 'node:net'
import pg from 'pg'
import { type Place, type Places, placesFor, socketTo, type Visitor } from './places.ts'

export interface DatabaseConfig extends pg.PoolConfig {
  /** PostgreSQL settings of the connection, as `-c name=value`. */
  settings?: string
}

type Done = (error: Error | null, client?: pg.Client) => void

/**
 * The server is a standby or is set to accept no writes. The code is the SQLSTATE with which PostgreSQL refuses a statement that writes.
 */
class NotWritable extends Error {
  readonly code = '25006'
}

/**
 * Output formats and similar settings that the driver and our statements rely on. They override the settings of the server, database and
 * role.
 */
const FORMS: readonly (readonly [name: string, value: string])[] = [
  ['datestyle', 'ISO, YMD'],
  ['intervalstyle', 'postgres'],
  ['timezone', 'UTC'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
  ['standard_conforming_strings', 'on'],
  ['array_nulls', 'on'],
  ['default_transaction_isolation', 'read committed'],
]

const SETTING = /-c\s*(\w+)=(\S+)/g

/** Builds the one statement that checks whether the server is suitable and applies the settings. */
const setupOf = (settings: string): { text: string; values: string[] } => {
  const pairs = [...FORMS, ...[...settings.matchAll(SETTING)].map(([, name, value]) => [name as string, value as string] as const)]
  const sets = pairs.map((_, i) => `, set_config($${2 * i + 1}, $${2 * i + 2}, false)`).join('')
  return {
    text: `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only${sets}`,
    values: pairs.flat(),
  }
}

const isFit = (places: Places, { standby, read_only }: { standby: boolean; read_only: boolean }): boolean =>
  places.target.session === 'any' || !(places.target.session === 'primary' ? standby : read_only)

/**
 * Returns the driver's configuration for the current place. A configuration without a connection string has only one place and is used
 * unchanged.
 */
const at = (config: DatabaseConfig, places: Places): pg.ClientConfig => {
  const { tls, address, host } = places.current
  // This stream connects to the address, but the driver still knows only the name. Certificates are for names, not addresses.
  const stream = address === null ? {} : { stream: () => socketTo(address) }
  return {
    ...config,
    connectionString: places.target.urlOf(places.current),
    ssl: tls ? { ...tls, ...(address && { servername: host }) } : false,
    ...stream,
  }
}

export class DatabaseClient extends pg.Client implements Visitor {
  readonly places: Places | null
  readonly #place: Place | null
  readonly #setup: ReturnType<typeof setupOf>

  constructor(config: DatabaseConfig = {}) {
    const places = config.connectionString ? placesFor(config.connectionString) : null
    super(places ? at(config, places) : config)
    this.places = places
    this.#place = places?.current ?? null
    this.#setup = setupOf(config.settings ?? '')
    this.on('end', () => this.places?.visitors.delete(this))
    // A running statement receives the error as well. Before the settings are applied there is no other listener, and an error without a
    // listener would end the process.
    this.on('error', () => {})
  }

  get place(): Place {
    return this.#place as Place
  }

  override connect(): Promise<pg.Client>
  override connect(done: Done): void
  override connect(done?: Done): Promise<pg.Client> | undefined {
    if (!done) return new Promise((resolve, reject) => this.connect((error) => (error ? reject(error) : resolve(this))))
    this.places?.visitors.add(this)
    super.connect((error: Error | null) => {
      if (error) return this.#refuse(error, done)
      this.query<{ standby: boolean; read_only: boolean }>(this.#setup, (failure: Error | null, result) => {
        if (failure) return this.#refuse(failure, done)
        const [row] = result.rows
        if (this.places && row && !isFit(this.places, row))
          return this.#refuse(new NotWritable(`the server accepts no writes (target_session_attrs=${this.places.target.session})`), done)
        this.#accept(done)
      })
    })
    return undefined
  }

  #accept(done: Done): void {
    if (this.#place) this.places?.found(this.#place)
    done(null, this)
  }

  /** Reports the error only when the next place to try is known. */
  #refuse(error: Error, done: Done): void {
    this.hangUp()
    const told = () => done(error)
    if (this.places) this.places.failed(this.place, error).then(told, told)
    else told()
  }

  /** Makes other clients start at another place, because the server did not answer in time. */
  skipServer(): void {
    if (this.places) void this.places.failed(this.place, new Error('timed out'))
  }

  /** Closes the connection without waiting for the other side, which may hang for hours. */
  hangUp(): void {
    this.places?.visitors.delete(this)
    this.end().catch(() => {})
    this.#stream.destroySoon()
  }

  /** Breaks the connection, so that a pool removes it. */
  cut(): void {
    this.#stream.destroy()
  }

  get #stream(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream
  }
}

/** Whether it is worthwhile to try another place. */
const helpsElsewhere = (places: Places | null, tried: number, error: Error): boolean =>
  places !== null && tried < places.tries && !places.isFinal(error) && places.closed === null

/** Opens a connection that the caller must end. Throws the error of the last place that was tried. */
export const openClient = async (config: DatabaseConfig): Promise<DatabaseClient> => {
  for (let tried = 1; ; tried++) {
    const client = new DatabaseClient(config)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (!helpsElsewhere(client.places, tried, error as Error)) throw error
    }
  }
}

/** Like the pool's own `connect`, but tries each place. */
export const connectFrom = (
  pool: pg.Pool,
  places: Places | null,
  then: (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error) => void) => void,
): void => {
  const closed = pool.idleCount === 0 ? places?.closed : null
  if (closed) {
    then(new NotWritable(closed), undefined, () => {})
    return
  }
  let tried = 0
  const attempt = () =>
    pool.connect((error, client, release) => {
      if (error && helpsElsewhere(places, ++tried, error)) return attempt()
      then(error, client, release)
    })
  attempt()
}
