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
  ['an object that has its name', 'urn:z:roles: clerk=handler', { 'urn:z:roles': { clerk: { org: 'x' } } }, 'handler'],
  ['what a path with dots leads to', 'realm_access.roles: admins=operator', { realm_access: { roles: ['admins'] } }, 'operator'],
  ['a claim whose own name has dots, before the path', 'a.b: yes=support', { 'a.b': 'no', a: { b: 'yes' } }, null],
  [
    'a claim that is called by an address',
    'https://corp.example/groups: admins=operator',
    { 'https://corp.example/groups': ['admins'] },
    'operator',
  ],
  ['a claim without a space after the colon', 'groups:admins=operator', { groups: ['admins'] }, 'operator'],
  ['no value that is only alike', 'groups: admins=operator', { groups: ['Admins', 'admins2', 'adminsX', ' admins'] }, null],
  ['no claim that is not there', 'groups: admins=operator', {}, null],
  ['nothing that every object has', 'groups.constructor: x=operator; constructor: name=operator', { groups: {} }, null],
  ['a truth', 'is_staff: true=support', { is_staff: true }, 'support'],
  [
    'an e-mail address that is verified',
    'email: ada@corp.example=operator',
    { email: 'ada@corp.example', email_verified: true },
    'operator',
  ],
  [
    'an e-mail address that is, as text',
    'email: ada@corp.example=operator',
    { email: 'ada@corp.example', email_verified: 'true' },
    'operator',
  ],
  ['no e-mail address of which nothing is said', 'email: ada@corp.example=operator', { email: 'ada@corp.example' }, null],
  ['none of which something else is said', 'email: ada@corp.example=operator', { email: 'ada@corp.example', email_verified: 1 }, null],
  ['none in other letters', 'email: ada@corp.example=operator', { email: 'Ada@corp.example', email_verified: true }, null],
  ['no telephone number of which nothing is said', 'phone_number: +1555=operator', { phone_number: '+1555' }, null],
  ['one that is verified', 'phone_number: +1555=operator', { phone_number: '+1555', phone_number_verified: true }, 'operator'],
  ['no e-mail address that is not', 'email: ada@corp.example=operator', { email: 'ada@corp.example', email_verified: false }, null],
  ...['emails', 'mail', 'Email', 'user.email', 'email_address', 'emailAddresses'].map((claim): [string, string, object, null] => [
    `no address under the name ${claim} of which nothing is said`,
    `${claim}: ada@corp.example=operator`,
    { [claim]: ['ada@corp.example'] },
    null,
  ]),
  [
    'none of several that is not verified',
    'emails: ada@corp.example=operator',
    { emails: ['ada@corp.example'], email_verified: false },
    null,
  ],
  ['one of several that are', 'emails: ada@corp.example=operator', { emails: ['ada@corp.example'], email_verified: true }, 'operator'],
  ['a group with a name about mail', 'mail_groups: admins=operator', { mail_groups: ['admins'] }, 'operator'],
  ['none of which that is said as text', 'email: ada@corp.example=operator', { email: 'ada@corp.example', email_verified: 'False' }, null],
  ['none of which nothing is known', 'email: ada@corp.example=operator', { email: 'ada@corp.example', email_verified: null }, null],
  ['no name of an object that denies it', 'roles: admin=operator', { roles: { admin: false } }, null],
  ['no name of an object that has nothing', 'roles: admin=operator', { roles: { admin: null } }, null],
])('access is given by %s', (_, access, claims, expected) => {
  expect(given(access, claims)?.access ?? null).toBe(expected)
})

test('of several the highest wins, wherever it is written, and of two alike the one written first', () => {
  const access = `groups: c=counter:${STORE}, v=partner-viewer:${PARTNER}, s=support, o=operator; other: p=partner:${PARTNER}`
  expect(given(access, { groups: ['c', 'v', 's', 'o'], other: 'p' })?.access).toBe('operator')
  expect(given(access, { groups: ['c', 'v', 's'], other: 'p' })?.access).toBe('support')
  expect(given(access, { groups: ['c', 'v'], other: 'p' })).toMatchObject({ access: 'partner', partner_id: PARTNER, store_id: null })
  expect(given(access, { groups: ['c', 'v'] })).toMatchObject({ access: 'partner-viewer', partner_id: PARTNER })
  expect(given(access, { groups: ['c'] })).toMatchObject({ access: 'counter', partner_id: null, store_id: STORE })
  const second = `par_${'1'.repeat(26)}`
  expect(given(`g: x=partner:${second}, y=partner:${PARTNER}`, { g: ['y', 'x'] })?.partner_id).toBe(second)
})

test('where the setting says so, an address of which nothing is said gives access too, and one that the provider denies never', () => {
  const rule = 'email: ada@corp.example=operator'
  const ada = { email: 'ada@corp.example' }
  expect(given(rule, ada, 'unless_denied')?.access).toBe('operator')
  for (const email_verified of [false, 'False', 'false', null, 0, 'no', ''])
    expect([email_verified, given(rule, { ...ada, email_verified }, 'unless_denied')]).toEqual([email_verified, null])
})

const called = (claims: Claims, trust: 'verified' | 'unless_denied' = 'verified') => personOfClaims(claims, '248289', trust)

test('a person is called by a verified address, and by the sub without one', () => {
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
  // Values that are not addresses, or that only resemble another person's address.
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

test('no name and no sub is taken for an address', () => {
  const stranger = { email: 'eve@corp.example', email_verified: true }
  for (const name of ['boss@corp.example', 'boss\uff20corp.example', ' boss\ufe6bcorp.example'])
    expect([name, called({ ...stranger, name }).name]).toEqual([name, 'eve@corp.example'])
  expect(called({ ...stranger, name: 'boss@corp.example', preferred_username: 'eve' }).name).toBe('eve')
  expect(called({ ...stranger, name: 'Bo\u202ess\u200b' }).name).toBe('Bo ss')
  expect(personOfClaims({}, 'boss@corp.example', 'verified')).toEqual({ name: 'sub:boss@corp.example', email: 'sub:boss@corp.example' })
})

test('the ID token does not verify an address that only the userinfo endpoint names, and the other way round', () => {
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

test('without an issuer there is no provider, whatever else is set', () => {
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
  ['what is no address', { BACKHAUL_OIDC_ISSUER: 'corp' }, 'BACKHAUL_OIDC_ISSUER="corp"'],
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
  ['another word for addresses', { BACKHAUL_OIDC_EMAILS: 'all' }, 'BACKHAUL_OIDC_EMAILS="all"'],
  ['a parameter that is ours', { BACKHAUL_OIDC_PARAMETERS: 'state=mine' }, 'other parameters than state'],
  [
    'production that does not say where it is',
    { BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: Buffer.alloc(32).toString('base64') },
    'BACKHAUL_PUBLIC_URL is required',
  ],
])('a start refuses %s', (_, env, message) => {
  expect(() => settings(env)).toThrow(message)
})

test('an issuer on this machine may be without encryption, for trying it out', () => {
  expect(settings({ BACKHAUL_OIDC_ISSUER: 'http://localhost:9000/realms/x' })?.issuer).toBe('http://localhost:9000/realms/x')
})
