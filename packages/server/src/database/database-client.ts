// A connection to the database: to one of the places that the connection string names, with our settings. It is given out when the server will do
// (`target_session_attrs`) and the settings hold.
//
// The settings are a statement of their own, not startup options: a pooler in session mode takes no options, or forgets them without a word.
import type { Socket } from 'node:net'
import pg from 'pg'
import { type Place, type Places, placesFor, socketTo, type Visitor } from './places.ts'

export interface DatabaseConfig extends pg.PoolConfig {
  /** PostgreSQL settings of its connections, as `-c name=value`. */
  settings?: string
}

type Done = (error: Error | null, client?: pg.Client) => void

/** A standby, or a server that is set to take no writes. The code is PostgreSQL's for a statement that finds out. */
class NotWritable extends Error {
  readonly code = '25006'
}

/** What values mean and how they are written, whatever a server, a database or a role says: the driver and our statements know these forms. */
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

/** One statement: whether the server will do, and the settings. */
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

/** For the driver. A configuration without a connection string names its one place itself. */
const at = (config: DatabaseConfig, places: Places): pg.ClientConfig => {
  const { tls, address, host } = places.current
  // In the way the driver does it for a name: an address is not what a certificate is for.
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
    // A statement under way is told as well. Nobody else listens before the settings are made, and what nobody hears ends the process.
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
          return this.#refuse(new NotWritable(`it takes no writes (target_session_attrs=${this.places.target.session})`), done)
        this.#accept(done)
      })
    })
    return undefined
  }

  #accept(done: Done): void {
    if (this.#place) this.places?.found(this.#place)
    done(null, this)
  }

  /** Whoever asked is told when it is known where to ask next. */
  #refuse(error: Error, done: Done): void {
    this.hangUp()
    const told = () => done(error)
    if (this.places) this.places.failed(this.place, error).then(told, told)
    else told()
  }

  /** There was no answer in time: others begin elsewhere. */
  passOver(): void {
    if (this.places) void this.places.failed(this.place, new Error('timed out'))
  }

  /** Ends it without waiting for its end on the other side, which may stand still for hours. */
  hangUp(): void {
    this.places?.visitors.delete(this)
    this.end().catch(() => {})
    this.#stream.destroySoon()
  }

  /** As if it had broken: a pool forgets it. */
  cut(): void {
    this.#stream.destroy()
  }

  get #stream(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream
  }
}

/** Whether another place is worth a try. */
const helpsElsewhere = (places: Places | null, tried: number, error: Error): boolean =>
  places !== null && tried < places.tries && !places.isFinal(error) && places.closed === null

/** A connection that the caller ends. Errors: those of the last place that was tried. */
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

/** As the pool's own `connect`, at each place. */
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
