// A partner's view and changes of its own keys (docs/guide/requests.md#your-keys). A caller with write access sees and changes only keys
// whose scopes the caller has, so nobody gains a scope this way.

import { ACCESS } from '@backhaul/core/access.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Database } from '../../database/db.ts'
import type { Position } from '../../database/list-rows.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { PartnerCaller } from '../../service/key-cache.ts'
import type { Service } from '../../service/service.ts'
import { rotateSecret } from './commands.ts'
import { findKeyRow, KEY_COLUMNS, type KeyRow } from './queries.ts'

/**
 * The scopes that limit which keys the caller sees. Null (no limit) for callers who may read all data of their partner but may not change
 * any of it.
 */
export const seenScopes = ({ key }: PartnerCaller): readonly string[] | null => {
  const endpoints = key.session && ACCESS[key.session.access].endpoints
  return endpoints && endpoints !== 'all' ? null : key.scopes
}

/** Lists keys, newest first, including revoked keys. `scopes`: only keys whose scopes are all in this list. */
export const listOwnKeys = (
  db: Database,
  partner_id: string,
  scopes: readonly string[] | null,
  after: Position | null,
  limit: number,
): Promise<KeyRow[]> =>
  db.query<KeyRow>(
    'keys_own',
    `select ${KEY_COLUMNS} from api_keys
      where partner_id = $1 and ($2::text[] is null or scopes <@ $2)
        and ($3::timestamptz is null or (date_trunc('milliseconds', created_at), id) < ($3, $4))
      order by date_trunc('milliseconds', created_at) desc, id desc limit $5`,
    [partner_id, scopes, after?.created_at ?? null, after?.id ?? null, limit],
  )

/** Finds a key by id among the keys that `listOwnKeys` shows. */
export const findOwnKey = async (db: Database, caller: PartnerCaller, id: string): Promise<KeyRow | null> => {
  const key = await findKeyRow(db, id)
  const scopes = seenScopes(caller)
  const isSeen = key?.partner_id === caller.partner.id && (scopes === null || key.scopes.every((scope) => scopes.includes(scope)))
  return isSeen ? key : null
}

export const ownKeyNotFound = (): Refusal =>
  refuse('not_found', 'No key with this id is visible to you; GET /v2/keys lists your keys.', { field: 'id' })

/** A program can rotate the secret of its own key only. A person can rotate the secret of any key whose scopes the person has. */
const mayRotate = ({ key, partner }: PartnerCaller, found: KeyRow): boolean =>
  found.partner_id === partner.id && (key.session ? found.scopes.every((scope) => key.scopes.includes(scope)) : found.id === key.id)

/** Rotates the signing secret of a key. Errors: `not_found`, also for a revoked key and for a key with more rights than the caller. */
export const rotateOwnSecret = async (
  service: Service,
  actor: OperatorActor,
  caller: PartnerCaller,
  id: string,
): Promise<CommandResult> => {
  const key = await findKeyRow(service.db, id)
  if (key && mayRotate(caller, key)) return rotateSecret(service, actor, id, { scopes: key.scopes, key_id: id })
  return refuse(
    'not_found',
    'Either no live key has this id, or you may not rotate the secret of this key; GET /v2/keys lists your keys.',
    {
      field: 'id',
    },
  )
}
