// Back-channel logout: the provider reports that a person signed out at the provider or lost access. Anyone can send such a request. So
// cheap checks come first, and a request counts only with the provider's signature.
import { decodeJwt } from 'jose'
import { iso } from '../../../process/clock.ts'
import type { Service } from '../../../service/service.ts'
import { sha256 } from '../../../storage/secrets.ts'
import type { Arrived, Provider } from './provider.ts'
import { namedByLogout, usedUntil, useOnce, useUntil, wasUsed } from './queries.ts'
import { endForProvider } from './session.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Maximum age of a logout token. The provider sends a token as soon as it is made; the rest of this time allows for clock differences. */
const MAX_AGE_S = 300
/** How long a logout is remembered: longer than its token can be of use. */
const REMEMBERED_MS = 3_600_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' && value.length <= 255 ? value : null)

/** The hash that records that a provider session has ended. */
const hashOfOver = (issuer: string, provider_session: string): Buffer => sha256(`over\n${issuer}\n${provider_session}`)

/** The hash that records that a person was signed out, of all provider sessions or of one. */
const hashOfPerson = (of: 'all' | 'one', issuer: string, subject: string): Buffer => sha256(`out\n${of}\n${issuer}\n${subject}`)

/**
 * Whether the provider's session ended while a session of this service was being created from it. `begun_ms` is the time when the browser
 * left for the provider.
 */
export const isOverAtProvider = async (
  service: Service,
  provider: Provider,
  { provider_session, subject }: Pick<Arrived, 'provider_session' | 'subject'>,
  begun_ms: number,
): Promise<boolean> => {
  const { issuer } = provider.settings
  if (provider_session !== null && (await wasUsed(service.db, hashOfOver(issuer, provider_session)))) return true
  // If the provider session has no id, it may be the one that ended.
  for (const of of provider_session === null ? (['all', 'one'] as const) : (['all'] as const)) {
    const until = await usedUntil(service.db, hashOfPerson(of, issuer, subject))
    if (until !== null && begun_ms <= Date.parse(until) - REMEMBERED_MS) return true
  }
  return false
}

/** Thrown if a token is not a logout token. The message is the reason, for the provider's log. */
export class NotALogout extends Error {}

/** Checks that need no key, so that anonymous callers cannot make the service fetch keys. */
const lookAt = (service: Service, provider: Provider, token: string) => {
  let claims: ReturnType<typeof decodeJwt>
  try {
    claims = decodeJwt(token)
  } catch {
    throw new NotALogout('logout_token is not a JWT')
  }
  const { iat, jti, events, nonce } = claims
  const now_s = service.clock.now() / 1000
  if (![claims.aud].flat().includes(provider.settings.clientId)) throw new NotALogout('aud is not this client')
  if (typeof iat !== 'number' || Math.abs(now_s - iat) > MAX_AGE_S) throw new NotALogout('iat is too old or in the future')
  if (!text(jti)) throw new NotALogout('jti is missing')
  if (!isRecord(events) || !isRecord(events[EVENT])) throw new NotALogout('events does not name a back-channel logout')
  if (nonce !== undefined) throw new NotALogout('nonce must be absent')
  const [subject, provider_session] = [text(claims.sub), text(claims.sid)]
  if (subject === null && provider_session === null) throw new NotALogout('sub or sid is missing')
  return { jti: jti as string, subject, provider_session }
}

/** Ends the sessions that the token names, and returns how many it named. Errors: NotALogout. */
export const logOut = async (service: Service, provider: Provider, token: string): Promise<number> => {
  const { jti, subject, provider_session } = lookAt(service, provider, token)
  const { issuer } = provider.settings
  try {
    await provider.verify(token, 'logout+jwt')
  } catch (error) {
    throw new NotALogout(`logout_token is invalid: ${(error as Error).message}`)
  }
  const hash = sha256(`logout\n${issuer}\n${jti}`)
  if (await wasUsed(service.db, hash)) throw new NotALogout('this logout_token was already used')
  const until = iso(service.clock.now() + REMEMBERED_MS)
  // The logout is recorded before the sessions are looked up. A sign-in in progress looks for this record after it has created its session.
  if (provider_session !== null) await useOnce(service.db, hashOfOver(issuer, provider_session), until)
  if (subject !== null) await useUntil(service.db, hashOfPerson(provider_session === null ? 'all' : 'one', issuer, subject), until)
  const ids = await namedByLogout(service.db, issuer, subject, provider_session)
  // Any one session of the person is enough to find all the others. Sessions that have ended matter too, because links created in them may
  // still exist.
  if (provider_session === null) for (const id of ids.slice(0, 1)) await endForProvider(service, id, 'signed_out_at_provider', 'person')
  else for (const id of ids) await endForProvider(service, id, 'signed_out_at_provider')
  // The token is recorded last: if the process fails before this line, the provider sends the token again.
  await useOnce(service.db, hash, until)
  return ids.length
}
