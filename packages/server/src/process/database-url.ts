// What DATABASE_URL says, in the words of libpq: several hosts, `target_session_attrs`, `sslmode` (docs/operating/settings.md#the-database). The driver
// knows one host, and has other meanings for some of the words, so it is told the outcome: one host, and how to encrypt.
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { StartupError } from './startup-error.ts'

export const DATABASE_URL_FORM = 'postgres://user:password@host:port/database, or with several hosts: …@host1:port1,host2:port2/database'

export interface Host {
  /** A name, an address, the directory of a socket; '': what the driver takes then. */
  host: string
  port: string
}

/** Which servers will do: `read-write` and `primary` are asked each time that a connection is opened. */
export type Session = 'any' | 'read-write' | 'primary'

export interface DatabaseTarget {
  hosts: Host[]
  /** Hosts and database, without the user: for messages. */
  name: string
  session: Session
  /** For each host; null: as long as the caller says. */
  connect_ms: number | null
  /** How to encrypt, in the order in which it is tried; null: not. */
  tls: (ConnectionOptions | null)[]
  /** For the driver, with one of the hosts. */
  urlOf(host: Host): string
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]
const SESSIONS = ['any', 'read-write', 'primary'] as const
/** Those of libpq that only a reader could use. */
const UNFIT_SESSIONS = ['read-only', 'standby', 'prefer-standby']
const MAX_HOSTS = 10
const MAX_CONNECT_S = 60

/** Without any value: a password may stand anywhere in what is wrong. */
const bad = (why: string): never => {
  throw new StartupError(`DATABASE_URL (value not shown) is not valid: ${why}`)
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?(.*))?$/s
const HOST = /^(?:\[([0-9A-Fa-f:.%]+)\]|([^:[\]]*))(?::(\d{1,5})?)?$/

/** `host:port` of each; what stands between the user and the database. */
const hostsOf = (list: string): Host[] =>
  list.split(',').map((text) => {
    const found = HOST.exec(text) ?? bad(`use ${DATABASE_URL_FORM}`)
    return { host: found[1] ?? decodeURIComponent(found[2] ?? ''), port: found[3] ?? '' }
  })

/** The parameters `host` and `port` win over what stands before the database, as everywhere. */
const withParameters = (hosts: Host[], parameters: URLSearchParams): Host[] => {
  const [names, ports] = [parameters.get('host'), parameters.get('port')].map((one) => one?.split(',') ?? null)
  const named =
    names?.map((host, i) => ({ host, port: hosts.length === names.length ? (hosts[i] as Host).port : (hosts[0]?.port ?? '') })) ?? hosts
  if (!ports) return named
  if (ports.length !== 1 && ports.length !== named.length) bad('port has to name one port, or one for each host')
  return named.map(({ host }, i) => ({ host, port: ports[ports.length === 1 ? 0 : i] as string }))
}

const checked = (hosts: Host[]): Host[] => {
  if (hosts.length > MAX_HOSTS) bad(`name at most ${MAX_HOSTS} hosts`)
  for (const { host, port } of hosts) {
    if (host === '' && hosts.length > 1) bad('one of the hosts has no name')
    if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) bad('a port is a number from 1 to 65535')
  }
  return hosts
}

const wordOf = <T extends string>(name: string, value: string, words: readonly T[]): T =>
  words.find((one) => one === value) ?? bad(`use one of ${words.join(', ')} for ${name}`)

/** `ssl` and `no-verify` are words of the driver from before there was this. */
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

/** How to encrypt in each mode, as libpq does. */
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
  // Whoever has a certificate of the authority is believed, whatever its name is.
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
  // Of several hosts one takes writes, and the service has nothing to do with the others.
  if (value === null) return hosts > 1 ? 'read-write' : 'any'
  if (UNFIT_SESSIONS.includes(value)) return bad(`the service writes: use one of ${SESSIONS.join(', ')} for target_session_attrs`)
  return wordOf('target_session_attrs', value, SESSIONS)
}

const connectLimitOf = (parameters: URLSearchParams): number | null => {
  const value = parameters.get('connect_timeout')
  if (value === null) return null
  const s = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (!(s <= MAX_CONNECT_S)) bad(`use whole seconds from 1 to ${MAX_CONNECT_S} for connect_timeout`)
  return s === 0 ? null : s * 1000
}

/** What is said with our words, or with those of the driver that mean the same. */
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

/** Throws StartupError, with one line that has nothing of the value in it. */
export const readDatabaseUrl = (value: string, sslMode = process.env.PGSSLMODE): DatabaseTarget => {
  const [, scheme = '', authority = '', path = '', query = ''] = URL_PARTS.exec(value) ?? bad(`use ${DATABASE_URL_FORM}`)
  // The end of a password that was not written as a URL has it.
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

/** Whether what is sent is encrypted for a server that nobody has made sure of. */
export const isUnverified = ({ tls }: DatabaseTarget): boolean => tls.some((one) => one?.rejectUnauthorized === false)
