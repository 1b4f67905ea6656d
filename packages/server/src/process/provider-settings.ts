// Settings of the OpenID Connect provider at which the operator's people sign in (docs/guide/sign-in.md#with-a-provider).

import { ACCESS, ACCESSES, type Access } from '@backhaul/core/access.ts'
import { isId } from '@backhaul/core/ids.ts'
import { bad, choice, type Env } from './setting.ts'
import { StartupError } from './startup-error.ts'

/** A rule: a person with this value in this claim gets this access. */
export interface AccessOfClaim {
  /** Name of the claim. If there is no such claim, the name is the path to it, separated by dots. */
  claim: string
  value: string
  access: Access
  partner_id: string | null
  store_id: string | null
}

/**
 * Which email addresses count: only those that the provider verified, or also those about which the provider says nothing, because some
 * providers never do. An address that the provider reports as unverified never counts.
 */
export type EmailTrust = 'verified' | 'unless_denied'

export interface ProviderSettings {
  /** The issuer, exactly as the provider names itself. */
  issuer: string
  clientId: string
  /** Null if the client is public. */
  clientSecret: string | null
  scopes: string
  /** Additional parameters of the authorization request. */
  parameters: Record<string, string>
  /** Display name of the provider. */
  name: string
  access: AccessOfClaim[]
  emails: EmailTrust
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const HOW_ACCESS = "such as 'groups: admins=operator, helpdesk=support, acme=partner:par_…'"

const issuerOf = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (!isSafe || /[?#@]/.test(value))
    bad('BACKHAUL_OIDC_ISSUER', value.replace(/.*@/, '***@'), 'an https:// URL with a host and, optionally, a path')
  return value
}

/** Reads an access such as `partner:par_…`, `counter:sto_…` or `support`. Null if the text is not a valid access. */
const accessOf = (text: string): Pick<AccessOfClaim, 'access' | 'partner_id' | 'store_id'> | null => {
  const [name, id = '', more] = text.split(':')
  const access = ACCESSES.find((one) => one === name)
  if (!access || more !== undefined) return null
  const { whose, store } = ACCESS[access]
  if (whose === 'partner') return isId('partner', id) ? { access, partner_id: id, store_id: null } : null
  if (store === 'required') return isId('store', id) ? { access, partner_id: null, store_id: id } : null
  return id === '' ? { access, partner_id: null, store_id: null } : null
}

/**
 * A claim's name may be a URL. So the name ends at the first colon that is followed by white space. If there is none, it ends at the first
 * colon that does not belong to a scheme.
 */
const CLAIM = /^(.+?):\s+(.+)$|^(.+?):(?!\/\/)(.+)$/s

const accessList = (value: string): AccessOfClaim[] => {
  const unfit = (what: string): never => bad('BACKHAUL_OIDC_ACCESS', what, HOW_ACCESS)
  return value
    .split(';')
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const found = CLAIM.exec(part.trim())
      const [claim, pairs] = [found?.[1] ?? found?.[3], found?.[2] ?? found?.[4]]
      if (claim === undefined || pairs === undefined) return unfit(part.trim())
      return pairs.split(',').map((pair): AccessOfClaim => {
        const at = pair.lastIndexOf('=')
        const granted = accessOf(pair.slice(at + 1).trim())
        const named = pair.slice(0, Math.max(at, 0)).trim()
        return granted && named !== '' ? { claim: claim.trim(), value: named, ...granted } : unfit(pair.trim())
      })
    })
}

const OURS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
]

const parametersOf = (value: string): Record<string, string> => {
  const parameters = Object.fromEntries(new URLSearchParams(value))
  const taken = OURS.find((name) => name in parameters)
  if (taken) bad('BACKHAUL_OIDC_PARAMETERS', value, `parameters such as prompt=consent&access_type=offline, without ${taken}`)
  return parameters
}

const needed = (env: Env, name: string): string => {
  const value = env[name]
  if (!value) throw new StartupError(`${name} is required because BACKHAUL_OIDC_ISSUER is set`)
  return value
}

/** Reads the settings. Null if no provider is set. Throws StartupError. */
export const providerSettings = (env: Env): ProviderSettings | null => {
  const given = env.BACKHAUL_OIDC_ISSUER
  if (!given) return null
  const issuer = issuerOf(given)
  const scopes = (env.BACKHAUL_OIDC_SCOPES || 'openid profile email offline_access').trim().split(/\s+/)
  if (!scopes.includes('openid')) bad('BACKHAUL_OIDC_SCOPES', scopes.join(' '), 'scopes that include openid')
  const access = accessList(needed(env, 'BACKHAUL_OIDC_ACCESS'))
  if (access.length === 0) bad('BACKHAUL_OIDC_ACCESS', env.BACKHAUL_OIDC_ACCESS as string, HOW_ACCESS)
  return {
    issuer,
    clientId: needed(env, 'BACKHAUL_OIDC_CLIENT_ID'),
    clientSecret: env.BACKHAUL_OIDC_CLIENT_SECRET || null,
    scopes: scopes.join(' '),
    parameters: parametersOf(env.BACKHAUL_OIDC_PARAMETERS ?? ''),
    name: env.BACKHAUL_OIDC_NAME || new URL(issuer).host,
    access,
    emails: choice(env, 'BACKHAUL_OIDC_EMAILS', ['verified', 'unless_denied'], 'verified'),
  }
}
