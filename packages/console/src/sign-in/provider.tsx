import { useEffect, useState } from 'react'
import { send } from '../shared/api.ts'

/** The service's information about the operator's identity provider, where the operator's staff sign in without a link. */
interface Offer {
  name: string
  path: string
  sign_out_path: string | null
}

/** Requested after the page is shown, because users with a link do not need the answer. */
const useOffer = (): Offer | null => {
  const [offer, setOffer] = useState<Offer | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    send<{ provider: Offer | null }>('GET', '/sign-in/options', { signal: asking.signal }).then(
      ({ provider }) => setOffer(provider),
      () => {},
    )
    return () => asking.abort()
  }, [])
  return offer
}

export const SignInWithProvider = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const offer = useOffer()
  if (!offer) return null
  return (
    <section aria-labelledby="provider" className="provider">
      <h2 id="provider">
        Sign in with <bdi>{offer.name}</bdi>
      </h2>
      <p>
        <a className="button action" href={offer.path}>
          Sign in with <bdi>{offer.name}</bdi>
        </a>
      </p>
      {offer.sign_out_path && !isSignedIn && (
        <p>
          <a href={offer.sign_out_path}>
            Sign out of <bdi>{offer.name}</bdi>, too
          </a>
        </p>
      )}
    </section>
  )
}
