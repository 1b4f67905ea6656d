import type { Access } from '../../shared/sessions.ts'

export const LINKS = '/v2/console-links'

export interface Link {
  id: string
  /** Only in the answer that made it. */
  url?: string
  name: string
  email: string
  access: Access
  store_id: string | null
  partner_id: string | null
  created_at: string
  expires_at: string
  used_at: string | null
  revoked_at: string | null
}
