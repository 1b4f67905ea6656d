// Reads DATABASE_URL with libpq's rules: several hosts, `target_session_attrs`, `sslmode` (docs/operating/settings.md#the-database). The
// driver supports only one host and interprets some parameters differently. So the driver receives only the result: one host, and how to
// encrypt.
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { StartupError } from './startup-error.ts'

export const DATABASE_URL_FORM = 'postgres://user:password@host:port/database, or with several hosts: …@host1:port1,host2:port2/database'

export interface Host {
  /** A host name, an address or a socket directory. '' means the driver's default. */
  host: string
  port: string
}

/** Which servers are accepted. For `read-write` and `primary`, each new connection is checked. */
export type Session = 'any' | 'read-write' | 'primary'

export interface DatabaseTarget {
  hosts: Host[]
  /** Hosts and database without the user, for messages. */
  name: string
  session: Session
  /** Connect timeout per host. Null: the caller's default. */
  connect_ms: number | null
  /** The TLS options, in the order in which they are tried. A null entry means no encryption. */
  tls: (ConnectionOptions | null)[]
  /** URL for the driver, with one of the hosts. */
  urlOf(host: Host): string
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]
const SESSIONS = ['any', 'read-write', 'primary'] as const
/** Values of libpq that are suitable only for read-only clients. */
const UNFIT_SESSIONS = ['read-only', 'standby', 'prefer-standby']
const MAX_HOSTS = 10
const MAX_CONNECT_S = 60

/** The message repeats no part of the value, because an invalid URL may have the password anywhere. */
const bad = (why: string): never => {
  throw new StartupError(`DATABASE_URL (value not shown) is not valid: ${why}`)
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?(.*))?$/s
const HOST = /^(?:\[([0-9A-Fa-f:.%]+)\]|([^:[\]]*))(?::(\d{1,5})?)?$/

/** Reads the list of `host:port` that is between the user and the database. */
const hostsOf = (list: string): Host[] =>
  list.split(',').map((text) => {
    const found = HOST.exec(text) ?? bad(`use ${DATABASE_URL_FORM}`)
    return { host: found[1] ?? decodeURIComponent(found[2] ?? ''), port: found[3] ?? '' }
  })

/** As in libpq, the parameters `host` and `port` override the hosts that precede the database. */
const withParameters = (hosts: Host[], parameters: URLSearchParams): Host[] => {
  const [names, ports] = [parameters.get('host'), parameters.get('port')].map((one) => one?.split(',') ?? null)
  const named =
    names?.map((host, i) => ({ host, port: hosts.length === names.length ? (hosts[i] as Host).port : (hosts[0]?.port ?? '') })) ?? hosts
  if (!ports) return named
  if (ports.length !== 1 && ports.length !== named.length) bad('port must name either one port for all hosts or one port for each host')
  return named.map(({ host }, i) => ({ host, port: ports[ports.length === 1 ? 0 : i] as string }))
}

const checked = (hosts: Host[]): Host[] => {
  if (hosts.length > MAX_HOSTS) bad(`name at most ${MAX_HOSTS} hosts`)
  for (const { host, port } of hosts) {
    if (host === '' && hosts.length > 1) bad('one of the hosts has no name')
    if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) bad('use a port from 1 to 65535')
  }
  return hosts
}

const wordOf = <T extends string>(name: string, value: string, words: readonly T[]): T =>
  words.find((one) => one === value) ?? bad(`use one of ${words.join(', ')} for ${name}`)

/** `ssl` and `no-verify` are older parameters of the driver. */
const sslModeOf = (parameters: URLSearchParams, fromEnvironment: string | undefined): SslMode => {
  const mode = parameters.get('sslmode')
  const ssl = parameters.get('ssl')
  if (mode === 'no-verify' || (mode === null && ssl === 'no-verify')) return 'require'
  if (mode !== null) return wordOf('sslmode', mode, SSL_MODES)
  if (ssl !== null) return /^(true|1)$/.test(ssl) ? 'verify-full' : /^(false|0)$/.test(ssl) ? 'disable' : bad('use sslmode instead of ssl')
  return fromEnvironment ? wordOf('PGSSLMODE', fromEnvironment, SSL_MODES) : 'disable'
}

const fileOf = (parameters: URLSearchParams, name: string): string | undefined => {
  const path = parameters.get(name)
  if (path === null) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return bad(`the file that ${name} names cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The TLS options of each mode, as in libpq. */
const tlsOf = (mode: SslMode, parameters: URLSearchParams): (ConnectionOptions | null)[] => {
  if (mode === 'disable') return [null]
  const isSystems = parameters.get('sslrootcert') === 'system'
  if (isSystems && mode !== 'verify-full') bad('sslrootcert=system needs sslmode=verify-full')
  const given = {
    ca: isSystems ? undefined : fileOf(parameters, 'sslrootcert'),
    cert: fileOf(parameters, 'sslcert'),
    key: fileOf(parameters, 'sslkey'),
    passphrase: parameters.get('sslpassword') ?? undefined,
  }
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as ConnectionOptions
  const unverified = { ...options, rejectUnauthorized: false }
  // Accepts any certificate from the given authority, regardless of the host name in the certificate.
  const ofAuthority = { ...options, checkServerIdentity: () => undefined }
  switch (mode) {
    case 'allow':
      return [null, unverified]
    case 'prefer':
      return [unverified, null]
    case 'require':
      return [given.ca === undefined ? unverified : ofAuthority]
    case 'verify-ca':
      return [given.ca === undefined ? bad('sslmode=verify-ca needs sslrootcert, the certificate of the authority') : ofAuthority]
    case 'verify-full':
      return [options]
  }
}

const sessionOf = (parameters: URLSearchParams, hosts: number): Session => {
  const value = parameters.get('target_session_attrs')
  // If there are several hosts, the service needs the one that accepts writes.
  if (value === null) return hosts > 1 ? 'read-write' : 'any'
  if (UNFIT_SESSIONS.includes(value))
    return bad(`use one of ${SESSIONS.join(', ')} for target_session_attrs, because the service writes to the database`)
  return wordOf('target_session_attrs', value, SESSIONS)
}

const connectLimitOf = (parameters: URLSearchParams): number | null => {
  const value = parameters.get('connect_timeout')
  if (value === null) return null
  const s = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (!(s <= MAX_CONNECT_S)) bad(`use whole seconds from 1 to ${MAX_CONNECT_S} for connect_timeout`)
  return s === 0 ? null : s * 1000
}

/** Parameters that are handled here. They are removed from the driver's URL. */
const OURS = [
  'host',
  'port',
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslpassword',
  'target_session_attrs',
  'connect_timeout',
]

/** Reads the URL. Throws a StartupError with a message of one line, which repeats no part of the value. */
export const readDatabaseUrl = (value: string, sslMode = process.env.PGSSLMODE): DatabaseTarget => {
  const [, scheme = '', authority = '', path = '', query = ''] = URL_PARTS.exec(value) ?? bad(`use ${DATABASE_URL_FORM}`)
  // If the path has an @, a password was not URL-encoded, and the path contains the end of it.
  if (path.includes('@')) bad(`use ${DATABASE_URL_FORM}`)
  const at = authority.lastIndexOf('@')
  const user = authority.slice(0, at + 1)
  const parameters = new URLSearchParams(query)
  const hosts = checked(withParameters(hostsOf(authority.slice(at + 1)), parameters))
  const rest = new URLSearchParams(query)
  for (const name of OURS) rest.delete(name)
  const urlOf = ({ host, port }: Host): string => {
    const all = new URLSearchParams(rest)
    if (host) all.set('host', host)
    if (port) all.set('port', port)
    return `${scheme}${user}${host ? '_' : ''}${path}?${all}`
  }
  if (!URL.canParse(urlOf(hosts[0] as Host).replace('@/', '@_/'))) bad(`use ${DATABASE_URL_FORM}`)
  const name = `${hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}${port && `:${port}`}`).join(',')}${path}`
  return {
    ...{ hosts, name, urlOf },
    session: sessionOf(parameters, hosts.length),
    connect_ms: connectLimitOf(parameters),
    tls: tlsOf(sslModeOf(parameters, sslMode), parameters),
  }
}

/** Whether a connection may be encrypted without verifying the server. */
export const isUnverified = ({ tls }: DatabaseTarget): boolean => tls.some((one) => one?.rejectUnauthorized === false)
