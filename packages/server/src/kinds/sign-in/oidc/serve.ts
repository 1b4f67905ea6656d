// Serves `/sign-in/oidc` and the paths below it: the redirect to the provider, the callback, and the provider's logout requests. Anyone can
// call all of them. So each client address has a limit on requests per minute, and few requests wait for the provider at a time. A callback
// whose sign-in did not begin here is refused without asking the provider. No answer redirects to an address that a request named.
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import { Unavailable } from '../../../database/db.ts'
import { ownerOf } from '../../../http/admission.ts'
import { AnonymousRates } from '../../../http/anonymous-rates.ts'
import { limitReading } from '../../../http/connections.ts'
import { READ, type Site } from '../../../http/endpoint.ts'
import { header } from '../../../http/reading.ts'
import { BodyTooLarge, formAccounts, Receiver } from '../../../http/receive.ts'
import { logThrown, refusalOf } from '../../../http/responding.ts'
import { cookieFor, cookiesOf, siteOf } from '../../../http/session-cookie.ts'
import { iso } from '../../../process/clock.ts'
import { Busy, Gate } from '../../../process/gate.ts'
import type { Service } from '../../../service/service.ts'
import { sha256 } from '../../../storage/secrets.ts'
import { accessOfClaims, personOfClaims } from './access-of-claims.ts'
import { isOverAtProvider, logOut, NotALogout } from './logout.ts'
import { PAGE_HEADERS, problemPage, signedInPage } from './pages.ts'
import { type Arrived, NotFromProvider, type Provider, type Trip } from './provider.ts'
import { useOnce } from './queries.ts'
import { endForProvider, openSession } from './session.ts'
import { nameOfTrip, newTrip, noTripCookie, readTrip, TRIP_S, tripCookie } from './trip.ts'

const START = '/sign-in/oidc'
const CALLBACK = '/sign-in/oidc/callback'
/** Limit on the sign-in requests from one IP address per minute. Many people in one office share an address. */
const PER_ADDRESS = 120
const LOGOUTS_PER_ADDRESS = 600
/** Limits for requests to the provider: AT_A_TIME run at once, and WAITING more may wait. */
const AT_A_TIME = 8
const WAITING = 100
const PATIENCE_MS = 15_000
const LOGOUT_BYTES = 16 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'
const RETRY_AFTER_S = 5

interface Page {
  status: number
  title: string
  lines: string[]
  /** Whether the page offers to try again. */
  again: boolean
}

/** The answer for the browser. It is not the Fastify reply, because a reply is thenable and would be awaited. */
type Outcome = Page | { location: string } | { next: string }

const homeOf = (access: string): string => (access === 'counter' || access === 'handler' ? '/counter/' : '/console')

const slow = (wait_s: number): Page => ({
  status: 429,
  title: 'Too many sign-ins',
  lines: [`Too many people are signing in from your network. Try again in ${wait_s} seconds.`],
  again: true,
})

const stale: Page = {
  status: 400,
  title: 'This sign-in is no longer valid',
  lines: ['It was already finished, took longer than ten minutes, or was started in another browser. Try again.'],
  again: true,
}

const unreachable = (name: string): Page => ({
  status: 503,
  title: `${name} cannot be reached`,
  lines: [`You could not be signed in, because ${name} does not respond correctly. Try again in a moment.`],
  again: true,
})

const refusedBy = (name: string): Page => ({
  status: 403,
  title: `${name} did not sign you in`,
  lines: [`You canceled, or ${name} does not allow you to use Backhaul. Ask the administrator of ${name} for access.`],
  again: true,
})

const noAccess = (name: string, email: string): Page => ({
  status: 403,
  title: 'You do not have access yet',
  lines: [
    `You are known to ${name} as ${email}, but your account there does not give access to Backhaul.`,
    `Ask the administrator of ${name} to add you to a group that may use Backhaul, then try again.`,
  ],
  again: true,
})

const UNSAID =
  'a rule on an address gave no access, because the provider does not say whether the address is verified; BACKHAUL_OIDC_EMAILS=unless_denied accepts such addresses'

const failed = (message: string): Page => ({ status: 409, title: 'Sign-in failed', lines: [message], again: true })

class SignInPages {
  readonly #service: Service
  readonly #provider: Provider
  readonly #rates = new AnonymousRates()
  readonly #gate = new Gate(AT_A_TIME, PATIENCE_MS, WAITING)
  readonly #receiver: Receiver

  constructor(service: Service, provider: Provider) {
    this.#service = service
    this.#provider = provider
    this.#gate.register(service.ledger, 'provider_requests')
    this.#receiver = new Receiver(service.ledger, formAccounts(service.ledger))
  }

  /** Sends the browser to the provider. */
  start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.#visit(request, reply, async (site, owner) => {
      const trip = newTrip()
      const address = await this.#asking(owner, () => this.#provider.address(site.url + CALLBACK, trip))
      if (address === null) return unreachable(this.#provider.settings.name)
      reply.header('set-cookie', tripCookie(this.#service, site, trip))
      return { location: address }
    })
  }

  /** Handles the browser's return from the provider. */
  callback(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.#visit(request, reply, async (site, owner) => {
      const trips = cookiesOf(request, nameOfTrip(site)).map((text) => readTrip(this.#service, text))
      reply.header('set-cookie', noTripCookie(site))
      const callback = new URL(site.url + CALLBACK)
      callback.search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
      const state = callback.searchParams.getAll('state').join()
      const trip = trips.find((one) => one?.state === state)
      if (!trip || !(await this.#isFirst(trip))) return stale
      return this.#arrived(await this.#arrive(owner, callback, trip), trip.begun_ms, site, reply)
    })
  }

  /** Signs the person out at the provider too. */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.#visit(request, reply, async (site, owner) => {
      const address = await this.#asking(owner, () => this.#provider.signOutAddress(`${site.url}/sign-in`))
      return { location: address ?? '/sign-in' }
    })
  }

  /** Handles the provider's notice that a person was signed out. */
  async logOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const owner = ownerOf(request.ip)
    const refuse = (status: number, error: string, description: string) => {
      const body = JSON.stringify({ error, error_description: description })
      return reply.code(status).header('cache-control', 'no-store').header('content-type', 'application/json').send(body)
    }
    const wait_s = this.#rates.take(`logout/${owner}`, LOGOUTS_PER_ADDRESS)
    if (wait_s > 0) return refuse(429, 'slow_down', `too many requests; wait ${wait_s} seconds`)
    const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (type !== FORM_TYPE) return refuse(400, 'invalid_request', `the body must be ${FORM_TYPE}`)
    try {
      return await this.#receiver.receive(request.raw, owner, LOGOUT_BYTES, async (bytes) => {
        const tokens = new URLSearchParams(bytes.toString('latin1')).getAll('logout_token')
        if (tokens.length !== 1) return refuse(400, 'invalid_request', 'logout_token must be present exactly once')
        await this.#gate.run(owner, () => logOut(this.#service, this.#provider, tokens[0] as string))
        return reply.code(200).header('cache-control', 'no-store').header('content-length', '0').send()
      })
    } catch (error) {
      if (error instanceof NotALogout) return refuse(400, 'invalid_request', error.message)
      if (error instanceof BodyTooLarge) return refuse(413, 'invalid_request', `the body is longer than ${LOGOUT_BYTES} bytes`)
      throw error
    }
  }

  /** Only one of two identical callbacks is redeemed, across all processes. To a provider, a code that is sent twice looks stolen. */
  #isFirst({ state }: Trip): Promise<boolean> {
    const until_ms = this.#service.clock.now() + TRIP_S * 1000
    return useOnce(this.#service.db, sha256(`state\n${state}`), iso(until_ms))
  }

  async #arrive(owner: string, callback: URL, trip: Trip): Promise<Arrived | Page> {
    const { name } = this.#provider.settings
    try {
      return await this.#gate.run(owner, () => this.#provider.arrive(callback, trip))
    } catch (error) {
      if (error instanceof Busy || error instanceof Unavailable) throw error
      if (error instanceof client.AuthorizationResponseError) return refusedBy(name)
      if (error instanceof NotFromProvider) return stale
      this.#service.log.warn({ reason: (error as Error).message, cause: causeOf(error) }, 'a sign-in with the provider failed')
      return error instanceof client.ResponseBodyError && error.error === 'invalid_grant' ? stale : unreachable(name)
    }
  }

  async #arrived(arrived: Arrived | Page, begun_ms: number, site: Site, reply: FastifyReply): Promise<Outcome> {
    if ('title' in arrived) return arrived
    const { name, access, emails } = this.#provider.settings
    const person = personOfClaims(arrived.claims, arrived.subject, emails)
    const rule = accessOfClaims(access, arrived.claims, emails)
    if (!rule) {
      if (emails === 'verified' && accessOfClaims(access, arrived.claims, 'unless_denied'))
        this.#service.log.warn({ subject: arrived.subject }, UNSAID)
      return noAccess(name, person.email)
    }
    const opened = await openSession(this.#service, person, rule, arrived)
    if (isRefusal(opened)) return failed(opened.message)
    if (await isOverAtProvider(this.#service, this.#provider, arrived, begun_ms)) {
      await endForProvider(this.#service, opened.id, 'signed_out_at_provider')
      return stale
    }
    reply.header('set-cookie', cookieFor(site, opened.text, opened.most_s))
    return { next: homeOf(rule.access) }
  }

  /** Null: the provider cannot be reached. */
  async #asking<T>(owner: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#gate.run(owner, work)
    } catch (error) {
      if (error instanceof Busy) throw error
      this.#service.log.warn({ reason: (error as Error).message, cause: causeOf(error) }, 'the provider cannot be reached')
      return null
    }
  }

  async #visit(request: FastifyRequest, reply: FastifyReply, work: (site: Site, owner: string) => Promise<Outcome>): Promise<FastifyReply> {
    const owner = ownerOf(request.ip)
    reply.headers(PAGE_HEADERS)
    try {
      const wait_s = this.#rates.take(owner, PER_ADDRESS)
      const page = wait_s > 0 ? slow(wait_s) : await work(siteOf(this.#service.config, request), owner)
      if ('location' in page) return reply.redirect(page.location)
      if ('next' in page) return this.#send(reply, 200, signedInPage(page.next))
      if (wait_s > 0 || page.status === 503) reply.header('retry-after', String(wait_s || RETRY_AFTER_S))
      return this.#send(reply, page.status, problemPage(page.title, page.lines, page.again ? START : null))
    } catch (error) {
      const refusal = refusalOf(error)
      logThrown(this.#service.log, refusal, error, request, request.routeOptions.url)
      const isBusy = refusal.code === 'unavailable'
      const lines = [isBusy ? 'The service is busy. Try again in a moment.' : 'Something went wrong on our side. Try again.']
      if (isBusy) reply.header('retry-after', String(RETRY_AFTER_S))
      return this.#send(reply, isBusy ? 503 : 500, problemPage('Sign-in failed', lines, START))
    }
  }

  #send(reply: FastifyReply, status: number, body: string): FastifyReply {
    limitReading(reply.raw, body.length)
    return reply.code(status).send(body)
  }
}

const causeOf = (error: unknown): string | undefined => {
  const cause = (error as { cause?: { message?: string; error?: string } }).cause
  return (cause?.message ?? cause?.error)?.slice(0, 300)
}

/** Adds sign-in through the provider. `provider` is null if people sign in only with links. */
export const addProviderSignIn = (app: FastifyInstance, service: Service, provider: Provider | null): void => {
  // Tells the page /sign-in which ways to sign in it can offer in addition to links.
  app.route({
    method: READ,
    url: '/sign-in/options',
    handler: async (_request, reply) => {
      const offer = provider && { name: provider.settings.name, path: START, sign_out_path: provider.signsOut ? `${START}/sign-out` : null }
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ provider: offer }))
    },
  })
  if (!provider) return
  const pages = new SignInPages(service, provider)
  // These routes do not answer HEAD requests, because a request may use something up, such as a code.
  app.route({ method: 'GET', url: START, handler: (request, reply) => pages.start(request, reply) })
  app.route({ method: 'GET', url: CALLBACK, handler: (request, reply) => pages.callback(request, reply) })
  app.route({ method: 'GET', url: `${START}/sign-out`, handler: (request, reply) => pages.signOut(request, reply) })
  app.route({ method: 'POST', url: `${START}/logout`, handler: (request, reply) => pages.logOut(request, reply) })
}
