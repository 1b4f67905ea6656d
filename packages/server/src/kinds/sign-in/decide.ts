import { ACCESS } from '@backhaul/core/access.ts'
import { isConsolePage } from '@backhaul/core/console-pages.ts'
import type { Scope } from '@backhaul/core/partner.ts'
import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Static } from 'typebox'
import type { LinkRow } from '../../service/sessions.ts'
import type { LinkCreate } from './schema.ts'

/** The rights of a link's creator. A link never gives more rights than these. */
export interface Grantor {
  /** Null if the creator is an operator. */
  partner_id: string | null
  /** Null: all scopes, as for a link created on the command line. */
  scopes: readonly string[] | null
}

export type RequestedLink = Pick<Static<typeof LinkCreate>, 'access' | 'store_id' | 'partner_id' | 'path'>

export interface Grant {
  scopes: Scope[]
  partner_id: string | null
}

const checkPath = ({ access, path }: RequestedLink): Refusal | null => {
  if (path === undefined) return null
  if (ACCESS[access].is_device)
    return invalidField('/path', 'absent', `must be absent: the access "${access}" always opens the counter page`)
  return isConsolePage(path) ? null : invalidField('/path', 'page', 'must be the path of a console page, such as /console/webhooks')
}

const checkFields = (by: Grantor, { access, store_id, partner_id }: RequestedLink): Refusal | null => {
  const { whose, store } = ACCESS[access]
  if (store === 'required' && store_id === undefined) return invalidField('/store_id', 'required', `is required for the access "${access}"`)
  if (store === 'none' && store_id !== undefined)
    return invalidField('/store_id', 'absent', `must be absent: the access "${access}" is not bound to a store`)
  if (by.partner_id !== null && partner_id !== undefined)
    return invalidField('/partner_id', 'absent', "must be absent: a partner's key creates links for the partner's own people")
  if (by.partner_id === null && whose === 'partner' && partner_id === undefined)
    return invalidField('/partner_id', 'required', `is required for the access "${access}"; send the id of the person's partner`)
  if (whose === 'operator' && partner_id !== undefined)
    return invalidField('/partner_id', 'absent', `must be absent: the access "${access}" is for the operator's own people`)
  return null
}

/** Decides the rights that a link gives. Errors: `validation_failed`; `insufficient_scope` for rights that the grantor does not have. */
export const decideGrant = (by: Grantor, asked: RequestedLink): Grant | Refusal => {
  const unfit = checkFields(by, asked) ?? checkPath(asked)
  if (unfit) return unfit
  const rule = ACCESS[asked.access]
  const has = (scope: Scope) => by.scopes?.includes(scope) ?? true
  const lacking = (required: Scope | undefined) =>
    refuse('insufficient_scope', `A link with the access "${asked.access}" can be created only with the scope "${required}".`, {
      required,
    })
  if (by.partner_id !== null && rule.whose === 'operator') return lacking('ops')
  const missing = rule.needs.find((scope) => !has(scope))
  if (missing) return lacking(missing)
  const scopes = rule.scopes.filter(has)
  if (scopes.length === 0) return lacking(rule.scopes[0])
  return { scopes, partner_id: by.partner_id ?? asked.partner_id ?? null }
}

const REASONS = {
  used: 'This link was already used. Each link works once; ask for a new one.',
  withdrawn: 'This link was withdrawn; ask for a new one.',
  expired: 'This link has expired; ask for a new one.',
}

/** Why the link cannot be opened. Null if it can be opened. */
export const whyNotUsable = (
  link: Pick<LinkRow, 'used_at' | 'revoked_at' | 'key_revoked_at' | 'maker_left_at' | 'expires_at'>,
  now_ms: number,
): Refusal | null => {
  const reason = link.used_at
    ? 'used'
    : link.revoked_at || link.key_revoked_at || link.maker_left_at
      ? 'withdrawn'
      : now_ms >= Date.parse(link.expires_at)
        ? 'expired'
        : null
  return reason && refuse('link_not_usable', REASONS[reason], { reason })
}
