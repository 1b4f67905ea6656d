// Prints many labels as one document. The first step decides the ids of the label versions. These ids are the answer stored for an
// Idempotency-Key, so that a replay draws the same labels, no matter how the shipments have changed.

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

/** The stored answer. */
interface Printed {
  label_ids: string[]
}

const REMEDIES = {
  label_voided: 'have a void label; leave them out',
  label_not_ready: 'have no label yet, because it is made when the QR is presented; leave them out',
} as const

const refuseUnknown = (shipment_ids: readonly string[], loaded: ReadonlyMap<string, Shipment>): Refusal | null => {
  const unknown = shipment_ids.flatMap((id, i) => (loaded.has(id) ? [] : [pointer('/shipment_ids', i)]))
  if (unknown.length === 0) return null
  return refuse('not_found', `${unknown.length} of the shipment_ids do not exist for your account; details.fields points to each.`, {
    field: unknown[0],
    fields: unknown,
  })
}

const refuseUnprintable = (shipments: readonly Shipment[]): Refusal | null => {
  for (const code of ['label_voided', 'label_not_ready'] as const) {
    const named = shipments.filter((shipment) => whyNoLabel(shipment) === code)
    if (named.length === 0) continue
    return refuse(code, `${named.length} of the shipments ${REMEDIES[code]}; details.shipments names each.`, {
      shipments: named.map(({ id, status }) => ({ id, status })),
    })
  }
  return null
}

/** Chooses the label versions to print now. It writes nothing except that reading expires shipments that are due. */
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

/** Errors: `not_found`, `label_voided` and `label_not_ready`, each with all shipments concerned. */
export const printLabels = async (
  service: Service,
  tenant: string | null,
  execute: Execute,
  { shipment_ids, format, dpi }: PrintInput,
): Promise<Answer | Refusal> => {
  const chosen = await execute(() => choose(service, tenant, shipment_ids))
  // A refusal, or a replayed refusal.
  if (isRefusal(chosen) || chosen.status !== 200) return chosen
  const { label_ids } = JSON.parse(chosen.body as string) as Printed
  const bytes = await service.renderers.runLarge(tenant, LABELS, async () => {
    const rows = new Map((await findLabels(service.db, label_ids)).map((row) => [row.id, row]))
    return { labels: label_ids.map((id) => labelOf(rows.get(id) as LabelRow, service.config.environment)), format, dpi }
  })
  const file = fileAnswer(bytes, LABEL_CONTENT_TYPES[format], `labels-${label_ids.length}.${format}`)
  return { ...file, headers: { ...file.headers, ...chosen.headers } }
}
