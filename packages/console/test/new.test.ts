// The bodies that the forms of New send, and the text for the shopper's email.
import type { ConsoleSessionDetail } from '@backhaul/client'
import { expect, test } from 'vitest'
import { mayCreate } from '../src/console/new/area.ts'
import { mailOf } from '../src/console/new/mail.ts'
import { nameOf } from '../src/console/new/person.ts'
import { addressAt, bodyOf } from '../src/console/new/values.ts'

test('a body has the fields at their paths; empty fields and fields of the form alone are not sent', () => {
  const values = {
    partner: 'par_1',
    '/order_id': ' A-1 ',
    '/rma': ' ',
    '/from/city': 'Columbus',
    '/from/country': 'us',
    '/parcel/weight': '1,5',
  }
  expect(bodyOf(values)).toEqual({ order_id: 'A-1', from: { city: 'Columbus', country: 'US' }, parcel: { weight: 1.5 } })
})

test('text that is no number is sent as typed, so that the service refuses it at its field', () => {
  expect(bodyOf({ '/parcel/weight': 'heavy', '/package_count': '2', '/max_shipments': '3' })).toEqual({
    parcel: { weight: 'heavy' },
    package_count: 2,
    max_shipments: 3,
  })
})

test('an address is checked once it has street, city and country', () => {
  const values = { '/to/line1': '1 Main St', '/to/city': 'Columbus', '/to/country': '' }
  expect(addressAt(values, '/to')).toBeNull()
  expect(addressAt({ ...values, '/to/country': 'us' }, '/to')).toEqual({ line1: '1 Main St', city: 'Columbus', country: 'US' })
  expect(addressAt({ ...values, '/to/country': 'us' }, '/from')).toBeNull()
})

test('the email is in the language of the link, and names only what is known', () => {
  const link = { language: null, from: null, order_id: null, last_day: '2026-12-24' }
  expect(mailOf(link, 'URL')).toBe('Hello,\n\nYou can start your return here:\nURL\n\nThe link works until December 24, 2026.\n')
  const known = mailOf({ ...link, language: 'fr', from: { name: 'Ada' }, order_id: 'A-1' }, 'URL')
  expect(known).toMatch(/^Bonjour Ada,\n\nVous .* retour \(A-1\) ici/)
  expect(known).toContain('24 décembre 2026')
  expect(mailOf({ ...link, language: 'es' }, 'URL')).toContain('24 de diciembre de 2026')
})

test('the scope that the service requires decides who has New: an operator needs another one than a partner', () => {
  const may = (access: string, ...scopes: string[]) => mayCreate({ access, scopes } as ConsoleSessionDetail)
  expect([may('operator', 'ops'), may('operator', 'shipments:write'), may('support', 'ops')]).toEqual([true, false, false])
  expect([may('partner', 'shipments:write'), may('partner', 'ops'), may('partner-viewer', 'shipments:write')]).toEqual([true, false, false])
})

test('a draft belongs to a person of a partner, even if the person has the same address at another partner', () => {
  const names = ['par_1', 'par_2', null].map((partner_id) => nameOf('return', { partner_id, email: 'ada@example.com' }))
  expect(new Set([...names, nameOf('return', { partner_id: 'par_1', email: 'bob@example.com' })]).size).toBe(4)
})
