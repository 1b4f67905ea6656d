// Which callers may get a stored answer again. Keys of one partner share their Idempotency-Keys, and a stored answer may contain a link, a
// key or a secret, or more about a parcel than a counter may know. The access that a caller needs is therefore stored with the answer
// (docs/guide/requests.md#idempotency).
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Caller } from './key-cache.ts'
import { type Hands, reachOf } from './reach.ts'

/** The access that an answer grants to anybody who reads it. */
export interface Grants {
  scopes: readonly string[]
  /** The secret of this key, which no other key may ask for. Sessions may, if they hold the scopes. */
  key_id?: string
}

interface Needs extends Partial<Grants> {
  /** The answer was made for a counter or a handler. */
  hands?: Hands
}

/** The value of the column `needs`. Empty: everybody who may make the request. */
export const needsOf = (caller: Caller | null, grants: Grants | undefined): string => {
  const { hands } = caller ? reachOf(caller) : { hands: null }
  if (!grants && hands === null) return ''
  const needs: Needs = { ...grants, ...(hands !== null && { hands }) }
  return JSON.stringify(needs)
}

const isSame = (a: Hands, b: Hands | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

const nameOf = (hands: Hands | undefined): string => {
  if (hands === undefined) return 'partner'
  return hands === 'network' ? 'handler' : `counter:${hands.store_id}`
}

/** What of it the caller lacks; null: nothing. */
const missingOf = (caller: Caller, { scopes = [], key_id, hands }: Needs): string | null => {
  const own = reachOf(caller).hands
  if (own !== null && !isSame(own, hands)) return nameOf(hands)
  const missing = scopes.find((scope) => !caller.key.scopes.includes(scope))
  if (missing !== undefined) return missing
  return key_id !== undefined && !caller.key.session && caller.key.id !== key_id ? key_id : null
}

/** `needs`: as stored. Null: the caller may be shown the answer. Errors: `insufficient_scope`. */
export const checkHolding = (caller: Caller, needs: string): Refusal | null => {
  if (needs === '' && reachOf(caller).hands === null) return null
  const required = missingOf(caller, JSON.parse(needs || '{}') as Needs)
  return required === null
    ? null
    : refuse('insufficient_scope', `The answer stored under this Idempotency-Key needs ${required}; use a new Idempotency-Key.`, {
        required,
      })
}
