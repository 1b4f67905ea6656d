import { isId } from '@backhaul/core/ids.ts'
import type { QrRow } from '@backhaul/core/shipment.ts'
import type { Database } from '../../database/db.ts'

/** Selects QRs. If a QR ended because its shipment was canceled, the end time is in the shipment's row (see `ended_at` of QrRow). */
const QRS = `
  select q.*, case when q.status = 'active' then (select s.cancelled_at from shipments s where s.id = q.shipment_id) end as ended_at
    from qrs q`

/** Finds a QR by id within a tenant (null: of any partner). */
export const findQr = async (db: Database, tenant: string | null, id: string): Promise<QrRow | null> =>
  isId('qr', id) ? db.one<QrRow>('qr', `${QRS} where q.id = $1 and ($2::text is null or q.partner_id = $2)`, [id, tenant]) : null

/** Finds the QRs with one of these ids or tokens, in no particular order. */
export const findQrs = (db: Database, tenant: string | null, ids: readonly string[], tokens: readonly string[]): Promise<QrRow[]> =>
  db.query<QrRow>('qrs', `${QRS} where (q.id = any($1::text[]) or q.token = any($2::text[])) and ($3::text is null or q.partner_id = $3)`, [
    ids.filter((id) => isId('qr', id)),
    tokens,
    tenant,
  ])

/** The QR that replaced this one. Null if there is none. */
export const findSuccessor = (db: Database, { id, shipment_id }: QrRow): Promise<QrRow | null> =>
  db.one<QrRow>('qr_successor', 'select * from qrs where shipment_id = $1 and previous_qr_id = $2', [shipment_id, id])
