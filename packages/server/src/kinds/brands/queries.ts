import type { Tables } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'

export type BrandRow = Tables['brands']

export interface LogoRow {
  content: Buffer
  logo_type: string
}

/** Returns null if the partner never set a brand. */
export const findBrand = (db: Database, partner_id: string): Promise<BrandRow | null> =>
  db.one<BrandRow>('brand', 'select * from brands where id = $1', [partner_id])

export const findLogo = (db: Database, partner_id: string): Promise<LogoRow | null> =>
  db.one<LogoRow>(
    'brand_logo',
    'select l.content, b.logo_type from brands b join brand_logos l using (id) where b.id = $1 and b.logo_type is not null',
    [partner_id],
  )

/** The version of the stored logo, whether or not it is used. Null if there is none. */
export const findLogoVersion = (db: Database, partner_id: string): Promise<{ version: number } | null> =>
  db.one<{ version: number }>('brand_logo_version', 'select version from brand_logos where id = $1', [partner_id])
