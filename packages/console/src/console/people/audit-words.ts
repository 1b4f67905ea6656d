import type { AuditRecord } from '@backhaul/client'
import { ID_PREFIXES } from '@backhaul/core/ids.ts'
import { shortId } from '../names.tsx'
import { ownPageOf } from '../search/hits.ts'
import { inWords } from '../words.ts'

const ID = /^([a-z]{2,3})_[0-9a-z]{26}$/

/** Describes an actor without ids: a session by its email address, a key by the last characters of its id. */
export const actorWords = (actor: string): string => {
  const [, kind, id = '', email] = /^(key|session):(\w+)(?: (.+))?$/.exec(actor) ?? []
  return kind === undefined ? actor : (email ?? `${kind} ${shortId(id)}`)
}

/** Returns the actor's name, or a description if the name is not known. */
export const whoOf = ({ actor, actor_name }: AuditRecord): string => actor_name ?? actorWords(actor)

const kindOf = (subject: string): string | undefined => {
  const prefix = ID.exec(subject)?.[1]
  return Object.entries(ID_PREFIXES).find(([, one]) => one === prefix)?.[0]
}

/** Describes the subject of an action: a code unchanged, an id by its kind. */
export const subjectWords = ({ subject }: Pick<AuditRecord, 'subject'>): string => {
  const kind = kindOf(subject)
  return kind === undefined ? subject : `${inWords(kind)} ${shortId(subject)}`
}

/** Returns the id of the partner whose record was changed, or null if the entry does not name it. */
export const partnerOf = ({ after }: Pick<AuditRecord, 'after'>): string | null => {
  const { partner_id } = (after ?? {}) as { partner_id?: unknown }
  return typeof partner_id === 'string' ? partner_id : null
}

/** Returns the page of the action's subject, or null if it has no page. */
export const placeOf = ({ subject, action }: AuditRecord): string | null => {
  const kind = kindOf(subject) ?? ''
  if (kind === 'link' || kind === 'session') return '/console/people'
  const page = ownPageOf(kind, subject)
  if (page !== null) return page
  if (action.startsWith('store.')) return '/console/network/stores'
  if (action.startsWith('facility.')) return '/console/network/facilities'
  if (action.startsWith('calendar.')) return `/console/network/calendars/${subject}`
  if (action.startsWith('carrier.')) return '/console/network/carriers'
  if (action.startsWith('carrier_booking.')) return '/console/network/bookings'
  if (action.startsWith('market.')) return '/console/network/markets'
  return action.startsWith('rate') ? '/console/network/rates' : null
}

export interface Change {
  field: string
  /** `before` is null if the field was not set before the action, and `after` is null if it was not set afterward. */
  before: string | null
  after: string | null
}

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

export const changesOf = ({ before, after }: Pick<AuditRecord, 'before' | 'after'>): Change[] => {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
    .filter((change) => change.before !== change.after)
}
