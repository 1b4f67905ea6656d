// A real OpenID Connect provider on this machine with its own users, and a browser that signs in there.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { startTestService } from './service.ts'
import { SessionClient } from './session.ts'

export interface TestPerson {
  name?: string
  email?: string
  email_verified?: boolean
  groups?: unknown
  [claim: string]: unknown
}

/** Answers a request in place of the provider. Returns whether it has answered. */
type Fault = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

export class TestProvider {
  /** Users by login name, which is also their `sub`. */
  readonly people = new Map<string, TestPerson>()
  /** The requested paths, in order. */
  readonly asked: string[] = []
  /** The requested paths with their queries, in order. */
  readonly addresses: string[] = []
  /** Set by a test to answer requests in place of the provider. */
  fault: Fault | null = null
  readonly #server: Server
  #provider!: Provider
  #keys!: { privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']; kid: string }
  /** The logout tokens that the provider sent. */
  readonly sent: string[] = []

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** For a browser, localhost is another site than the service at 127.0.0.1. */
  get issuer(): string {
    return `http://localhost:${this.port}`
  }

  get provider(): Provider {
    return this.#provider
  }

  /** The settings of a service that uses this provider. */
  get settings(): Record<string, string> {
    return {
      BACKHAUL_OIDC_ISSUER: this.issuer,
      BACKHAUL_OIDC_CLIENT_ID: 'backhaul',
      BACKHAUL_OIDC_CLIENT_SECRET: 'a secret of the operator',
      BACKHAUL_OIDC_NAME: 'Corporate ID',
      BACKHAUL_OIDC_ACCESS: 'groups: admins=operator, helpdesk=support',
    }
  }

  /** Returns how often this path was requested since `from`. */
  count(path: string, from = 0): number {
    return this.asked.slice(from).filter((one) => one === path).length
  }

  /** Starts to listen, before the address of the service is known. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    await this.open(['http://127.0.0.1:1'])
  }

  /** `urls` are the addresses of the service. */
  async open(urls: string[], options: Partial<Configuration> = {}): Promise<void> {
    await this.renewKeys(urls, options)
  }

  /** Replaces the provider's keys. Tokens that were signed with the old keys become invalid. The state of its users remains. */
  async renewKeys(urls: string[], options: Partial<Configuration> = {}): Promise<void> {
    const kid = `key-${Math.random().toString(36).slice(2)}`
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    this.#keys = { privateKey, kid }
    const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
    this.#provider = new Provider(this.issuer, this.#configuration(urls, jwk, options))
    // Without a listener, the provider prints every error to the console.
    this.#provider.on('server_error', () => {})
  }

  #configuration(urls: string[], jwk: object, options: Partial<Configuration>): Configuration {
    return {
      clients: [
        {
          client_id: 'backhaul',
          client_secret: 'a secret of the operator',
          redirect_uris: urls.map((url) => `${url}/sign-in/oidc/callback`),
          post_logout_redirect_uris: urls.map((url) => `${url}/sign-in`),
          backchannel_logout_uri: `${urls[0]}/sign-in/oidc/logout`,
          backchannel_logout_session_required: true,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [jwk as never] },
      cookies: { keys: ['of this test'] },
      claims: { openid: ['sub', 'groups', 'realm_access'], profile: ['name'], email: ['email', 'email_verified'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        // This page replaces the provider's own page, which loads a font from another site.
        rpInitiatedLogout: {
          logoutSource: (context, form) => {
            context.body = `<!doctype html><html lang="en"><title>Sign out</title><link rel="icon" href="data:,">${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></html>`
          },
        },
      },
      ttl: {
        AccessToken: 300,
        AuthorizationCode: 60,
        IdToken: 300,
        RefreshToken: 86_400,
        Session: 86_400,
        Grant: 86_400,
        Interaction: 600,
      },
      rotateRefreshToken: true,
      issueRefreshToken: async () => true,
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      // Replaces the provider's own `fetch`, which would refuse requests to this machine.
      fetch: (url, options) => {
        const { dispatcher: _, ...init } = options as RequestInit & { dispatcher?: unknown }
        if (init.body instanceof URLSearchParams) this.sent.push(init.body.get('logout_token') ?? '')
        return fetch(url, init)
      },
      findAccount: (_context, id) => {
        const person = this.people.get(id)
        return person && { accountId: id, claims: async () => ({ sub: id, ...person }) }
      },
      // A user who signs in has given consent.
      loadExistingGrant: async (context) => {
        const { session, client } = context.oidc
        const grant = new context.oidc.provider.Grant({ accountId: session?.accountId as string, clientId: client?.clientId as string })
        grant.addOIDCScope('openid profile email offline_access')
        await grant.save()
        return grant
      },
      ...options,
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?')[0] as string
    this.asked.push(path)
    this.addresses.push(request.url ?? '')
    if (this.fault?.(request, response, path)) return
    // A browser requests an icon for pages that name none.
    if (path === '/favicon.ico') response.writeHead(204).end()
    else if (path.startsWith('/interaction/')) void this.#interact(request, response)
    else void this.#provider.callback()(request, response)
  }

  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      response.end(
        '<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><form method="post"><label>Name <input name="login" autofocus></label><button>Sign in</button><button name="cancel" value="yes">Cancel</button></form></html>',
      )
      return
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    const login = form.get('login') ?? ''
    const result =
      form.has('cancel') || !this.people.has(login)
        ? { error: 'access_denied', error_description: '<script>alert(1)</script>' }
        : { login: { accountId: login } }
    await this.#provider.interactionFinished(request, response, result)
  }

  /** Returns a token with any claims, signed with the provider's key. */
  async sign(claims: JWTPayload, typ = 'logout+jwt', { others = false }: { others?: boolean } = {}): Promise<string> {
    const { privateKey, kid } = others ? { ...(await generateKeyPair('RS256')), kid: this.#keys.kid } : this.#keys
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ }).sign(privateKey)
  }

  /** Notifies the service that the user signed out. */
  async logOut(subject: string, sid?: string): Promise<void> {
    const client = (await this.#provider.Client.find('backhaul')) as unknown as {
      backchannelLogout(subject: string, sid?: string): Promise<void>
    }
    await client.backchannelLogout(subject, sid)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Starts a service whose operator has a provider with these users: ada is an operator, sam is in support, and nora has no access. */
export const startWithProvider = async (env: Record<string, string> = {}) => {
  const provider = new TestProvider()
  await provider.listen()
  const service = await startTestService('api', { ...provider.settings, ...env })
  await provider.open([service.url])
  provider.people.set('ada', { name: 'Ada Admin', email: 'ada@corp.example', email_verified: true, groups: ['admins', 'helpdesk'] })
  provider.people.set('sam', { name: 'Sam Support', email: 'sam@corp.example', email_verified: true, groups: ['helpdesk'] })
  provider.people.set('nora', { name: 'Nora Nobody', email: 'nora@corp.example', groups: ['kitchen'] })
  const signIn = async (login: string): Promise<SessionClient> => {
    const walker = new Walker()
    const answer = await walker.signIn(service.url, login)
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    const client = new SessionClient(service.url, walker.cookie(service.url), null)
    const { json } = await client.get('/v2/console-sessions/current')
    return new SessionClient(service.url, client.cookie, json)
  }
  const close = async () => {
    provider.fault = null
    await service.close()
    await provider.close()
  }
  return { provider, service, signIn, close }
}

/** A browser that shows no pages: it keeps cookies by origin and follows redirects until `stop` is true. */
export class Walker {
  readonly cookies = new Map<string, Map<string, string>>()
  readonly #headers: Record<string, string>

  /** `headers` are sent with each request. */
  constructor(headers: Record<string, string> = {}) {
    this.#headers = headers
  }

  cookie(url: string): string {
    return [...(this.cookies.get(new URL(url).origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async step(url: string, init: RequestInit = {}): Promise<{ status: number; text: string; headers: Headers; next: string | null }> {
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...this.#headers, ...init.headers, Cookie: this.cookie(url) },
    })
    const jar = this.cookies.get(new URL(url).origin) ?? new Map<string, string>()
    this.cookies.set(new URL(url).origin, jar)
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    return {
      status: response.status,
      text: await response.text(),
      headers: response.headers,
      next: location && new URL(location, url).href,
    }
  }

  /** Follows the sign-in from its start to the callback, but does not open the callback. */
  async toCallback(url: string, login: string): Promise<string> {
    let { next } = await this.step(`${url}/sign-in/oidc`)
    for (let steps = 0; next !== null && steps < 10; steps++) {
      if (next.startsWith(`${url}/`)) return next
      const init = new URL(next).pathname.startsWith('/interaction/')
        ? { method: 'POST', body: new URLSearchParams({ login }), headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
        : {}
      const answer = await this.step(next, init)
      if (answer.next === null) throw new Error(`${next} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
      next = answer.next
    }
    throw new Error('it leads nowhere')
  }

  async signIn(url: string, login: string) {
    return this.step(await this.toCallback(url, login))
  }
}
