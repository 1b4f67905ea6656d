import { type Context, tenant } from '../http/endpoint.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { QrRow } from '../shipments/model.ts'
import { findQr } from './store.ts'

/** The caller's QR with this id. Errors: `not_found`. */
export const loadQr = async (context: Context, id: string): Promise<QrRow | Refusal> =>
  (await findQr(context.service.db, tenant(context), id)) ?? refuse('not_found', 'No QR of yours has this id; check it.', { field: 'id' })
