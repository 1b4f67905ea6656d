// Creates and withdraws return links.
import { declarationOf, exportIdOf, refuseUndeclared } from '@backhaul/core/customs.ts'
import { type CreateContext, resolve } from '@backhaul/core/decide-create.ts'
import { daysAfter } from '@backhaul/core/effects.ts'
import { type FieldError, invalid, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { type Address, FULFILLMENTS } from '@backhaul/core/shipment.ts'
import type { Static } from 'typebox'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller, PartnerCaller } from '../../service/key-cache.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { createContext } from '../shipments/create.ts'
import { findExports } from '../shipments/queries.ts'
import { findReturnLink, type ReturnLinkRow } from './queries.ts'
import { returnLinkResource } from './resource.ts'
import type { ReturnLinkCreate } from './schema.ts'
import { warningsOf } from './warnings.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 3_650
const MAX_METADATA = 20
/** The metadata key for the shopper's answer. */
export const CONTENTS = 'contents'

type Input = Static<typeof ReturnLinkCreate>

const dayOf = (at: string): string => at.slice(0, 10)

/** The time at which a day has ended everywhere on earth. The last time zone in which it ends is twelve hours behind UTC. */
const endOf = (day: string): string => iso(Date.parse(`${day}T00:00:00Z`) + 36 * 3_600_000)

/** Checks that the schema cannot express. */
const faultsOf = ({ from, market, metadata = {}, asks_contents }: Input, last_day: string, now: string): FieldError[] => {
  const errors: FieldError[] = []
  // Compares with the end of the day in the last time zone, where the day ends later than in UTC.
  if (endOf(last_day) <= now) errors.push({ path: '/last_day', rule: 'future', message: 'has passed in every time zone; give a later day' })
  if (last_day > dayOf(daysAfter(now, MAX_DAYS)))
    errors.push({
      path: '/last_day',
      rule: 'maximum',
      message: `is more than ${MAX_DAYS} days away; give an earlier day, or create the link later`,
    })
  if (market !== undefined && from?.country != null && from.country !== market)
    errors.push({
      path: '/from/country',
      rule: 'matches',
      message: `does not match the market ${market}; omit either market or from.country`,
    })
  if (asks_contents && CONTENTS in metadata)
    errors.push({ path: `/metadata/${CONTENTS}`, rule: 'absent', message: 'is reserved for the answer to asks_contents; use another name' })
  if (asks_contents && Object.keys(metadata).length >= MAX_METADATA)
    errors.push({
      path: '/metadata',
      rule: 'maxProperties',
      message: `must have at most ${MAX_METADATA - 1} pairs, to leave room for the contents`,
    })
  return errors
}

/**
 * Refuses a link if customs rules would refuse every shipment of it. The shopper enters the sender's address later, but if the link is for
 * one market, the country of origin is already known.
 */
const refuseCustoms = async (
  service: Service,
  { customs = {}, market }: Input,
  to: Address,
  env: CreateContext,
): Promise<Refusal | null> => {
  const export_id = exportIdOf(customs)
  const exported = export_id === null ? new Map() : await findExports(service.db, env.partner_id, [export_id])
  const declaration = declarationOf(customs, { direction: 'return' }, exported)
  if (isRefusal(declaration)) return declaration
  if (market === undefined) return null
  const from_address: Address = { name: 'not known yet', line1: '', city: '', postal_code: '', country: market }
  return refuseUndeclared({ from_address, to_address: to }, declaration, env.policy)
}

/**
 * One attempt at creating a link. Refuses the link if every shipment of it would be refused. Errors: `validation_failed`, `not_found`,
 * `customs_incomplete`.
 */
export const createLink = async (service: Service, caller: PartnerCaller, input: Input): Promise<CommandResult> => {
  const env = await createContext(service, caller, 'api')
  const { to, parcel, service_level } = input
  const last_day = input.last_day ?? dayOf(daysAfter(env.now, DEFAULT_DAYS))
  const errors = faultsOf(input, last_day, env.now)
  if (errors.length > 0) return invalid(errors)
  const resolved = resolve(
    { direction: 'return', ...(to && { to }), ...(parcel && { parcel }), ...(service_level && { service_level }) },
    env,
  )
  if (isRefusal(resolved)) return resolved
  const undeclared = await refuseCustoms(service, input, resolved.facts.to, env)
  if (undeclared) return undeclared
  const row: ReturnLinkRow = {
    id: newId('return_link'),
    partner_id: caller.partner.id,
    order_id: input.order_id ?? null,
    rma: input.rma ?? null,
    customer: input.customer ?? null,
    from_address: (input.from as ReturnLinkRow['from_address']) ?? null,
    to_address: to ?? null,
    // Values missing from the given parcel are filled from the partner's default parcel as it is now.
    parcel: parcel ? resolved.facts.parcel : null,
    declared_value: input.declared_value ?? null,
    customs: input.customs ?? null,
    service_level: service_level ?? null,
    fulfillments: input.fulfillments ?? FULFILLMENTS,
    market: input.market ?? null,
    language: input.language ?? null,
    asks_contents: input.asks_contents ?? false,
    metadata: input.metadata ?? {},
    last_day,
    ends_at: endOf(last_day),
    max_shipments: input.max_shipments ?? 1,
    shipment_ids: [],
    forms: {},
    withdrawn_at: null,
    created_at: env.now,
    version: 1,
  }
  return {
    status: 201,
    body: returnLinkResource(row, service.links, env.now, caller, warningsOf(row, resolved.facts, env.rates)),
    plan: { inserts: [['return_links', row]] },
  }
}

export const linkNotFound = (): Refusal => refuse('not_found', 'No return link with this id exists for your account.', { field: 'id' })

/**
 * One attempt at withdrawing a link. If the link is already withdrawn, nothing changes. The shipments of the link stay as they are. Errors:
 * `not_found`.
 */
export const withdrawLink = async (service: Service, caller: Caller, id: string): Promise<CommandResult> => {
  const link = await findReturnLink(service.db, caller.partner?.id ?? null, id)
  if (!link) return linkNotFound()
  const now = await partnerNow(service, link.partner_id)
  if (link.withdrawn_at !== null) return { status: 200, body: returnLinkResource(link, service.links, now, caller), plan: {} }
  const next = { ...link, withdrawn_at: now, version: link.version + 1 }
  return { status: 200, body: returnLinkResource(next, service.links, now, caller), plan: { updates: [['return_links', next]] } }
}
