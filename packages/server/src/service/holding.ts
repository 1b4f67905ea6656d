// Decides which callers may get a stored answer again. All keys of a partner share one set of Idempotency-Keys. A stored answer may contain
// a link, a key or a secret, or more about a parcel than a counter may know. So the access that a caller needs is stored with the answer
// (docs/guide/requests.md#idempotency).
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Caller } from './key-cache.ts'
import { type Hands, reachOf } from './reach.ts'

/** The access that an answer gives to anyone who reads it. */
export interface Grants {
  scopes: readonly string[]
  /** The key whose secret the answer shows. No other key may get the answer. A session may get it if it holds the scopes. */
  key_id?: string
}

interface Needs extends Partial<Grants> {
  /** Set if the answer was made for a counter or a handler. */
  hands?: Hands
}

/** The value of the column `needs`. It is empty if any caller that may make the request may see the answer. */
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

/** Returns an access that the answer needs and the caller lacks; null if there is none. */
const missingOf = (caller: Caller, { scopes = [], key_id, hands }: Needs): string | null => {
  const own = reachOf(caller).hands
  if (own !== null && !isSame(own, hands)) return nameOf(hands)
  const missing = scopes.find((scope) => !caller.key.scopes.includes(scope))
  if (missing !== undefined) return missing
  return key_id !== undefined && !caller.key.session && caller.key.id !== key_id ? key_id : null
}

/**
 * Compares the caller with the stored `needs`. Returns null if the caller may see the answer, otherwise the refusal `insufficient_scope`.
 */
export const checkHolding = (caller: Caller, needs: string): Refusal | null => {
  if (needs === '' && reachOf(caller).hands === null) return null
  const required = missingOf(caller, JSON.parse(needs || '{}') as Needs)
  return required === null
    ? null
    : refuse('insufficient_scope', `The response stored under this Idempotency-Key requires ${required}; use a new Idempotency-Key.`, {
        required,
      })
}
