import { Time } from '../../shared/time.tsx'
import type { Kind } from './in-list.tsx'

export const LINKS = '/v2/console-links'

const isAhead = (at: string): boolean => Date.parse(at) > Date.now()

export const LINK: Kind<typeof LINKS> = {
  id: 'links',
  title: 'Unopened links',
  path: LINKS,
  isLive: ({ used_at, revoked_at, expires_at }) => used_at === null && revoked_at === null && isAhead(expires_at),
  about: ({ expires_at, path }) => (
    <>
      Valid until <Time at={expires_at} />
      {path !== null && <>, opens {path}</>}
    </>
  ),
  act: 'Withdraw',
  what: 'the link',
  effect: 'the link stops working.',
}

/** A newer service may know other sign-in methods. */
const WITH: Readonly<Record<string, string>> = { link: 'with a link', provider: "at the operator's provider" }

export const SESSION: Kind<'/v2/console-sessions'> = {
  id: 'sessions',
  title: 'Signed in',
  path: '/v2/console-sessions',
  isLive: ({ revoked_at, expires_at }) => revoked_at === null && isAhead(expires_at),
  about: ({ created_at, last_used_at, signed_in_with, unknown_codes, is_slowed }) => (
    <>
      Signed in {WITH[signed_in_with] ?? ''} <Time at={created_at} />, last used{' '}
      {last_used_at === null ? 'never' : <Time at={last_used_at} />}
      {unknown_codes > 0 && (
        <p className={is_slowed ? 'tone warn' : undefined}>
          {unknown_codes === 1 ? '1 scanned code matched' : `${unknown_codes.toLocaleString()} scanned codes matched`} no parcel
          {is_slowed && '. Limited to one code every 10 seconds'}
        </p>
      )}
    </>
  ),
  act: 'End',
  what: 'the session',
  effect: 'the browser is signed out at its next request.',
}
