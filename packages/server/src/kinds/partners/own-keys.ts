// What a partner sees of its own keys, and does with them (docs/guide/requests.md#your-keys). A key is shown to, and changed by, whoever
// could do all that the key can: nobody gains a scope by it.

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

/** Null: whatever they are, for those who may read all of their partner's things and change none. */
export const seenScopes = ({ key }: PartnerCaller): readonly string[] | null => {
  const endpoints = key.session && ACCESS[key.session.access].endpoints
  return endpoints && endpoints !== 'all' ? null : key.scopes
}

/** Newest first, revoked ones included. `scopes`: only keys without any others. */
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

/** One of those that the list shows. */
export const findOwnKey = async (db: Database, caller: PartnerCaller, id: string): Promise<KeyRow | null> => {
  const key = await findKeyRow(db, id)
  const scopes = seenScopes(caller)
  const isSeen = key?.partner_id === caller.partner.id && (scopes === null || key.scopes.every((scope) => scopes.includes(scope)))
  return isSeen ? key : null
}

export const ownKeyNotFound = (): Refusal =>
  refuse('not_found', 'You have no key with this id that you may see; GET /v2/keys lists them.', { field: 'id' })

/** A program's key is nobody's but the program's: it rotates itself. A person rotates what he could have been given. */
const mayRotate = ({ key, partner }: PartnerCaller, found: KeyRow): boolean =>
  found.partner_id === partner.id && (key.session ? found.scopes.every((scope) => key.scopes.includes(scope)) : found.id === key.id)

/** Errors: `not_found`, also for a revoked key and for one that can do more than the caller. */
export const rotateOwnSecret = async (
  service: Service,
  actor: OperatorActor,
  caller: PartnerCaller,
  id: string,
): Promise<CommandResult> => {
  const key = await findKeyRow(service.db, id)
  if (key && mayRotate(caller, key)) return rotateSecret(service, actor, id, { scopes: key.scopes, key_id: id })
  return refuse('not_found', 'You have no live key with this id whose secret you may rotate; GET /v2/keys lists your keys.', {
    field: 'id',
  })
}
