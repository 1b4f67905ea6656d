import type { DecisionContext, Effects, Ids } from '@backhaul/core/effects.ts'
import type { EventDraft, EventRecord } from '@backhaul/core/events/catalog.ts'
import { type Actor, freeze } from '@backhaul/core/events/draft.ts'
import type { ApiKey, Partner } from '@backhaul/core/partner.ts'
import type { ScanRow } from '@backhaul/core/shipment.ts'
import type { Guard, Insert, Plan, Update } from '../commit/plan.ts'
import { newBarcode, newCarrierNumber, newId, newTracking, randomText } from '../process/ids.ts'
import { partnerNow, type Service } from './service.ts'

const TOKEN_CHARACTERS = 32
const ISO_DAY = 'yyyy-mm-dd'.length

export const systemIds: Ids = {
  next: newId,
  tracking: newTracking,
  barcode: newBarcode,
  ltracking: newCarrierNumber,
  token: () => randomText(TOKEN_CHARACTERS),
}

/** The acting key and its partner, as needed for events. */
export interface Acting {
  key: Pick<ApiKey, 'email' | 'full_name'>
  partner: Partner | null
}

/** The actor that events name: the key's contact, otherwise its partner's. */
export const actorOf = ({ key, partner }: Acting): Actor => ({
  email: key.email || (partner?.contact_email ?? ''),
  full_name: key.full_name || (partner?.contact_name ?? ''),
})

/**
 * The actor as one text: the person of the session or key, otherwise the key's name, otherwise its id. The partner's contact is not used.
 */
export const nameOf = ({ key }: { key: Pick<ApiKey, 'email' | 'full_name' | 'name' | 'id'> }): string =>
  key.full_name || key.email || key.name || key.id

/**
 * The facts that every decision for this partner needs: its virtual time, the actor, new ids, the current rates and the operator's policy.
 */
export const decisionContext = async (service: Service, actor: Actor, partnerId: string): Promise<DecisionContext> => {
  const now = await partnerNow(service, partnerId)
  const tables = await service.network.tables()
  const rates = tables.tariffs.size > 0 ? { ...tables, today: now.slice(0, ISO_DAY) } : tables
  return {
    now,
    actor,
    ids: service.numbers.idsBy(tables),
    rates,
    policy: tables.policy,
    calendars: tables.calendars,
    sscc_heads: tables.numbering.sscc_heads,
    reweigh_tolerance: service.config.reweighTolerance,
  }
}

export const freezeAll = (drafts: readonly EventDraft[], now: string): EventRecord[] =>
  drafts.map((draft) => freeze(draft, { id: newId('event'), now }))

/**
 * Returns the id of the scan's document if its use must be recorded. A proof of delivery need not be recorded if the scan was applied,
 * because the shipment then records it.
 */
const documentOf = ({ details }: ScanRow, applied: boolean): unknown =>
  details.photo_document_id ?? (applied ? undefined : details.pod_document_id)

/** The rows and events of a decision as a plan. Without `before` the shipment is inserted rather than updated. */
export const planOf = (effects: Effects, before: { version: number } | null, now: string): Required<Omit<Plan, 'answer'>> => {
  const inserts: Insert[] = []
  const updates: Update[] = []
  const guards: Guard[] = []
  if (!before) inserts.push(['shipments', effects.shipment])
  else if (effects.shipment.version !== before.version) updates.push(['shipments', effects.shipment])
  else if (effects.scan) guards.push(['shipments', effects.shipment])
  if (effects.label) inserts.push(['labels', effects.label])
  if (effects.scan) inserts.push(['scans', effects.scan])
  const document_id = effects.scan && documentOf(effects.scan, effects.applied)
  if (effects.scan && typeof document_id === 'string') inserts.push(['document_uses', { id: effects.scan.id, document_id }])
  for (const adjustment of effects.adjustments ?? []) inserts.push(['adjustments', adjustment])
  if (effects.discrepancy) inserts.push(['discrepancies', effects.discrepancy])
  for (const adjustment of effects.guarded_adjustments ?? []) guards.push(['adjustments', adjustment])
  if (effects.qr_issued) inserts.push(['qrs', effects.qr_issued])
  if (effects.customs) (effects.customs.version === 1 ? inserts : updates).push(['customs_declarations', effects.customs])
  if (effects.qr_changed) updates.push(['qrs', effects.qr_changed])
  return { inserts, updates, guards, events: freezeAll(effects.events, now) }
}

/** Merges several plans into one, so that they commit together. */
export const mergePlans = (plans: readonly Plan[]): Required<Omit<Plan, 'answer'>> => ({
  inserts: plans.flatMap((plan) => plan.inserts ?? []),
  updates: plans.flatMap((plan) => plan.updates ?? []),
  guards: plans.flatMap((plan) => plan.guards ?? []),
  events: plans.flatMap((plan) => plan.events ?? []),
})
