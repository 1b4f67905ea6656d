// Client of the provider. It reads the provider's endpoints, identifies a person who comes back from the provider, asks whether a person
// still has access, and verifies logout tokens. All requests have limits of time and size. Nothing here uses the database.
import { createRemoteJWKSet, errors, type JWTPayload, customFetch as joseFetch, jwtVerify, type RemoteJWKSet } from 'jose'
import * as client from 'openid-client'
import type { ProviderSettings } from '../../../process/provider-settings.ts'
import { type Claims, mergeClaims } from './access-of-claims.ts'
import { boundedFetch, PATIENCE_MS } from './bounded-fetch.ts'

/** Allowed difference between this machine's clock and the provider's. */
const TOLERANCE_S = 60
/** Age at which the provider's description is read again. AFTER_FAILURE_MS is the wait after a read that failed. */
const KEPT_MS = 3_600_000
const AFTER_FAILURE_MS = 5_000
/** Minimum time between key fetches caused by tokens with an unknown key. */
const KEYS_COOLDOWN_MS = 30_000
/** Only algorithms with which nobody but the provider can sign: no shared secrets, and no unsigned tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Error codes that are about the person, not about this service. */
const REFUSALS = ['invalid_grant', 'access_denied', 'login_required', 'interaction_required', 'consent_required']

/** The values that a browser takes to the provider and brings back. */
export interface Trip {
  state: string
  nonce: string
  verifier: string
}

export interface Arrived {
  subject: string
  provider_session: string | null
  refresh_token: string | null
  claims: Claims
}

/**
 * `claims` is null if the provider said only that the person still has access. `unreachable` means that nothing new is known about the
 * person.
 */
export type Checked =
  | { outcome: 'good'; claims: Claims | null }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unreachable'; reason: string }

interface Known {
  server: client.ServerMetadata
  keys: RemoteJWKSet | null
  read_ms: number
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  return [message, cause?.message].filter(Boolean).join(': ').slice(0, 300)
}

/** Thrown if the callback names an issuer that is not the configured provider. */
export class NotFromProvider extends Error {}

/** Thrown if the provider answered with the ID token of another person. The provider is not asked again about this session. */
class AnotherPerson extends Error {
  override message = 'the ID token belongs to another person'
}

const isRefusal = (error: unknown): boolean => {
  if (error instanceof AnotherPerson) return true
  if (error instanceof client.ResponseBodyError) return REFUSALS.includes(error.error)
  // Thrown if the userinfo endpoint refused a new access token.
  return error instanceof client.WWWAuthenticateChallengeError && [401, 403].includes(error.status)
}

export class Provider {
  readonly settings: ProviderSettings
  readonly #ending = new AbortController()
  #known: Known | null = null
  #reading: Promise<Known> | null = null
  #failed: { at_ms: number; error: unknown } | null = null

  constructor(settings: ProviderSettings) {
    this.settings = settings
  }

  /** Aborts pending requests. */
  close(): void {
    this.#ending.abort()
  }

  /** Whether the provider is known to have a sign-out page. */
  get signsOut(): boolean {
    return this.#known?.server.end_session_endpoint !== undefined
  }

  /**
   * Reads the provider's description if it is not known. Errors: the provider cannot be reached, or its description names another issuer.
   */
  async open(): Promise<void> {
    await this.#description()
  }

  async address(redirect_uri: string, { state, nonce, verifier }: Trip): Promise<string> {
    const config = await this.#configuration()
    return client.buildAuthorizationUrl(config, {
      ...this.settings.parameters,
      redirect_uri,
      scope: this.settings.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href
  }

  /** Address of the provider's sign-out page. Null if it has none. */
  async signOutAddress(post_logout_redirect_uri: string): Promise<string | null> {
    const config = await this.#configuration()
    if (config.serverMetadata().end_session_endpoint === undefined) return null
    return client.buildEndSessionUrl(config, { post_logout_redirect_uri }).href
  }

  /** Exchanges the code of a callback for tokens. Errors: an invalid callback, and errors of the provider. */
  async arrive(callback: URL, { state, nonce, verifier }: Trip): Promise<Arrived> {
    const config = await this.#configuration()
    const named = callback.searchParams.getAll('iss').join()
    if (named !== '' && named !== config.serverMetadata().issuer) throw new NotFromProvider('the callback names another issuer')
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
    const tokens = await client.authorizationCodeGrant(config, callback, checks)
    const claims = await this.#claims(config, tokens, null)
    const { sub, sid } = claims as { sub: string; sid?: unknown }
    return {
      subject: sub,
      provider_session: typeof sid === 'string' ? sid.slice(0, 255) : null,
      refresh_token: tokens.refresh_token ?? null,
      claims,
    }
  }

  /**
   * Asks with a refresh token whether the person still has access. The provider may replace the token, and then only the new one works. So
   * `keep` stores the new token before the rest of the answer is read.
   */
  async check(refresh_token: string, subject: string, keep: (refresh_token: string) => Promise<void>): Promise<Checked> {
    try {
      const config = await this.#configuration(async (response, bytes) => {
        const next = response.ok ? nextToken(bytes) : null
        if (next !== null && next !== refresh_token) await keep(next)
      })
      const tokens = await client.refreshTokenGrant(config, refresh_token)
      return { outcome: 'good', claims: await this.#claims(await this.#configuration(), tokens, subject) }
    } catch (error) {
      return { outcome: isRefusal(error) ? 'refused' : 'unreachable', reason: reasonOf(error) }
    }
  }

  /** Verifies a token that the provider signed for this client and returns its claims. Throws if it is invalid. */
  async verify(token: string, typ?: string): Promise<JWTPayload> {
    const { keys, server } = await this.#description()
    if (!keys) throw new Error('the provider has no keys')
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: server.issuer,
      audience: this.settings.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_S,
    })
    if (
      typ !== undefined &&
      protectedHeader.typ !== undefined &&
      protectedHeader.typ.toLowerCase() !== typ &&
      protectedHeader.typ !== 'JWT'
    )
      throw new Error(`the token has the unexpected type ${protectedHeader.typ}`)
    return payload
  }

  /**
   * Verifies a token that came directly from the provider. If its key is unknown, the keys are fetched again. Anonymous callers cannot
   * cause this fetch.
   */
  async #verifyNew(token: string): Promise<JWTPayload> {
    try {
      return await this.verify(token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await this.#known?.keys?.reload()
      return this.verify(token)
    }
  }

  /** The claims of the ID token and those of the userinfo endpoint. Null if there were neither. */
  async #claims(config: client.Configuration, tokens: client.TokenEndpointResponse, subject: null): Promise<Claims>
  async #claims(config: client.Configuration, tokens: client.TokenEndpointResponse, subject: string): Promise<Claims | null>
  async #claims(config: client.Configuration, tokens: client.TokenEndpointResponse, subject: string | null): Promise<Claims | null> {
    const told = tokens.id_token === undefined ? null : await this.#verifyNew(tokens.id_token)
    if (told === null && subject === null) throw new Error('the ID token is missing')
    if (told !== null && subject !== null && told.sub !== subject) throw new AnotherPerson()
    if (config.serverMetadata().userinfo_endpoint === undefined) return told
    const more = await client.fetchUserInfo(config, tokens.access_token, subject ?? (told?.sub as string))
    return mergeClaims(told, more)
  }

  async #configuration(look?: Parameters<typeof boundedFetch>[1]): Promise<client.Configuration> {
    const { server } = await this.#description()
    const { clientId, clientSecret, issuer } = this.settings
    const config = new client.Configuration(server, clientId, { [client.clockTolerance]: TOLERANCE_S }, authOf(clientSecret, server))
    if (issuer.startsWith('http:')) client.allowInsecureRequests(config)
    config.timeout = PATIENCE_MS / 1000
    config[client.customFetch] = boundedFetch(this.#ending.signal, look) as client.CustomFetch
    return config
  }

  /** The provider's description, cached for an hour. An older one is used while a new one cannot be read. */
  async #description(): Promise<Known> {
    const now_ms = performance.now()
    if (this.#known && now_ms - this.#known.read_ms < KEPT_MS) return this.#known
    if (this.#failed && now_ms - this.#failed.at_ms < AFTER_FAILURE_MS) {
      if (this.#known) return this.#known
      throw this.#failed.error
    }
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null
    })
    try {
      return await this.#reading
    } catch (error) {
      this.#failed = { at_ms: performance.now(), error }
      if (this.#known) return this.#known
      throw error
    }
  }

  async #read(): Promise<Known> {
    const { issuer, clientId } = this.settings
    const fetch = boundedFetch(this.#ending.signal)
    const config = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: fetch as client.CustomFetch,
      timeout: PATIENCE_MS / 1000,
      ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
    })
    const server = config.serverMetadata()
    const { jwks_uri } = server
    if (jwks_uri?.startsWith('http:') && !issuer.startsWith('http:')) throw new Error('the keys of the provider are not served over https')
    // If the description names the same keys as before, the keys and their cache state are kept.
    const same = this.#known?.server.jwks_uri === jwks_uri ? this.#known?.keys : null
    const keys = same ?? (jwks_uri === undefined ? null : keysAt(jwks_uri, fetch))
    this.#failed = null
    this.#known = { server, keys, read_ms: performance.now() }
    return this.#known
  }
}

const keysAt = (jwks_uri: string, fetch: ReturnType<typeof boundedFetch>): RemoteJWKSet =>
  createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: PATIENCE_MS, cooldownDuration: KEYS_COOLDOWN_MS, [joseFetch]: fetch })

/** The client authentication that the provider accepts. The default is HTTP Basic. */
const authOf = (secret: string | null, { token_endpoint_auth_methods_supported: taken }: client.ServerMetadata): client.ClientAuth => {
  if (secret === null) return client.None()
  return taken === undefined || taken.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}

const nextToken = (bytes: Uint8Array): string | null => {
  try {
    const { refresh_token } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { refresh_token?: unknown }
    return typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : null
  } catch {
    return null
  }
}
