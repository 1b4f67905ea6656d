// The state that the browser carries to the provider and back, in an encrypted cookie that only this service can make. It ensures that a
// sign-in was begun here, in this browser, a moment ago. The cookie is SameSite=Lax, because the browser comes back from another site. It
// gives no access by itself.
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Site } from '../../../http/endpoint.ts'
import type { Service } from '../../../service/service.ts'
import { decrypt, encrypt } from '../../../storage/secrets.ts'
import type { Trip } from './provider.ts'

/** Leaves enough time for a password, a second factor, and finding a phone. */
export const TRIP_S = 600

const COOKIE_NAMES = { https: '__Host-backhaul_trip', http: 'backhaul_trip' }

export const nameOfTrip = (site: Site): string => (site.is_https ? COOKIE_NAMES.https : COOKIE_NAMES.http)

const context = (service: Service): string => `provider-trip/${service.config.environment}/${service.config.provider?.issuer}`

export const newTrip = (): Trip => ({ state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() })

const cookieOf = (site: Site, text: string, seconds: number): string =>
  `${nameOfTrip(site)}=${text}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${site.is_https ? '; Secure' : ''}`

/** The `Set-Cookie` header of a sign-in. */
export const tripCookie = (service: Service, site: Site, trip: Trip): string => {
  const until_ms = service.clock.now() + TRIP_S * 1000
  const sealed = encrypt(service.masterKey, JSON.stringify({ ...trip, until_ms }), context(service))
  return cookieOf(site, sealed.toString('base64url'), TRIP_S)
}

export const noTripCookie = (site: Site): string => cookieOf(site, '', 0)

/**
 * Reads the cookie. `begun_ms` is the time when the browser left for the provider. Null if the cookie is not from this service, or is too
 * old.
 */
export const readTrip = (service: Service, text: string | undefined): (Trip & { begun_ms: number }) | null => {
  if (!text) return null
  try {
    const { until_ms, ...trip } = JSON.parse(decrypt(service.masterKey, Buffer.from(text, 'base64url'), context(service)))
    return until_ms > service.clock.now() ? { ...trip, begun_ms: until_ms - TRIP_S * 1000 } : null
  } catch {
    return null
  }
}
