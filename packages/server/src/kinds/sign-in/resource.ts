import { showAs } from '../../http/show-as.ts'
import { iso } from '../../process/clock.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { endOf, type LinkRow, type SessionRow } from '../../service/sessions.ts'
import { LinkOut, SessionOut } from './schema.ts'

const revokedAt = ({ revoked_at, key_revoked_at, maker_left_at }: LinkRow | SessionRow): string | null =>
  revoked_at ?? key_revoked_at ?? maker_left_at

export const linkResource = (row: Omit<LinkRow, 'token_hash'>) => showAs(LinkOut, row, { revoked_at: revokedAt(row as LinkRow) })

/** Values of the fields that are empty in a session that has just been opened. */
export const JUST_OPENED = { last_used_at: null, key_revoked_at: null, maker_left_at: null, checked_at: null, issuer: null, subject: null }

export const sessionResource = (row: Omit<SessionRow, 'cookie_hash'>) =>
  showAs(SessionOut, row, {
    signed_in_with: row.link_id === null ? 'provider' : 'link',
    expires_at: iso(endOf(row as SessionRow)),
    revoked_at: revokedAt(row as SessionRow),
    unknown_codes: Number(row.misses ?? 0),
    is_slowed: row.slowed ?? false,
  })

/**
 * `server_time` is on the clock of the session's partner. In a sandbox that is the virtual clock, which the days of counters and the times
 * of scans follow.
 */
export const sessionDetail = async (service: Service, row: Omit<SessionRow, 'cookie_hash'>) => ({
  ...sessionResource(row),
  environment: service.config.environment,
  server_time: row.partner_id === null ? iso(service.clock.now()) : await partnerNow(service, row.partner_id),
})
