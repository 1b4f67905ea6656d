// Decides which entries the current session may send, and explains why others are held.
import { dayText } from '../../shared/time-text.ts'
import type { StoredEntry } from './database.ts'
import { REPEATABLE_MS } from './limits.ts'
import { remedyOf } from './remedies.ts'
import type { Problem, QueueSession } from './types.ts'

/** Identifies the person behind a session. A new link creates a new session for the same person. */
export const personOf = ({ name, email }: Pick<QueueSession, 'name' | 'email'>): string => `${email.trim().toLowerCase()}\n${name.trim()}`

const FITTING = ['store_id', 'partner_id', 'access', 'environment'] as const

/** Returns why an entry is held although someone is signed in, or null if it is not held. */
export const whyHeld = (entry: StoredEntry, session: QueueSession): Problem | null => {
  if (FITTING.some((field) => entry.session[field] !== session[field])) {
    const [where, by] = [entry.session.store_id ?? 'another network', entry.session.name]
    return problemOf('other_store', `${by} confirmed this for ${where}, but the person who is now signed in does not work there.`)
  }
  // The service records the signed-in person as the one who scanned.
  if (personOf(entry.session) !== personOf(session))
    return problemOf('other_person', `${entry.session.name} confirmed this. It is sent when ${entry.session.name} signs in again.`)
  if (entry.tried_as !== null && session.principal !== null && entry.tried_as !== session.principal)
    return problemOf('not_repeatable', 'This was sent under an earlier sign-in of another kind, and the answer was lost.')
  return null
}

export const SIGNED_OUT: Problem = problemOf('signed_out', 'The sign-in on this device has ended.')

/** Returns a problem if the entry is too old to repeat: the service may have it already, but may have forgotten its key. */
export const whyTooOld = ({ tried_at }: StoredEntry, now_ms: number): Problem | null =>
  tried_at !== null && now_ms - Date.parse(tried_at) > REPEATABLE_MS
    ? problemOf('too_old_to_repeat', `This was sent on ${dayText(tried_at.slice(0, 10))}, and the answer was lost.`)
    : null

function problemOf(code: string, message: string): Problem {
  return { status: null, code, message, remedy: remedyOf(code), details: {} }
}
