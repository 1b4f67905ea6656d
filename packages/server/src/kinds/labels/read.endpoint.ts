import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { LABEL_FORMATS } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { answer, endpoint, reach } from '../../http/endpoint.ts'
import { fileAnswer } from '../../http/files.ts'
import { Nullable, Time } from '../../http/schemas.ts'
import type { Reach } from '../../service/reach.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { isDue } from '../shipments/expiry.ts'
import { loadInReach, loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { drawLabel } from './draw.ts'
import { LABEL_CONTENT_TYPES, labelOf } from './formats.ts'
import { LABEL_FORMS, negotiate } from './negotiate.ts'
import { findLabeled, type LabeledShipment, labelReads } from './queries.ts'
import { whyNoLabel } from './why-no-label.ts'

const LabelOut = Type.Object(
  {
    label_id: Type.String(),
    label_version: Type.Integer(),
    supersedes: Nullable(Type.String({ description: 'The label that this label replaced' })),
    format: Type.Enum([...LABEL_FORMATS], { description: "The shipment's label_format" }),
    url: Type.String({ description: "Path of the label in the shipment's label_format" }),
    created_at: Time('Time when the label was made'),
  },
  { title: 'Label' },
)

const refuseLabel = (shipment: LabeledShipment): Refusal | null => {
  const { status } = shipment
  const code = whyNoLabel(shipment)
  if (code === 'label_voided') return refuse(code, `The shipment is ${status} and its label is void; create a new shipment.`, { status })
  if (code === 'label_not_ready')
    return refuse(code, `The shipment is ${status} and has no label yet; the label is made when the QR is presented at a counter.`, {
      status,
    })
  return null
}

const labelResource = ({ id, label_format, label_id, version, supersedes, created_at }: LabeledShipment) => ({
  label_id,
  label_version: version,
  supersedes,
  format: label_format,
  url: `/v2/shipments/${id}/label?format=${label_format}`,
  created_at,
})

/** Loads a shipment with its label. Null: not found. A shipment that is due is expired first, like every shipment that is read. */
const loadLabeled = async (service: Service, { tenant, hands }: Reach, id: string): Promise<LabeledShipment | null> => {
  if (hands !== null && !(await loadInReach(service, { tenant, hands }, id))) return null
  for (;;) {
    const shipment = await findLabeled(service.db, tenant, id)
    if (!shipment || !isDue(shipment, await partnerNow(service, shipment.partner_id))) return shipment
    await loadShipment(service, tenant, id)
  }
}

export const readLabel = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/label',
    scope: 'shipments:read',
    tag: 'Labels',
    summary: 'Fetch the label',
    description:
      "Returns the current label, 4x6 inches, in the format given by `format`, or else by `Accept`, or else by the shipment's label_format. A label never changes: the same version always has the same bytes.",
    query: Type.Object(
      {
        format: Type.Optional(Type.Enum([...LABEL_FORMS], { description: 'Takes precedence over `Accept`' })),
        dpi: Type.Optional(
          Type.Unsafe<203 | 300>({ type: 'integer', enum: [203, 300], description: 'Resolution of the printer; 203 when absent' }),
        ),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'The label, or its record', schema: LabelOut, content: Object.values(LABEL_CONTENT_TYPES) } },
    errors: ['label_not_ready', 'label_voided'],
  },
  (context, { params, query }) => {
    const { service } = context
    const within = reach(context)
    return labelReads.run(within.tenant, async () => {
      const shipment = await loadLabeled(service, within, params.id)
      if (!shipment) return shipmentNotFound()
      const unavailable = refuseLabel(shipment)
      if (unavailable) return unavailable
      const form = query.format ?? negotiate(context.accept, shipment.label_format)
      if (form === 'json') return { ...answer(200, labelResource(shipment)), headers: { 'cache-control': 'no-store' } }
      const label = labelOf({ ...shipment, id: shipment.label_id as string }, service.config.environment)
      const bytes = await drawLabel(service, within.tenant, label, form, query.dpi ?? 203)
      return fileAnswer(bytes, LABEL_CONTENT_TYPES[form], `label-${shipment.tracking}-v${shipment.version}.${form}`)
    })
  },
)
