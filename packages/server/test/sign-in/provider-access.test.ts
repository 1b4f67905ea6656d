// Which claims give which access, and which settings say so.
import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { accessOfClaims, personOfClaims } from '../../src/sign-in/oidc/access-of-claims.ts'

const PARTNER = `par_${'0'.repeat(26)}`
const STORE = `sto_${'0'.repeat(26)}`
const BASE = {
  BACKHAUL_OIDC_ISSUER: 'https://id.corp.example',
  BACKHAUL_OIDC_CLIENT_ID: 'backhaul',
  BACKHAUL_OIDC_ACCESS: 'groups: a=operator',
}
const settings = (env: Record<string, string>) => readConfig({ ...BASE, ...env }).provider
const rules = (access: string) => settings({ BACKHAUL_OIDC_ACCESS: access })?.access ?? []
const given = (access: string, claims: object) => accessOfClaims(rules(access), { ...claims })

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
  ['an e-mail address of which nothing is said', 'email: ada@corp.example=operator', { email: 'ada@corp.example' }, 'operator'],
  ['no e-mail address that is not', 'email: ada@corp.example=operator', { email: 'ada@corp.example', email_verified: false }, null],
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

test('a person is called by what the provider says, within what a name may be', () => {
  expect(personOfClaims({ name: 'Ada\nAdmin', email: 'ada@corp.example' })).toEqual({ name: 'Ada Admin', email: 'ada@corp.example' })
  expect(personOfClaims({ preferred_username: 'ada@corp.example' })).toEqual({ name: 'ada@corp.example', email: 'ada@corp.example' })
  expect(personOfClaims({ name: '𝒜'.repeat(500), email: 'a@b.example' })?.name).toBe('𝒜'.repeat(100))
  expect(personOfClaims({ name: { first: 'Ada' }, email: 'a@b.example' })?.name).toBe('a@b.example')
  for (const email of [undefined, '', 'nobody', 'a b@c.example', ['a@b.example'], `${'x'.repeat(300)}@b.example`])
    expect(personOfClaims({ name: 'Ada', email })).toBeNull()
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
