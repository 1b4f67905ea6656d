// The names of all settings (docs/operating/settings.md). With this list, the service can report a misspelled setting, which would
// otherwise silently have the default value.
import { nearest } from '@backhaul/core/near.ts'

const PREFIX = 'BACKHAUL_'

/**
 * Settings that are secrets or contain a secret. `<name>_FILE` names a file with the value, so that the value is not in the environment.
 */
export const SECRETS = [
  ...(['BACKHAUL_MASTER_KEY', 'BACKHAUL_MASTER_KEY_OTHERS', 'DATABASE_URL', 'BACKHAUL_METRICS_TOKEN'] as const),
  ...(['BACKHAUL_OIDC_CLIENT_SECRET', 'BACKHAUL_S3_ACCESS_KEY', 'BACKHAUL_S3_SECRET_KEY'] as const),
] as const

/** Names without the prefix. */
const NAMES = `
  ACCESS_LOG ARCHIVE_EVENTS_DAYS CONNECTIONS_PER_ADDRESS DATABASE_POOL DATA_DIR DOCUMENTS DRAIN_SECONDS EMBEDDED ENV
  KEEP_ATTEMPTS_DAYS KEEP_DELIVERIES_DAYS KEEP_EVENTS_DAYS KEEP_SCANS_DAYS LOG_LEVEL METRICS_PORT
  NOT_MOVED_HOURS OBJECTS OIDC_ACCESS OIDC_CLIENT_ID OIDC_EMAILS OIDC_ISSUER OIDC_NAME OIDC_PARAMETERS OIDC_SCOPES PARTNER_STORAGE_MIB
  PRIVATE_WEBHOOKS PROCESSES PUBLIC_URL REPORTS_DIR REWEIGH_TOLERANCE_LB REWEIGH_TOLERANCE_PERCENT S3_ENDPOINT S3_PATH_STYLE S3_REGION
  SANDBOX_TEST_CARRIERS TOTAL_STORAGE_MIB TRUST_PROXY`
const UNPREFIXED = ['HOST', 'PORT', 'DATABASE_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']

/** All variables that the service reads. */
export const SETTINGS: ReadonlySet<string> = new Set([
  ...NAMES.trim()
    .split(/\s+/)
    .map((name) => PREFIX + name),
  ...SECRETS.flatMap((name) => [name, `${name}_FILE`]),
  ...UNPREFIXED,
])

/**
 * Variables that the service does not read. The partner commands read some of them, and the tests and scripts of this repository read the
 * others.
 */
const OTHERS = /^BACKHAUL_(URL|API_KEY|SIGNING_SECRET|CHROMIUM|TEST_.*|FAULTS_.*)$/
/** Kubernetes sets these in every container if there is a Service called backhaul. */
const KUBERNETES = /^BACKHAUL_(SERVICE_(HOST|PORT)(_.*)?|PORT(_\d+_(TCP|UDP|SCTP)(_.*)?)?)$/
const isOfKubernetes = (name: string, value: string): boolean =>
  KUBERNETES.test(name) && (name !== 'BACKHAUL_PORT' || value.includes('://'))

const BARE = new Map([...SETTINGS].map((name) => [name.replace(PREFIX, '').toLowerCase(), name]))

/** Removed settings, and their replacements. */
const GONE: Readonly<Record<string, string>> = {
  BACKHAUL_NEGATIVE_TOTALS: 'set the policy instead: backhaul policy set --negative-total refuse',
  BACKHAUL_KEEP_ANSWERS_DAYS: 'stored responses are kept for 7 days; remove it',
  BACKHAUL_DISK_RESERVE_MIB: 'uploads stop when 1 GiB is left; remove it',
}

const remedy = (name: string): string => {
  if (GONE[name]) return GONE[name]
  const [first] = nearest(name.slice(PREFIX.length), [...BARE.keys()])
  return first === undefined ? 'remove it' : `did you mean ${BARE.get(first)}?`
}

/** One line for each variable that looks like a setting but is unknown. */
export const unknownSettings = (env: Record<string, string | undefined>): string[] =>
  Object.entries(env)
    .filter(([name, value]) => name.startsWith(PREFIX) && !SETTINGS.has(name) && !OTHERS.test(name) && !isOfKubernetes(name, value ?? ''))
    .map(([name]) => `${name} is not a setting and has no effect: ${remedy(name)}`)
