// Which claims give which access, and the settings for that.
import { expect, test } from 'vitest'
import { accessOfClaims, type Claims, mergeClaims, personOfClaims } from '../../src/kinds/sign-in/oidc/access-of-claims.ts'
import { readConfig } from '../../src/process/config.ts'

const PARTNER = `par_${'0'.repeat(26)}`
const STORE = `sto_${'0'.repeat(26)}`
const BASE = {
  BACKHAUL_OIDC_ISSUER: 'https://id.corp.example',
  BACKHAUL_OIDC_CLIENT_ID: 'backhaul',
  BACKHAUL_OIDC_ACCESS: 'groups: a=operator',
}
const settings = (env: Record<string, string>) => readConfig({ ...BASE, ...env }).provider
const rules = (access: string) => settings({ BACKHAUL_OIDC_ACCESS: access })?.access ?? []
const given = (access: string, claims: object, trust: 'verified' | 'unless_denied' = 'verified') =>
  accessOfClaims(rules(access), { ...claims }, trust)

test.each<[string, string, object, string | null]>([
  ['a list that has the value', 'groups: admins=operator', { groups: ['x', 'admins'] }, 'operator'],
  ['a claim that is the value', 'department: support=support', { department: 'support' }, 'support'],
  ['an object that has the value as a name', 'urn:z:roles: clerk=handler', { 'urn:z:roles': { clerk: { org: 'x' } } }, 'handler'],
  ['the value at a path with dots', 'realm_access.roles: admins=operator', { realm_access: { roles: ['admins'] } }, 'operator'],
  ['no path if a claim has dots in its name', 'a.b: yes=support', { 'a.b': 'no', a: { b: 'yes' } }, null],
  [
    'a claim whose name is a URL',
    'https://corp.example/groups: admins=operator',
    { 'https://corp.example/groups': ['admins'] },
    'operator',
  ],
  ['a claim without a space after the colon', 'groups:admins=operator', { groups: ['admins'] }, 'operator'],
  ['no value that is only similar', 'groups: admins=operator', { groups: ['Admins', 'admins2', 'adminsX', ' admins'] }, null],
  ['no missing claim', 'groups: admins=operator', {}, null],
  ['no property that every object has', 'groups.constructor: x=operator; constructor: name=operator', { groups: {} }, null],
  ['a boolean claim', 'is_staff: true=support', { is_staff: true }, 'support'],
  ['a verified email address', 'email: ada@corp.example=operator', { email: 'ada@corp.example', email_verified: true }, 'operator'],
  [
    'an email address with email_verified as text',
    'email: ada@corp.example=operator',
    { email: 'ada@corp.example', email_verified: 'true' },
    'operator',
  ],
  ['no email address without email_verified', 'email: ada@corp.example=operator', { email: 'ada@corp.example' }, null],
  ['no email address with email_verified 1', 'email: ada@corp.example=operator', { email: 'ada@corp.example', email_verified: 1 }, null],
  ['no email address in another case', 'email: ada@corp.example=operator', { email: 'Ada@corp.example', email_verified: true }, null],
  ['no phone number without phone_number_verified', 'phone_number: +1555=operator', { phone_number: '+1555' }, null],
  ['a verified phone number', 'phone_number: +1555=operator', { phone_number: '+1555', phone_number_verified: true }, 'operator'],
  ['no unverified email address', 'email: ada@corp.example=operator', { email: 'ada@corp.example', email_verified: false }, null],
  ...['emails', 'mail', 'Email', 'user.email', 'email_address', 'emailAddresses'].map((claim): [string, string, object, null] => [
    `no address in the claim ${claim} without email_verified`,
    `${claim}: ada@corp.example=operator`,
    { [claim]: ['ada@corp.example'] },
    null,
  ]),
  ['no address of an unverified list', 'emails: ada@corp.example=operator', { emails: ['ada@corp.example'], email_verified: false }, null],
  [
    'an address of a verified list',
    'emails: ada@corp.example=operator',
    { emails: ['ada@corp.example'], email_verified: true },
    'operator',
  ],
  ['a group claim with mail in its name', 'mail_groups: admins=operator', { mail_groups: ['admins'] }, 'operator'],
  [
    'no email address with email_verified False as text',
    'email: ada@corp.example=operator',
    { email: 'ada@corp.example', email_verified: 'False' },
    null,
  ],
  [
    'no email address with email_verified null',
    'email: ada@corp.example=operator',
    { email: 'ada@corp.example', email_verified: null },
    null,
  ],
  ['no name of an object with the value false', 'roles: admin=operator', { roles: { admin: false } }, null],
  ['no name of an object with the value null', 'roles: admin=operator', { roles: { admin: null } }, null],
])('access is given by %s', (_, access, claims, expected) => {
  expect(given(access, claims)?.access ?? null).toBe(expected)
})

test('the highest of several accesses wins; of two equal ones, the first in the setting wins', () => {
  const access = `groups: c=counter:${STORE}, v=partner-viewer:${PARTNER}, s=support, o=operator; other: p=partner:${PARTNER}`
  expect(given(access, { groups: ['c', 'v', 's', 'o'], other: 'p' })?.access).toBe('operator')
  expect(given(access, { groups: ['c', 'v', 's'], other: 'p' })?.access).toBe('support')
  expect(given(access, { groups: ['c', 'v'], other: 'p' })).toMatchObject({ access: 'partner', partner_id: PARTNER, store_id: null })
  expect(given(access, { groups: ['c', 'v'] })).toMatchObject({ access: 'partner-viewer', partner_id: PARTNER })
  expect(given(access, { groups: ['c'] })).toMatchObject({ access: 'counter', partner_id: null, store_id: STORE })
  const second = `par_${'1'.repeat(26)}`
  expect(given(`g: x=partner:${second}, y=partner:${PARTNER}`, { g: ['y', 'x'] })?.partner_id).toBe(second)
})

test('unless_denied accepts an address without email_verified, but never a denied one', () => {
  const rule = 'email: ada@corp.example=operator'
  const ada = { email: 'ada@corp.example' }
  expect(given(rule, ada, 'unless_denied')?.access).toBe('operator')
  for (const email_verified of [false, 'False', 'false', null, 0, 'no', ''])
    expect([email_verified, given(rule, { ...ada, email_verified }, 'unless_denied')]).toEqual([email_verified, null])
})

const called = (claims: Claims, trust: 'verified' | 'unless_denied' = 'verified') => personOfClaims(claims, '248289', trust)

test('a person is shown with a verified address, or else with the sub', () => {
  const email = 'ada@corp.example'
  const ada = { name: 'Ada\nAdmin', email, email_verified: true }
  expect(called(ada)).toEqual({ name: 'Ada Admin', email })
  expect(called({ ...ada, name: { first: 'Ada' } })).toEqual({ name: email, email })
  expect(called({ ...ada, name: '𝒜'.repeat(500) }).name).toBe('𝒜'.repeat(100))
  for (const email_verified of [false, 'false', undefined, null, 0, 1])
    expect(called({ ...ada, email_verified })).toEqual({ name: 'Ada Admin', email: '248289' })
  expect(called({ preferred_username: email, upn: email })).toEqual({ name: '248289', email: '248289' })
  expect(called({ email }, 'unless_denied').email).toBe(email)
  expect(called({ email, email_verified: false }, 'unless_denied').email).toBe('248289')
  // None of these values is accepted: they are not addresses, or they only resemble another person's address.
  for (const other of [
    undefined,
    '',
    'nobody',
    'a b@c.example',
    ['a@b.example'],
    `${'x'.repeat(300)}@b.example`,
    'bo\u0455s@corp.example',
    'a@b@c',
  ])
    expect(called({ ...ada, email: other }).email).toBe('248289')
})

test('a name or sub is never taken for an address', () => {
  const stranger = { email: 'eve@corp.example', email_verified: true }
  for (const name of ['boss@corp.example', 'boss\uff20corp.example', ' boss\ufe6bcorp.example'])
    expect([name, called({ ...stranger, name }).name]).toEqual([name, 'eve@corp.example'])
  expect(called({ ...stranger, name: 'boss@corp.example', preferred_username: 'eve' }).name).toBe('eve')
  expect(called({ ...stranger, name: 'Bo\u202ess\u200b' }).name).toBe('Bo ss')
  expect(personOfClaims({}, 'boss@corp.example', 'verified')).toEqual({ name: 'sub:boss@corp.example', email: 'sub:boss@corp.example' })
})

test('the ID token does not verify an address that only userinfo names, or the reverse', () => {
  const verified = (told: Claims | null, more: Claims) => mergeClaims(told, more).email_verified
  expect(verified({ email: 'a@b.example', email_verified: true }, { email: 'boss@b.example' })).toBeUndefined()
  expect(verified({ email: 'a@b.example', email_verified: true }, { email: 'a@b.example' })).toBe(true)
  expect(verified({ email: 'a@b.example', email_verified: true }, { email: 'a@b.example', email_verified: false })).toBe(false)
  expect(verified({ email: 'a@b.example', email_verified: true }, {})).toBe(true)
  expect(verified({ email: 'a@b.example' }, { email: 'boss@b.example', email_verified: true })).toBe(true)
  expect(verified({ email: 'a@b.example' }, { email_verified: true })).toBeUndefined()
  expect(verified({ email: 'a@b.example', email_verified: true }, { email_verified: 'False' })).toBe(false)
  expect(verified({ email: 'a@b.example', email_verified: false }, { email: 'a@b.example', email_verified: true })).toBe(false)
  expect(verified({ email_verified: false }, { email: 'a@b.example', email_verified: true })).toBe(false)
  expect(verified({ groups: [] }, { email: 'a@b.example' })).toBeUndefined()
  expect(verified({ email_verified: true }, { email: 'boss@b.example' })).toBeUndefined()
  expect(verified(null, { email: 'a@b.example', email_verified: true })).toBe(true)
})

test('without an issuer there is no provider, even with other settings', () => {
  expect(settings({ BACKHAUL_OIDC_ISSUER: '' })).toBeNull()
  expect(settings({})).toMatchObject({
    name: 'id.corp.example',
    clientSecret: null,
    scopes: 'openid profile email offline_access',
    parameters: {},
  })
  expect(settings({ BACKHAUL_OIDC_PARAMETERS: 'prompt=consent&access_type=offline' })?.parameters).toEqual({
    prompt: 'consent',
    access_type: 'offline',
  })
})

test.each<[string, Record<string, string>, string]>([
  ['an issuer without encryption', { BACKHAUL_OIDC_ISSUER: 'http://id.corp.example' }, 'BACKHAUL_OIDC_ISSUER='],
  [
    'an issuer with a password, which is not shown',
    { BACKHAUL_OIDC_ISSUER: 'https://me:hush@id.example' },
    'BACKHAUL_OIDC_ISSUER="***@id.example"',
  ],
  ['an issuer that is not a URL', { BACKHAUL_OIDC_ISSUER: 'corp' }, 'BACKHAUL_OIDC_ISSUER="corp"'],
  ['no client', { BACKHAUL_OIDC_CLIENT_ID: '' }, 'BACKHAUL_OIDC_CLIENT_ID is required'],
  ['no access', { BACKHAUL_OIDC_ACCESS: '' }, 'BACKHAUL_OIDC_ACCESS is required'],
  ['an access that does not exist', { BACKHAUL_OIDC_ACCESS: 'groups: a=admin' }, '"a=admin"'],
  ['a partner without its id', { BACKHAUL_OIDC_ACCESS: 'groups: a=partner' }, '"a=partner"'],
  ['an operator with an id', { BACKHAUL_OIDC_ACCESS: `groups: a=operator:${PARTNER}` }, '"a=operator:'],
  ['a counter of a partner', { BACKHAUL_OIDC_ACCESS: `groups: a=counter:${PARTNER}` }, '"a=counter:'],
  ['no claim', { BACKHAUL_OIDC_ACCESS: 'a=operator' }, '"a=operator"'],
  ['no value', { BACKHAUL_OIDC_ACCESS: 'groups: =operator' }, '"=operator"'],
  ['nothing but a separator', { BACKHAUL_OIDC_ACCESS: ';' }, 'BACKHAUL_OIDC_ACCESS=";"'],
  ['scopes without openid', { BACKHAUL_OIDC_SCOPES: 'profile' }, 'BACKHAUL_OIDC_SCOPES='],
  ['an unknown setting for addresses', { BACKHAUL_OIDC_EMAILS: 'all' }, 'BACKHAUL_OIDC_EMAILS="all"'],
  ['a reserved parameter', { BACKHAUL_OIDC_PARAMETERS: 'state=mine' }, 'access_type=offline, without state'],
  [
    'production without a public address',
    { BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: Buffer.alloc(32).toString('base64') },
    'BACKHAUL_PUBLIC_URL is required',
  ],
])('the configuration refuses %s', (_, env, message) => {
  expect(() => settings(env)).toThrow(message)
})

test('an issuer on this machine may be without encryption, for trials', () => {
  expect(settings({ BACKHAUL_OIDC_ISSUER: 'http://localhost:9000/realms/x' })?.issuer).toBe('http://localhost:9000/realms/x')
})
