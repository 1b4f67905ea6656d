// Functions that give access to a whole tenant throw if the caller is a counter or a handler.
import type { Access } from '@backhaul/core/access.ts'
import { expect, test } from 'vitest'
import type { Caller } from '../../src/service/key-cache.ts'
import { ownStoreOf, reachOf, storeReachOf, tenantOf, tenantOfNetwork } from '../../src/service/reach.ts'

const caller = (access: Access | null, store_id: string | null = null): Caller =>
  ({ partner: { id: 'par_1' }, key: { session: access && { access, store_id } } }) as unknown as Caller

test('keys and sessions other than counters and handlers reach their whole tenant', () => {
  for (const access of [null, 'partner', 'partner-viewer', 'support', 'operator'] as const) {
    const one = caller(access)
    expect(reachOf(one)).toEqual({ tenant: 'par_1', hands: null })
    expect([tenantOf(one), tenantOfNetwork(one), storeReachOf(one)]).toEqual(['par_1', 'par_1', { tenant: 'par_1', store: null }])
  }
})

test('a counter reaches the parcels of its store, and no query of the whole tenant', () => {
  const counter = caller('counter', 'sto_1')
  expect([reachOf(counter), ownStoreOf(reachOf(counter))]).toEqual([{ tenant: 'par_1', hands: { store_id: 'sto_1' } }, 'sto_1'])
  expect(storeReachOf(counter)).toEqual({ tenant: 'par_1', store: 'sto_1' })
  for (const ask of [tenantOf, tenantOfNetwork]) expect(() => ask(counter)).toThrow('the session of a counter reached an endpoint')
})

test('a handler reaches the parcels of the network, and no list of a counter', () => {
  const handler = caller('handler', 'sto_1')
  expect([reachOf(handler), ownStoreOf(reachOf(handler)), tenantOfNetwork(handler)]).toEqual([
    { tenant: 'par_1', hands: 'network' },
    null,
    'par_1',
  ])
  for (const ask of [tenantOf, storeReachOf]) expect(() => ask(handler)).toThrow('the session of a handler reached an endpoint')
})

test('a counter session without a store is rejected', () => {
  expect(() => reachOf(caller('counter'))).toThrow('has no store')
})
