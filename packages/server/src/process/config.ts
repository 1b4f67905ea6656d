import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { DATABASE_URL_FORM, isUnverified, readDatabaseUrl } from './database-url.ts'
import { isPlain, type ObjectSettings, objectSettings } from './object-settings.ts'
import { type ProviderSettings, providerSettings } from './provider-settings.ts'
import { bad, choice, type Env } from './setting.ts'
import { SECRETS } from './setting-names.ts'
import { StartupError } from './startup-error.ts'

export type Environment = 'sandbox' | 'production'

/** How many days rows of each kind are kept. */
export interface RetentionDays {
  /** Applies to deliveries that have succeeded or were given up. */
  deliveries: number
  attempts: number
  /** Null: forever. */
  events: number | null
  /** Age at which the bytes of events move to object storage. Null: they stay in the database. */
  eventBodies?: number | null
  /** Applies to shipments that have ended, and is counted from the creation of the shipment. Null: forever. */
  scans: number | null
}

export interface Config {
  environment: Environment
  host: string
  port: number
  /** Public base URL of the service, without a trailing slash. Null: each request's own address is used. */
  publicUrl: string | null
  /** URL of PostgreSQL >= 15. Null: the embedded database. */
  databaseUrl: string | null
  /** Absolute path. */
  dataDir: string
  masterKey: Buffer | null
  /** Other keys with which secrets may still be encrypted while one master key replaces another. */
  otherMasterKeys: Buffer[]
  /** CIDRs of proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[]
  privateWebhooks: boolean
  /** Whether the operator set `privateWebhooks`. If not, its value is the default. */
  privateWebhooksChosen: boolean
  /** Whether a sandbox may call a carrier with a test key. */
  sandboxTestCarriers: boolean
  /** Maximum number of client connections from one address. */
  connectionsPerAddress: number
  /** Bearer token for GET /metrics on the main port. Null: the metrics are available only on their own port. */
  metricsToken: string | null
  metricsPort: number | null
  logLevel: string
  /** Whether to log every request and every webhook attempt. */
  accessLog: boolean
  /**
   * Seconds between the stop signal and the moment when no more connections are accepted. During this time the service reports that it is
   * not ready.
   */
  drain_s: number
  databasePoolSize: number
  /** Number of API processes of the `serve` command. */
  processes: number
  /** Whether one process does everything: `BACKHAUL_PROCESSES=1`, or a machine with one processor. */
  isAlone: boolean
  /** Bytes of documents that a partner may keep, unless it has its own limit. */
  partnerStorage: number
  /** Bytes of documents that all partners together may keep. Null: only the available space limits them. */
  totalStorage: number | null
  /** Object storage outside the database. Null: none. */
  objects: ObjectSettings | null
  /** Where the bytes of new documents are stored. */
  documents: 'database' | 'objects'
  /** If a parcel in the network does not move for this many hours, it is listed as not moved. */
  notMovedHours: number
  retentionDays: RetentionDays
  /** How far the weight measured at a counter may differ from the declared weight without an adjustment. */
  reweighTolerance: { lb: number; percent: number }
  /** Absolute path of the folder for carrier reports. Null: none. */
  reportsDir: string | null
  /** Base URL of the trace collector. Null: no traces. */
  collector: string | null
  /** The provider at which the operator's people sign in. Null: none. */
  provider: ProviderSettings | null
}

const wholeNumber = (env: Env, name: string, least: number, most: number): number | null => {
  const value = env[name]
  if (value === undefined || value === '') return null
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= least && number <= most ? number : bad(name, value, `a whole number from ${least} to ${most}`)
}

/** Reads a number with at most three decimals. Returns 0 if the setting is absent. */
const thousandths = (env: Env, name: string, most: number): number => {
  const value = env[name]
  if (value === undefined || value === '') return 0
  const number = /^\d{1,3}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN
  return number <= most ? number : bad(name, value, `a number from 0 to ${most} with at most three decimals`)
}

const MIB = 1024 * 1024
const DEFAULT_PARTNER_STORAGE = 10 * 1024 * MIB

/** Returns bytes. */
const mebibytes = (env: Env, name: string): number | null => {
  const number = wholeNumber(env, name, 0, 999_999_999)
  return number === null ? null : number * MIB
}

/** Whether the text is `a.b.c.d`, `a.b.c.d/n` or an IPv6 form of these. */
export const isCidr = (text: string): boolean => {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const cidrs = (env: Env, name: string): string[] => {
  const list = (env[name] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  for (const one of list) if (!isCidr(one)) bad(name, one, 'IP addresses or CIDRs separated by commas')
  return list
}

const masterKey = (env: Env, environment: Environment): Buffer | null => {
  const value = env.BACKHAUL_MASTER_KEY
  if (!value) {
    if (environment === 'production') {
      throw new StartupError(
        'BACKHAUL_MASTER_KEY is required in production: use 32 bytes in base64, for example from `openssl rand -base64 32`',
      )
    }
    return null
  }
  return keyBytes('BACKHAUL_MASTER_KEY', value)
}

/** The value is a secret, so the message does not repeat it. */
const keyBytes = (name: string, value: string): Buffer => {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(value)) throw new StartupError(`${name} (value not shown) is not valid: use 32 bytes in base64`)
  return Buffer.from(value, 'base64')
}

const otherMasterKeys = (env: Env): Buffer[] =>
  (env.BACKHAUL_MASTER_KEY_OTHERS ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => keyBytes('BACKHAUL_MASTER_KEY_OTHERS', one))

const publicUrl = (env: Env): string | null => {
  const value = env.BACKHAUL_PUBLIC_URL
  if (!value) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && !/[?#@]/.test(value)
  if (!isPlain)
    return bad('BACKHAUL_PUBLIC_URL', withoutPassword(value), 'an http:// or https:// URL with a host and, optionally, a port and a path')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

const collector = (env: Env): string | null => {
  const value = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!value) return null
  if (!/^https?:\/\/[^?#]+$/.test(value) || !URL.canParse(value))
    return bad(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      withoutPassword(value),
      'the http:// or https:// URL of a collector that takes OTLP over HTTP',
    )
  return value.replace(/\/+$/, '')
}

/**
 * Masks secrets in a URL of any form. Before the last @, only the scheme and the user name remain. Everything after a question mark is
 * removed.
 */
const withoutPassword = (url: string): string =>
  url.replace(/^([a-z+ ]*:\/\/[^:@/]*:)?.*@/i, (_, head: string | undefined) => `${head ?? ''}***@`).replace(/\?.*$/, '?***')

const databaseUrl = (env: Env): string | null => {
  const value = env.DATABASE_URL
  if (!value) return null
  if (URL.canParse(value) && !/^postgres(ql)?:\/\//.test(value)) bad('DATABASE_URL', withoutPassword(value), DATABASE_URL_FORM)
  readDatabaseUrl(value)
  return value
}

/** A warning for a production service that uses the embedded database, which is usually a mistake. Null: no warning. */
export const embeddedInProduction = ({ environment, databaseUrl }: Config): string | null =>
  environment === 'production' && databaseUrl === null
    ? 'DATABASE_URL is not set, so production runs on the embedded database (BACKHAUL_EMBEDDED=deny makes this an error)'
    : null

/**
 * A warning for a sandbox behind a proxy on the same machine. Unknown people may be partners of such a sandbox, because HOST no longer
 * limits who can connect. Their webhooks may nevertheless go to private addresses. Null: no warning.
 */
export const privateBehindProxy = (config: Config): string | null =>
  isPrivateBehindProxy(config)
    ? 'BACKHAUL_TRUST_PROXY is set, and webhooks may go to private addresses of this machine and its network: set BACKHAUL_PRIVATE_WEBHOOKS to deny or allow (until it is set, responses from such addresses are not stored)'
    : null

/**
 * Whether the service is behind a proxy, and webhooks may go to private addresses only because that is the default. If so, the answers from
 * these addresses are not stored.
 */
export const isPrivateBehindProxy = ({ trustProxy, privateWebhooks, privateWebhooksChosen }: Config): boolean =>
  trustProxy.length > 0 && privateWebhooks && !privateWebhooksChosen

/** A warning for a production database connection that does not verify the server's identity. Null: no warning. */
const unverifiedDatabase = ({ environment, databaseUrl }: Config): string | null =>
  environment === 'production' && databaseUrl !== null && isUnverified(readDatabaseUrl(databaseUrl))
    ? 'sslmode in DATABASE_URL encrypts without verifying the server: use verify-full, or verify-ca with sslrootcert'
    : null

/** A warning for production documents that travel unencrypted. Null: no warning. */
const plainObjects = ({ environment, objects }: Config): string | null =>
  environment === 'production' && isPlain(objects)
    ? 'BACKHAUL_S3_ENDPOINT is http://, so documents travel unencrypted: use https:// unless the network is private'
    : null

/** Warnings about these settings for the operator at startup, one line each. */
export const warningsOf = (config: Config): string[] =>
  [embeddedInProduction(config), privateBehindProxy(config), unverifiedDatabase(config), plainObjects(config)].filter(
    (warning) => warning !== null,
  )

const withFiles = (env: Env): Env => {
  const read: Env = {}
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new StartupError(`${name} and ${name}_FILE are both set: use one of them`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      throw new StartupError(`${name}_FILE=${JSON.stringify(file)} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
    if (!read[name]) throw new StartupError(`${name}_FILE=${JSON.stringify(file)} is empty`)
  }
  return { ...env, ...read }
}

/** A load balancer that asks /readyz every two seconds notices within this time that the process is stopping. */
const PRODUCTION_DRAIN_S = 5
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
/** More processes than this would only wait for the database, which they all share. */
const USUAL_PROCESSES = 4
/**
 * With this many processors or fewer, one API process, the database and the worker keep all processors busy. A second API process would
 * only make the groups of rows that commit together smaller (ADR 22).
 */
const FEW_PROCESSORS = 2
const MAX_PROCESSES = 64
/** More processes would need more than the 120 connections of the embedded database. */
const MAX_PROCESSES_EMBEDDED = 8
/** The hours of a leap year. */
const MAX_NOT_MOVED_HOURS = 8_784
/**
 * A successful first attempt is stored in its delivery's row and is kept one day longer than other attempts. So deliveries must be kept at
 * least this long.
 */
const FEWEST_DELIVERIES_DAYS = 31
const MAX_DELIVERIES_DAYS = 36_500
const DELIVERIES_DAYS = 90
/** A delivery is kept up to this many days longer, until all deliveries of its partition are old enough too (delivery/partitions.ts). */
const DELIVERIES_LONGER_DAYS = 28
/** The documentation promises that attempts are kept this long (docs/guide/webhooks.md). */
const ATTEMPTS_DAYS = 30
/**
 * An event must outlive its deliveries. Deliveries are removed together with a partition of four weeks; skipped ones are removed after a
 * month.
 */
const EVENTS_LONGER_DAYS = 60
const MAX_EVENTS_DAYS = 36_560
/**
 * A claim may be filed at any time. The longest period for claims under the industry's rules is nine months, and a partition covers a year
 * (ADR 6).
 */
const FEWEST_SCANS_DAYS = 365
const MAX_SCANS_DAYS = 36_500

const retentionDays = (env: Env, hasObjects: boolean): RetentionDays => {
  const deliveries = wholeNumber(env, 'BACKHAUL_KEEP_DELIVERIES_DAYS', FEWEST_DELIVERIES_DAYS, MAX_DELIVERIES_DAYS) ?? DELIVERIES_DAYS
  return {
    deliveries,
    attempts: wholeNumber(env, 'BACKHAUL_KEEP_ATTEMPTS_DAYS', ATTEMPTS_DAYS, deliveries - 1) ?? ATTEMPTS_DAYS,
    events: wholeNumber(env, 'BACKHAUL_KEEP_EVENTS_DAYS', deliveries + EVENTS_LONGER_DAYS, MAX_EVENTS_DAYS),
    eventBodies: archiveDays(env, hasObjects, deliveries),
    scans: wholeNumber(env, 'BACKHAUL_KEEP_SCANS_DAYS', FEWEST_SCANS_DAYS, MAX_SCANS_DAYS),
  }
}
const MAX_TOLERANCE_LB = 10
const MAX_TOLERANCE_PERCENT = 10
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** Age in days at which events are archived. Null: never. */
const archiveDays = (env: Env, hasObjects: boolean, keepDeliveries_days: number): number | null => {
  const days = wholeNumber(env, 'BACKHAUL_ARCHIVE_EVENTS_DAYS', 1, MAX_DELIVERIES_DAYS)
  if (days === null) return null
  const least = keepDeliveries_days + DELIVERIES_LONGER_DAYS
  if (days < least)
    throw new StartupError(
      `BACKHAUL_ARCHIVE_EVENTS_DAYS="${days}" is not valid: use at least ${least}, because that is how many days deliveries are kept (BACKHAUL_KEEP_DELIVERIES_DAYS plus ${DELIVERIES_LONGER_DAYS})`,
    )
  if (!hasObjects)
    throw new StartupError(
      'BACKHAUL_OBJECTS is required because BACKHAUL_ARCHIVE_EVENTS_DAYS is set; use s3://bucket or the absolute path of a folder',
    )
  return days
}

/**
 * Reads the environment variables of docs/operating/settings.md once. An invalid variable throws a StartupError with its name, its value
 * and the allowed values.
 */
export const readConfig = (given: Env): Config => {
  const env = withFiles(given)
  const environment = choice(env, 'BACKHAUL_ENV', ['sandbox', 'production'], 'sandbox')
  const host = env.HOST || '127.0.0.1'
  if (isIP(host) === 0 && !/^[A-Za-z0-9.-]{1,253}$/.test(host)) bad('HOST', host, 'an IP address or a host name')
  const key = masterKey(env, environment)
  const url = databaseUrl(env)
  const processes = wholeNumber(env, 'BACKHAUL_PROCESSES', 1, url === null ? MAX_PROCESSES_EMBEDDED : MAX_PROCESSES)
  const processors = availableParallelism()
  if (choice(env, 'BACKHAUL_EMBEDDED', ['allow', 'deny'], 'allow') === 'deny' && url === null)
    throw new StartupError(
      `DATABASE_URL is required because BACKHAUL_EMBEDDED=deny rules out the embedded database; use ${DATABASE_URL_FORM}`,
    )
  const provider = providerSettings(env)
  if (provider && environment === 'production' && !env.BACKHAUL_PUBLIC_URL)
    throw new StartupError(
      'BACKHAUL_PUBLIC_URL is required because BACKHAUL_OIDC_ISSUER is set; use the address to which the provider sends people back',
    )
  const objects = objectSettings(env)
  const documents = choice(env, 'BACKHAUL_DOCUMENTS', ['database', 'objects'], 'database')
  if (documents === 'objects' && !objects)
    throw new StartupError(
      'BACKHAUL_OBJECTS is required because BACKHAUL_DOCUMENTS=objects; use s3://bucket or the absolute path of a folder',
    )
  const privateDefault = environment === 'sandbox' && LOOPBACK.test(host) ? 'allow' : 'deny'
  return {
    environment,
    host,
    port: wholeNumber(env, 'PORT', 0, 65535) ?? 8080,
    publicUrl: publicUrl(env),
    databaseUrl: url,
    dataDir: resolve(env.BACKHAUL_DATA_DIR || './.data'),
    masterKey: key,
    otherMasterKeys: otherMasterKeys(env),
    trustProxy: cidrs(env, 'BACKHAUL_TRUST_PROXY'),
    privateWebhooks: choice(env, 'BACKHAUL_PRIVATE_WEBHOOKS', ['allow', 'deny'], privateDefault) === 'allow',
    privateWebhooksChosen: Boolean(env.BACKHAUL_PRIVATE_WEBHOOKS),
    sandboxTestCarriers: choice(env, 'BACKHAUL_SANDBOX_TEST_CARRIERS', ['allow', 'deny'], 'deny') === 'allow',
    connectionsPerAddress: wholeNumber(env, 'BACKHAUL_CONNECTIONS_PER_ADDRESS', 1, 10_000) ?? 1_000,
    metricsToken: env.BACKHAUL_METRICS_TOKEN || null,
    metricsPort: wholeNumber(env, 'BACKHAUL_METRICS_PORT', 0, 65535),
    logLevel: choice(env, 'BACKHAUL_LOG_LEVEL', LOG_LEVELS, 'info'),
    accessLog: choice(env, 'BACKHAUL_ACCESS_LOG', ['on', 'off'], 'off') === 'on',
    drain_s: wholeNumber(env, 'BACKHAUL_DRAIN_SECONDS', 0, 60) ?? (environment === 'production' ? PRODUCTION_DRAIN_S : 0),
    databasePoolSize: wholeNumber(env, 'BACKHAUL_DATABASE_POOL', 2, 200) ?? 10,
    processes: processes ?? (processors <= FEW_PROCESSORS ? 1 : Math.min(USUAL_PROCESSES, processors)),
    isAlone: (processes ?? processors) === 1,
    partnerStorage: mebibytes(env, 'BACKHAUL_PARTNER_STORAGE_MIB') ?? DEFAULT_PARTNER_STORAGE,
    totalStorage: mebibytes(env, 'BACKHAUL_TOTAL_STORAGE_MIB'),
    objects,
    documents,
    reweighTolerance: {
      lb: thousandths(env, 'BACKHAUL_REWEIGH_TOLERANCE_LB', MAX_TOLERANCE_LB),
      percent: thousandths(env, 'BACKHAUL_REWEIGH_TOLERANCE_PERCENT', MAX_TOLERANCE_PERCENT),
    },
    notMovedHours: wholeNumber(env, 'BACKHAUL_NOT_MOVED_HOURS', 1, MAX_NOT_MOVED_HOURS) ?? 48,
    retentionDays: retentionDays(env, objects !== null),
    reportsDir: env.BACKHAUL_REPORTS_DIR ? resolve(env.BACKHAUL_REPORTS_DIR) : null,
    collector: collector(env),
    provider,
  }
}
