// The address and the shared secret of a carrier's own service (docs/operating/carriers.md#carriers-with-a-service).
import { isIP } from 'node:net'
import { invalidField, type Refusal } from '@backhaul/core/refusal.ts'
import { bytea, insertRows } from '../../database/columns.ts'
import type { Database } from '../../database/db.ts'
import { checkWebhookUrl, hostOf, systemDialer, type TargetPolicy } from '../../delivery/address-guard.ts'
import { type Config, type Environment, isPrivateBehindProxy } from '../../process/config.ts'
import { auditRow, type OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import { decrypt, encrypt } from '../../storage/secrets.ts'

const RESOLVE_MS = 5_000

/**
 * The URLs that carriers' services may have. A sandbox never calls a live carrier, so the services that it calls must be on the same
 * machine, or be the `fixed` address of an adapter whose keys are proved to be for tests. They may have private addresses by default,
 * unlike webhooks, because only operators set these URLs. In production the rules are those for webhooks.
 */
export const serviceTargets = (config: Config, url: string | null, fixed: string | undefined): TargetPolicy => {
  if (url !== null && url === fixed && (config.environment === 'production' || config.sandboxTestCarriers)) return { allowPrivate: false }
  return config.environment === 'sandbox'
    ? { allowPrivate: config.privateWebhooks || !config.privateWebhooksChosen, loopbackOnly: true }
    : { allowPrivate: config.privateWebhooks && !isPrivateBehindProxy(config) }
}

const isLoopbackName = async (host: string, policy: TargetPolicy): Promise<boolean> => {
  const { resolve, isAllowedAddress } = systemDialer(policy)
  const late = new Promise<string[]>((done) => setTimeout(() => done([]), RESOLVE_MS).unref())
  const found = await Promise.race([resolve(host), late]).catch(() => [])
  return found.length > 0 && found.every(isAllowedAddress)
}

/** Whether the URL may be called, as far as can be known in advance. A name is resolved again for each connection. */
export const mayBeCalled = async (url: string, policy: TargetPolicy): Promise<boolean> => {
  const checked = checkWebhookUrl(url, policy)
  if (!checked.ok) return false
  const host = hostOf(checked.url)
  return !policy.loopbackOnly || isIP(host) !== 0 || isLoopbackName(host, policy)
}

/** Returns null if a carrier's service may have this URL. `fixed`: the address that the adapter has. Errors: `validation_failed`. */
export const refuseServiceUrl = async ({ config }: Service, url: string, fixed?: string): Promise<Refusal | null> => {
  const targets = serviceTargets(config, url, fixed)
  if (fixed !== undefined && url !== fixed && !targets.loopbackOnly)
    return invalidField('/url', 'fixed', `must be absent, because the address of this carrier is always ${fixed}`)
  if (url === fixed && targets.loopbackOnly)
    return invalidField(
      '/url',
      'url',
      'is required here: a sandbox never calls a live carrier. Set BACKHAUL_SANDBOX_TEST_CARRIERS=allow to use a test key, or give a loopback address',
    )
  if (url === fixed || (await mayBeCalled(url, targets))) return null
  const message = targets.loopbackOnly
    ? 'is not a loopback address; a sandbox never calls a live carrier, so use an address such as http://127.0.0.1:8400, or a name that resolves only to loopback addresses (BACKHAUL_PRIVATE_WEBHOOKS=deny forbids these too)'
    : 'is not an allowed address; the rules for webhook addresses apply (BACKHAUL_PRIVATE_WEBHOOKS)'
  return invalidField('/url', 'url', message)
}

/**
 * Authenticated context of the encrypted secret. It prevents the secret from being decrypted after a move to another carrier or
 * environment.
 */
export const carrierSecretContext = (environment: Environment, code: string): string => `carrier-secret/${environment}/${code}`

const NOTE = `note as (${insertRows('operator_audit')} from done, json_populate_record(null::operator_audit, $2::json) r) select 1`
const SET = `
  with done as (insert into carrier_secrets as s (id, ciphertext, master_key_id, updated_at) values ($1, $3, $4, $5)
         on conflict (id) do update set ciphertext = excluded.ciphertext, master_key_id = excluded.master_key_id, updated_at = excluded.updated_at
         returning s.id), ${NOTE}`
const REMOVE = `with done as (delete from carrier_secrets where id = $1 returning id), ${NOTE}`

/** Sets or removes the secret that signs requests to the service. The audit line records this, but never contains the secret. */
export const putCarrierSecret = async (service: Service, actor: OperatorActor, code: string, secret: string | null): Promise<void> => {
  const { db, masterKey, config } = service
  const action = secret === null ? 'carrier.secret_removed' : 'carrier.secret_set'
  const audit = auditRow(service, { actor, action, subject: code, before: null, after: null })
  if (secret === null) await db.query('carrier_secret_remove', REMOVE, [code, JSON.stringify(audit)])
  else {
    const sealed = bytea(encrypt(masterKey, secret, carrierSecretContext(config.environment, code)))
    await db.query('carrier_secret_set', SET, [code, JSON.stringify(audit), sealed, masterKey.id, audit.at])
  }
}

/** Reads the secret. Null if there is none, so that requests are not signed. Throws if the secret was encrypted with another master key. */
export const readCarrierSecret = async ({ db, masterKey, config }: Service, code: string): Promise<string | null> => {
  const row = await db.one<{ ciphertext: Buffer }>('carrier_secret', 'select ciphertext from carrier_secrets where id = $1', [code])
  if (!row) return null
  try {
    return decrypt(masterKey, row.ciphertext, carrierSecretContext(config.environment, code))
  } catch {
    throw new Error('the shared secret was encrypted with another master key; set the secret again')
  }
}

/** SQL: whether two addresses are those of one service. The query may differ, because it usually has a secret that was replaced. */
export const isSameService = (a: string, b: string): string => `split_part(${a}, '?', 1) = split_part(${b}, '?', 1)`

/** Counts the purchases and voids at the service of a carrier whose outcome is not known. */
export const countUnsettled = async (db: Database, carrier: string, url: string): Promise<number> =>
  (
    await db.one<{ count: number }>(
      'carrier_unsettled',
      `select count(*)::int as count from carrier_purchases
        where carrier = $1 and ${isSameService('url', '$2')} and (due_at is not null or state = 'undecided')
          and state in ('buying', 'uncertain', 'undecided', 'voiding', 'void_submitted')`,
      [carrier, url],
    )
  )?.count ?? 0
