// A real provider of OpenID Connect on this machine, with people of its own, and a browser that signs in there.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export interface TestPerson {
  name?: string
  email?: string
  email_verified?: boolean
  groups?: unknown
  [claim: string]: unknown
}

/** What stands in for the provider's answer: the path, and who answers. */
type Fault = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

export class TestProvider {
  /** By the name with which they sign in, which is their `sub`, too. */
  readonly people = new Map<string, TestPerson>()
  /** Paths that were asked for, in their order. */
  readonly asked: string[] = []
  /** True: it has answered. */
  fault: Fault | null = null
  readonly #server: Server
  #provider!: Provider
  #keys!: { privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']; kid: string }
  /** Tokens of logouts that it sent. */
  readonly sent: string[] = []

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Another site than the service at 127.0.0.1 is, to a browser. */
  get issuer(): string {
    return `http://localhost:${this.port}`
  }

  get provider(): Provider {
    return this.#provider
  }

  /** Listens, on another port only if it is free. The service is not known yet. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, 'localhost', resolve))
    await this.open(['http://127.0.0.1:1'])
  }

  /** `urls`: where the service is. */
  async open(urls: string[], options: Partial<Configuration> = {}): Promise<void> {
    await this.renewKeys(urls, options)
  }

  /** Its keys are others from now on, and so are its tokens; what it remembers of people stays. */
  async renewKeys(urls: string[], options: Partial<Configuration> = {}): Promise<void> {
    const kid = `key-${Math.random().toString(36).slice(2)}`
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    this.#keys = { privateKey, kid }
    const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
    this.#provider = new Provider(this.issuer, this.#configuration(urls, jwk, options))
    // It says every error to the console otherwise.
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
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true }, revocation: { enabled: true } },
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
      // Its own guard lets it tell nobody on this machine.
      fetch: (url, { dispatcher: _, ...init }: RequestInit & { dispatcher?: unknown }) => {
        if (init.body instanceof URLSearchParams) this.sent.push(init.body.get('logout_token') ?? '')
        return fetch(url, init)
      },
      findAccount: (_context, id) => {
        const person = this.people.get(id)
        return person && { accountId: id, claims: async () => ({ sub: id, ...person }) }
      },
      // Whoever signs in has agreed.
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
    if (this.fault?.(request, response, path)) return
    if (path.startsWith('/interaction/')) void this.#interact(request, response)
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

  /** A token that its key signed, whatever it says. */
  async sign(claims: JWTPayload, typ = 'logout+jwt', { alg = 'RS256', kid = this.#keys.kid }: { alg?: string; kid?: string } = {}) {
    return new SignJWT(claims).setProtectedHeader({ alg, kid, typ }).sign(this.#keys.privateKey)
  }

  /** Tells the service that the person signed out. */
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

/** A browser without pages: keeps cookies by origin and follows what it is told, until it is where `stop` says. */
export class Walker {
  readonly cookies = new Map<string, Map<string, string>>()

  cookie(url: string): string {
    return [...(this.cookies.get(new URL(url).origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async step(url: string, init: RequestInit = {}): Promise<{ status: number; text: string; headers: Headers; next: string | null }> {
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { ...init.headers, Cookie: this.cookie(url) } })
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

  /** From the start to the callback, which is not opened. */
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
