// Prints many labels as one document. First the label versions are chosen. Their ids are stored as the answer for an Idempotency-Key, so
// that a repeated request draws the same labels, no matter how the shipments have changed.

import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { LabelFormat, LabelRow, Shipment } from '@backhaul/core/shipment.ts'
import { fileAnswer } from '../../http/files.ts'
import { pointer } from '../../http/json.ts'
import type { Answer, CommandResult, Execute } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { loadShipments } from '../shipments/load.ts'
import { findLabels } from '../shipments/queries.ts'
import { LABELS } from './drawings.ts'
import { LABEL_CONTENT_TYPES, labelOf } from './formats.ts'
import type { LabelDpi } from './layout.ts'
import { whyNoLabel } from './why-no-label.ts'

export interface PrintInput {
  shipment_ids: readonly string[]
  format: LabelFormat
  dpi: LabelDpi
}

/** The answer that is stored for an Idempotency-Key. */
interface Printed {
  label_ids: string[]
}

const REMEDIES = {
  label_voided: 'is void; print only the other shipments',
  label_not_ready: 'is not made until the QR is presented; print only the other shipments',
} as const

const refuseUnknown = (shipment_ids: readonly string[], loaded: ReadonlyMap<string, Shipment>): Refusal | null => {
  const unknown = shipment_ids.flatMap((id, i) => (loaded.has(id) ? [] : [pointer('/shipment_ids', i)]))
  if (unknown.length === 0) return null
  return refuse('not_found', `Your account has no shipment for ${unknown.length} of the shipment_ids; details.fields points to each.`, {
    field: unknown[0],
    fields: unknown,
  })
}

const refuseUnprintable = (shipments: readonly Shipment[]): Refusal | null => {
  for (const code of ['label_voided', 'label_not_ready'] as const) {
    const named = shipments.filter((shipment) => whyNoLabel(shipment) === code)
    if (named.length === 0) continue
    return refuse(code, `For ${named.length} of the shipments (see details.shipments), the label ${REMEDIES[code]}.`, {
      shipments: named.map(({ id, status }) => ({ id, status })),
    })
  }
  return null
}

/** Chooses the label versions to print now. Writes nothing, except that a shipment that is due to expire expires when it is read. */
const choose = async (service: Service, tenant: string | null, shipment_ids: readonly string[]): Promise<CommandResult> => {
  const loaded = await loadShipments(service, tenant, shipment_ids)
  const unknown = refuseUnknown(shipment_ids, loaded)
  if (unknown) return unknown
  const shipments = shipment_ids.map((id) => loaded.get(id) as Shipment)
  const unprintable = refuseUnprintable(shipments)
  if (unprintable) return unprintable
  const body: Printed = { label_ids: shipments.map(({ label_id }) => label_id as string) }
  return { status: 200, body, plan: {} }
}

/** Errors: `not_found`, `label_voided` and `label_not_ready`. Each error names all shipments concerned. */
export const printLabels = async (
  service: Service,
  tenant: string | null,
  execute: Execute,
  { shipment_ids, format, dpi }: PrintInput,
): Promise<Answer | Refusal> => {
  const chosen = await execute(() => choose(service, tenant, shipment_ids))
  // The result is a refusal, or the stored refusal of an earlier request.
  if (isRefusal(chosen) || chosen.status !== 200) return chosen
  const { label_ids } = JSON.parse(chosen.body as string) as Printed
  const bytes = await service.renderers.runLarge(tenant, LABELS, async () => {
    const rows = new Map((await findLabels(service.db, label_ids)).map((row) => [row.id, row]))
    return { labels: label_ids.map((id) => labelOf(rows.get(id) as LabelRow, service.config.environment)), format, dpi }
  })
  const file = fileAnswer(bytes, LABEL_CONTENT_TYPES[format], `labels-${label_ids.length}.${format}`)
  return { ...file, headers: { ...file.headers, ...chosen.headers } }
}
