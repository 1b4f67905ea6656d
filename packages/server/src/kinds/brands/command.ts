import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Static } from 'typebox'
import type { Insert, Update } from '../../commit/plan.ts'
import { bytea } from '../../database/columns.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { sha256 } from '../../storage/secrets.ts'
import { accents } from './color.ts'
import { type Logo, readLogo } from './logo.ts'
import { type BrandRow, findBrand, findLogoVersion } from './queries.ts'
import type { BrandChange } from './schema.ts'

const ETAG_CHARACTERS = 12
const NO_BYTES = '\\x'

const UNSET = { color: null, logo_type: null, logo_etag: null, version: 0 }

export const brandResource = (row: BrandRow) => {
  const shown = row.color === null ? null : accents(row.color)
  return {
    object: 'brand',
    partner_id: row.id,
    color: row.color,
    color_on_light: shown?.light.color ?? null,
    color_on_dark: shown?.dark.color ?? null,
    logo_type: row.logo_type,
    version: row.version,
  }
}

/** Loads the brand of a partner. `tenant`: null for an operator. A partner can load only its own brand. Errors: `not_found`. */
export const loadBrand = async (service: Service, tenant: string | null, partner_id: string): Promise<BrandRow | Refusal> => {
  const isVisible = (tenant ?? partner_id) === partner_id && (await service.keyCache.partner(partner_id)) !== null
  if (!isVisible) return refuse('not_found', 'No partner with this id exists for your account; use your own partner_id.', { field: 'id' })
  return (await findBrand(service.db, partner_id)) ?? { id: partner_id, ...UNSET }
}

/** Reads the base64 picture. Null stays null. */
const logoOf = (text: string | null): Logo | null | Refusal => {
  if (text === null) return null
  const read = readLogo(Buffer.from(text, 'base64'))
  return 'rule' in read ? invalidField('/logo', read.rule, read.message) : read
}

/** One attempt at changing a brand. Errors: `validation_failed` on `/logo`. */
export const changeBrand = async (service: Service, before: BrandRow, change: Static<typeof BrandChange>): Promise<CommandResult> => {
  const logo = change.logo === undefined ? undefined : logoOf(change.logo)
  if (logo && 'refused' in logo) return logo
  const row: BrandRow = {
    ...before,
    ...(change.color !== undefined && { color: change.color?.toLowerCase() ?? null }),
    ...(logo !== undefined && {
      logo_type: logo?.type ?? null,
      logo_etag: logo && sha256(logo.bytes).toString('base64url').slice(0, ETAG_CHARACTERS),
    }),
    version: before.version + 1,
  }
  const inserts: Insert[] = []
  const updates: Update[] = []
  if (before.version === 0) inserts.push(['brands', row])
  else updates.push(['brands', row])
  if (logo !== undefined) {
    const stored = await findLogoVersion(service.db, row.id)
    const content = logo ? bytea(logo.bytes) : NO_BYTES
    const next = { id: row.id, content, version: (stored?.version ?? 0) + 1 }
    if (stored) updates.push(['brand_logos', next])
    else inserts.push(['brand_logos', next])
  }
  return { status: 200, body: brandResource(row), plan: { inserts, updates } }
}
