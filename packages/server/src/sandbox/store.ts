import type { Partner } from '../partners/model.ts'
import type { Database } from '../platform/db.ts'

/** The partner as it is in the database at this moment, for a change of it. It exists: one of its keys signed the request. */
export const findPartner = async (db: Database, id: string): Promise<Partner> =>
  (await db.one<Partner>('partner_now', 'select * from partners where id = $1', [id])) as Partner
