// Which rows a caller may see and change. A partner sees its own rows, and an operator sees all rows. A counter session sees the parcels
// that its counter took in, and the parcels that its counter was the last to refuse. A handler session sees the parcels that the network
// has. Both kinds of session can also find other parcels by their codes, but then see only the fields needed for an intake
// (docs/guide/counters.md#what-a-counter-sees).
import { ACCESS } from '@backhaul/core/access.ts'
import type { Caller } from './key-cache.ts'

/** The hands that a session represents: a counter's, or the network's. */
export type Hands = { store_id: string } | 'network'

/** Limits of every statement that reads a resource. Statements in requests that no counter or handler may make need only the tenant. */
export interface Reach {
  /** Null: every partner's rows. */
  tenant: string | null
  /** Null: all rows of the tenant. */
  hands: Hands | null
}

const handsOf = ({ key: { session } }: Caller): Hands | null => {
  if (session?.access === 'handler') return 'network'
  if (session?.access !== 'counter') return null
  if (session.store_id === null) throw new Error('a session at a counter has no store')
  return { store_id: session.store_id }
}

/** Whether the caller signed in with an access that cannot change the network's settings. */
export const isReader = ({ key: { session } }: Caller): boolean => (session ? ACCESS[session.access].endpoints !== 'all' : false)

export const reachOf = (caller: Caller): Reach => ({ tenant: caller.partner?.id ?? null, hands: handsOf(caller) })

const tooMuch = (hands: Hands): Error =>
  new Error(
    `the session of ${hands === 'network' ? 'a handler' : 'a counter'} reached an endpoint that does not enforce the limits of the session`,
  )

/**
 * The partner whose rows the caller may see, without further limits. Null: every partner's. Use it in endpoints that counters and handlers
 * cannot call. If such an endpoint is later opened to them and still uses this function, it fails instead of showing too much.
 */
export const tenantOf = (caller: Caller): string | null => {
  const { tenant, hands } = reachOf(caller)
  if (hands !== null) throw tooMuch(hands)
  return tenant
}

/** Like `tenantOf`, for tenders. A handler may see tenders too, because they belong to the network. */
export const tenantOfNetwork = (caller: Caller): string | null => {
  const { tenant, hands } = reachOf(caller)
  if (hands !== null && hands !== 'network') throw tooMuch(hands)
  return tenant
}

/** Limits for rows that belong to a counter: manifests, pickups, sweeps. */
export interface StoreReach {
  /** Null: every partner's rows. */
  tenant: string | null
  /** Null: every counter's rows. */
  store: string | null
}

export const storeReachOf = (caller: Caller): StoreReach => {
  const { tenant, hands } = reachOf(caller)
  if (hands === 'network') throw tooMuch(hands)
  return { tenant, store: hands?.store_id ?? null }
}

/** The counter to which a session is bound. Null: none. */
export const ownStoreOf = ({ hands }: Reach): string | null => (hands === null || hands === 'network' ? null : hands.store_id)
