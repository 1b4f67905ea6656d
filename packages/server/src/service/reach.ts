// Which rows a caller may see and change. A partner sees its own, an operator all of them. A session at a counter sees of these what its
// counter has or had in its hands, and a handler's what the network has; both find any parcel that they hold, by its code, and learn of it
// what they need to take it in (docs/guide/counters.md#what-a-counter-sees).
import { ACCESS } from '@backhaul/core/access.ts'
import type { Caller } from './key-cache.ts'

/** Whose hands a session speaks for. */
export type Hands = { store_id: string } | 'network'

/** Every statement that reads a resource takes it, or the tenant alone where no counter and no handler can ask. */
export interface Reach {
  /** Null: every partner's rows. */
  tenant: string | null
  /** Null: all rows of the tenant. */
  hands: Hands | null
}

const handsOf = ({ key: { session } }: Caller): Hands | null => {
  if (session?.access === 'handler') return 'network'
  if (session?.access !== 'counter') return null
  if (session.store_id === null) throw new Error('a session at a counter has no counter')
  return { store_id: session.store_id }
}

/** Whether the caller signed in with an access that does not change the network's settings. */
export const isReader = ({ key: { session } }: Caller): boolean => (session ? ACCESS[session.access].endpoints !== 'all' : false)

export const reachOf = (caller: Caller): Reach => ({ tenant: caller.partner?.id ?? null, hands: handsOf(caller) })

const tooMuch = (hands: Hands): Error =>
  new Error(`an endpoint that does not keep to the bounds of ${hands === 'network' ? 'a handler' : 'a counter'} was opened to it`)

/**
 * The partner whose rows the caller may see, all of them; null: everybody's. For what counters and handlers cannot ask for: if an endpoint
 * is opened to them and still asks for this, it fails instead of showing them too much.
 */
export const tenantOf = (caller: Caller): string | null => {
  const { tenant, hands } = reachOf(caller)
  if (hands !== null) throw tooMuch(hands)
  return tenant
}

/** The same for what is the network's business, and so a handler's: tenders. */
export const tenantOfNetwork = (caller: Caller): string | null => {
  const { tenant, hands } = reachOf(caller)
  if (hands !== null && hands !== 'network') throw tooMuch(hands)
  return tenant
}

/** Whose rows of what belongs to a counter: manifests, pickups, sweeps. */
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

/** The counter that a session is bound to; null: none. */
export const ownStoreOf = ({ hands }: Reach): string | null => (hands === null || hands === 'network' ? null : hands.store_id)
