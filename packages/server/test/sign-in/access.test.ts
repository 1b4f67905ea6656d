// Compares the table of accesses with the list of endpoints: every name exists, every scope is used, and a viewer changes nothing.
import { ACCESS, ACCESSES, type Access, mayUse } from '@backhaul/core/access.ts'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'

const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][]

test('every operation that an access names exists', () => {
  const named = ACCESSES.flatMap((access) => {
    const { endpoints } = ACCESS[access]
    return endpoints === 'all' ? [] : endpoints.also
  })
  expect(named.filter((operation) => !(operation in ENDPOINTS))).toEqual([])
})

test.each(ACCESSES)('%s has all scopes that its endpoints need, and no others', (access: Access) => {
  const { whose, scopes, endpoints: mine } = ACCESS[access]
  const usable = endpoints.filter(([operation, { method, scope, partner_only }]) => {
    const isOthers = whose === 'operator' ? partner_only === true : scope === 'ops' && whose === 'partner'
    return mayUse(access, { operation, method }) && !isOthers
  })
  const needed = [...new Set(usable.flatMap(([, { scope }]) => scope ?? []))].sort()
  if (mine === 'all') expect(needed.filter((scope) => !scopes.includes(scope))).toEqual([])
  else expect([...scopes].sort()).toEqual(needed)
})

test('a viewer cannot change anything', () => {
  const writing = endpoints.filter(([operation, { method }]) => method !== 'GET' && mayUse('partner-viewer', { operation, method }))
  // A quote and a print change nothing, and a viewer can end only its own session.
  expect(writing.map(([operation]) => operation).sort()).toEqual(['endConsoleSession', 'printLabels', 'quoteShipment'])
})

test('only operators and partners manage links, keys and partners', () => {
  for (const operation of ['createConsoleLink', 'withdrawConsoleLink', 'createKey', 'createPartner', 'rotateKeySecret', 'updateKey']) {
    const { method } = ENDPOINTS[operation as keyof typeof ENDPOINTS] as Endpoint
    expect(ACCESSES.filter((access) => mayUse(access, { operation, method }))).toEqual(['operator', 'partner'])
  }
})
