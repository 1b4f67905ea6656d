// Settings of the object storage outside the database (docs/operating/storage.md#documents-outside-the-database).
import { isAbsolute } from 'node:path'
import { bad, choice, type Env } from './setting.ts'
import { StartupError } from './startup-error.ts'

export interface FolderSettings {
  kind: 'folder'
  /** Absolute path. */
  path: string
}

export interface S3Settings {
  kind: 's3'
  bucket: string
  /** Prefix of all object names. It is empty or ends with a slash. */
  prefix: string
  /** URL without a path. */
  endpoint: string
  region: string
  /** The bucket is the first part of the path, not of the host. */
  isPathStyle: boolean
  accessKey: string
  secretKey: string
}

export type ObjectSettings = FolderSettings | S3Settings

const FORM = 's3://bucket, s3://bucket/prefix, or the absolute path of a folder'
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Only characters that all servers sign and send in the same way. */
const PREFIX = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/
const MAX_PREFIX = 200
const REGION = /^[a-z0-9-]{1,40}$/
const DEFAULT_REGION = 'us-east-1'
const OF_S3 = ['BACKHAUL_S3_ENDPOINT', 'BACKHAUL_S3_REGION', 'BACKHAUL_S3_PATH_STYLE', 'BACKHAUL_S3_ACCESS_KEY', 'BACKHAUL_S3_SECRET_KEY']

const endpointOf = (env: Env, region: string): string => {
  const value = env.BACKHAUL_S3_ENDPOINT
  if (!value) return `https://s3.${region}.amazonaws.com`
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname) || /[?#@]/.test(value))
    return bad(
      'BACKHAUL_S3_ENDPOINT',
      value.replace(/.*@/s, '***@').replace(/\?.*$/s, '?***'),
      'an http:// or https:// URL with a host and, optionally, a port',
    )
  return url.origin
}

const required = (env: Env, name: string): string => {
  const value = env[name]
  if (!value) throw new StartupError(`${name} is required because BACKHAUL_OBJECTS names a bucket`)
  // The message does not repeat the value, because the value may be a secret.
  if (!/^[\x21-\x7e]{1,200}$/.test(value))
    throw new StartupError(`${name} (value not shown) is not valid: use the value that the S3 server gave you`)
  return value
}

const s3Settings = (env: Env, value: string): S3Settings => {
  const [bucket = '', ...rest] = value.slice('s3://'.length).split('/')
  const prefix = rest.join('/').replace(/\/$/, '')
  const isPrefix = prefix === '' || (PREFIX.test(prefix) && prefix.length <= MAX_PREFIX && !/(^|\/)\.\.?(\/|$)/.test(prefix))
  if (!BUCKET.test(bucket) || !isPrefix) bad('BACKHAUL_OBJECTS', value, FORM)
  const region = env.BACKHAUL_S3_REGION || DEFAULT_REGION
  if (!REGION.test(region)) bad('BACKHAUL_S3_REGION', region, 'a region such as eu-central-1')
  return {
    kind: 's3',
    bucket,
    prefix: prefix && `${prefix}/`,
    endpoint: endpointOf(env, region),
    region,
    // Amazon has a host name for each bucket, which few other servers have.
    isPathStyle: choice(env, 'BACKHAUL_S3_PATH_STYLE', ['on', 'off'], env.BACKHAUL_S3_ENDPOINT ? 'on' : 'off') === 'on',
    accessKey: required(env, 'BACKHAUL_S3_ACCESS_KEY'),
    secretKey: required(env, 'BACKHAUL_S3_SECRET_KEY'),
  }
}

/** Reads the settings. Null if no object storage is set. Throws StartupError. */
export const objectSettings = (env: Env): ObjectSettings | null => {
  const value = env.BACKHAUL_OBJECTS
  if (value?.startsWith('s3://')) return s3Settings(env, value)
  const alone = OF_S3.find((name) => env[name])
  if (alone) throw new StartupError(`${alone} is set, but BACKHAUL_OBJECTS is not a bucket; set BACKHAUL_OBJECTS=s3://bucket`)
  if (!value) return null
  if (!isAbsolute(value)) return bad('BACKHAUL_OBJECTS', value, FORM)
  return { kind: 'folder', path: value }
}

const LOOPBACK = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:|$)/

/** Whether anyone on the network path can read and change the objects, because the connection is not encrypted. */
export const isPlain = (settings: ObjectSettings | null): boolean =>
  settings?.kind === 's3' && settings.endpoint.startsWith('http:') && !LOOPBACK.test(settings.endpoint)
