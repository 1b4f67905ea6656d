// Whether an address counts if the provider does not say that it is verified. By default it does not. Where people signed in before this
// check existed (migration 0130), rules on such addresses still give access, with a warning at each start.
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db.ts'
import type { EmailTrust } from '../../platform/provider-settings.ts'
import { isOnAddress } from './access-of-claims.ts'

const SETTING = 'oidc_email_rules_of_before'
/** What people can choose for themselves at many providers. */
const CHOSEN = ['preferred_username', 'upn', 'name', 'nickname', 'given_name', 'family_name']

interface Trust {
  /** For rules that give an access. */
  rules: EmailTrust
  /** For what a person is called. */
  people: EmailTrust
}

type WithProvider = { config: Pick<Config, 'provider'>; db: Database }

export const trustOf = async ({ config, db }: WithProvider): Promise<Trust> => {
  const set = config.provider?.emails ?? null
  if (set !== null) return { rules: set, people: set }
  const isOfBefore = (await db.one('oidc_email_rules', 'select 1 from settings where name = $1', [SETTING])) !== null
  return { rules: isOfBefore ? 'unless_denied' : 'verified', people: 'verified' }
}

/** For every start. */
export const claimWarnings = async (service: WithProvider): Promise<string[]> => {
  const claims = new Set((service.config.provider?.access ?? []).map(({ claim }) => claim))
  const chosen = CHOSEN.filter((claim) => claims.has(claim))
  const warnings = chosen.map(
    (claim) => `BACKHAUL_OIDC_ACCESS has a rule on ${claim}, which people choose themselves at many providers; use a group or sub instead`,
  )
  if ([...claims].some(isOnAddress) && service.config.provider?.emails === null && (await trustOf(service)).rules === 'unless_denied')
    warnings.push(
      'BACKHAUL_OIDC_ACCESS has rules on addresses that your provider may not have verified; set BACKHAUL_OIDC_EMAILS=verified if the provider sends email_verified, or unless_denied if you assigned all addresses at the provider',
    )
  return warnings
}
