// Rate limits of sessions: for each session, and for all sessions of a partner together.
import { expect, test } from 'vitest'
import { chargeQuota, OwnRates, SESSIONS_RATE_LIMIT } from '../../src/http/rate-limit.ts'
import type { CallerSession } from '../../src/service/sessions.ts'

const PARTNER = 'par_a'
const EACH = 600
const session = (id: string, partner_id: string | null = PARTNER) => {
  const own: CallerSession = { id, access: 'partner', store_id: null, made_by: null, issuer: null, subject: null }
  return { id, rate_limit: EACH, partner_id, session: own }
}

test('all sessions of a partner share one limit, which affects nobody else', async () => {
  const rates = new OwnRates()
  let allowed = 0
  for (let i = 0; i < SESSIONS_RATE_LIMIT + 1_000; i++) if ((await chargeQuota(rates, session(`ses_${i % 100}`))).allowed) allowed++
  expect(allowed).toBe(SESSIONS_RATE_LIMIT)
  expect(await chargeQuota(rates, session('ses_new'))).toMatchObject({ allowed: false, limit: SESSIONS_RATE_LIMIT })
  const others = [session('ses_other', 'par_b'), session('ses_operator', null), { ...session('key_a'), rate_limit: 5, session: null }]
  for (const other of others) expect(await chargeQuota(rates, other), other.id).toMatchObject({ allowed: true, limit: other.rate_limit })
})

test('refused requests of one session do not count for the other sessions of its partner', async () => {
  const rates = new OwnRates()
  for (let i = 0; i < 2 * EACH; i++) await chargeQuota(rates, session('ses_one'))
  let allowed = 0
  for (let i = 0; i < SESSIONS_RATE_LIMIT; i++) if ((await chargeQuota(rates, session(`ses_${i % 100}`))).allowed) allowed++
  expect(allowed).toBe(SESSIONS_RATE_LIMIT - EACH)
})
