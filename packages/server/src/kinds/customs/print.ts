// Draws the customs documents of a shipment from its current declaration.
import { crossesBorder, missingCustoms, refuseMissing } from '@backhaul/core/customs.ts'
import { localDay } from '@backhaul/core/local-time.ts'
import { isSscc } from '@backhaul/core/numbering.ts'
import { GRAMS_PER } from '@backhaul/core/parcel.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { localTimezone } from '@backhaul/core/regions.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { type Context, tenant } from '../../http/endpoint.ts'
import { fileAnswer } from '../../http/files.ts'
import type { Answer } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { findCustoms } from '../shipments/queries.ts'
import { CUSTOMS_FORM } from './drawings.ts'
import type { CustomsFacts, CustomsForm } from './facts.ts'

/**
 * Collects the facts of any shipment with a declared item, whether or not it crosses a known border. Other missing fields stay empty, to be
 * filled in by hand.
 */
const factsOf = async (service: Service, shipment: Shipment): Promise<CustomsFacts | Refusal> => {
  const { id: shipment_id, from_address: from, to_address: to, parcel, ...rest } = shipment
  const row = await findCustoms(service.db, shipment_id)
  if (!row && !crossesBorder(shipment))
    return refuse('customs_not_needed', 'The shipment crosses no known border. To get customs documents anyway, declare its contents.', {
      from: from?.country ?? null,
      to: to.country,
    })
  if (!row || row.declaration.items.length === 0) return refuseMissing(missingCustoms(row?.declaration ?? null, shipment)) as Refusal
  const { tracking, barcode, ltracking, order_id, carrier, service_level, amount, currency } = rest
  const { numbering } = await service.network.tables()
  const timezone = localTimezone(from ?? to) ?? 'UTC'
  return {
    shipment_id,
    ...{ tracking, barcode, ltracking, order_id, carrier, service_level, amount, currency },
    from,
    to,
    gross_grams: Math.round(parcel.weight * GRAMS_PER.lb),
    declaration: row.declaration,
    date: localDay(row.updated_at, timezone),
    is_gs1: isSscc(barcode, numbering.sscc_heads),
    is_sandbox: service.config.environment === 'sandbox',
  }
}

/** Errors: `not_found`, `customs_not_needed`, `customs_incomplete` with the missing fields if no item is declared. */
export const printCustoms = async (context: Context, id: string, form: CustomsForm): Promise<Answer | Refusal> => {
  const { service } = context
  const own = tenant(context)
  const shipment = await loadShipment(service, own, id)
  if (!shipment) return shipmentNotFound()
  const facts = await factsOf(service, shipment)
  if (isRefusal(facts)) return facts
  const bytes = await service.renderers.run(own, CUSTOMS_FORM, { form, facts })
  return fileAnswer(bytes, 'application/pdf', `${form}-${shipment.tracking}.pdf`)
}
