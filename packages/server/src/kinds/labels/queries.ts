import { isId } from '@backhaul/core/ids.ts'
import type { LabelRow, Shipment } from '@backhaul/core/shipment.ts'
import { labelRow } from '../../commit/stored.ts'
import { type Database, eachOf } from '../../database/db.ts'
import { Gate, PATIENCE_MS } from '../../process/gate.ts'

const MAX_AT_A_TIME = 16
const MAX_WAITING = 2_000
/** Only a caller that does not wait for its labels has so many requests. With few places, it hardly delays the requests of others. */
const FLOOD = { waiting: 32, places: 2 }
/**
 * The labels that are being read and drawn. Without this limit, the rows of a hundred labels may arrive in one turn of the event loop, and
 * drawing them would take tens of milliseconds, in which no request is answered. The callers' next requests would then arrive together, too.
 */
export const labelReads = new Gate(MAX_AT_A_TIME, PATIENCE_MS, MAX_WAITING, FLOOD)

/** The columns of a shipment that its label needs, with the row of its current label. */
export interface LabeledShipment
  extends Pick<Shipment, 'id' | 'partner_id' | 'status' | 'expires_at' | 'label_format' | 'label_id' | 'label_voided' | 'tracking'>,
    Pick<LabelRow, 'version' | 'supersedes' | 'facts' | 'created_at'> {}

const SHOWN = `s.id, s.partner_id, s.status, s.expires_at, s.label_format, s.label_id, s.label_voided, s.tracking, l.version, l.supersedes,
  l.facts, l.created_at`
const TENANT = '($2::text is null or partner_id = $2)'
const LABEL = 'left join lateral (select * from labels where id = s.label_id limit 1) l on true'
const LABELED = `select ${SHOWN} from (select * from shipments where id = $1 and ${TENANT}) s ${LABEL}`
// The limits force one primary key look-up per id, even if the planner's statistics were poor when it made the plan.
const LABELED_OF_EACH = `
  select ${SHOWN} from ${eachOf('$1')} q(id)
    cross join lateral (select * from shipments where id = q.id and ${TENANT} limit 1) s ${LABEL}`

/**
 * Finds a shipment with its current label within a tenant (null: any partner's). The caller must expire the shipment if it is due. If it
 * has no label, the columns of the label are null.
 */
export const findLabeled = async (db: Database, tenant: string | null, id: string): Promise<LabeledShipment | null> => {
  const row = isId('shipment', id)
    ? await db.byId<LabeledShipment>('shipment_label', { one: LABELED, several: LABELED_OF_EACH }, tenant, id)
    : null
  return row && labelRow(row)
}
