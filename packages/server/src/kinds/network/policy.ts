// The operator's policy: one row of the settings. Rules that are not set accept everything.
import { type Policy, policyOf, type StoredPolicy } from '@backhaul/core/policy.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import { putRow } from './put-row.ts'

const NAME = 'policy'

interface Row {
  name: string
  value: object
}

/** Reads the stored policy. Other parts of this process may still use an older one. */
export const readPolicy = async (service: Service): Promise<Policy> => {
  const row = await service.db.one<Row>('policy', 'select name, value from settings where name = $1', [NAME])
  return policyOf(row?.value ?? null)
}

/**
 * Sets the policy to the result of `change`, which receives the stored policy, and writes an audit line. The policy may have been stored by
 * any release. Errors: `unavailable` if other requests keep changing it.
 */
export const putPolicy = async (
  service: Service,
  actor: OperatorActor,
  change: (before: StoredPolicy) => StoredPolicy,
): Promise<Policy | Refusal> => {
  const put = await putRow<Row>(service, 'settings', NAME, actor, (before) => ({
    name: NAME,
    value: change((before?.value ?? {}) as StoredPolicy),
  }))
  return isRefusal(put) ? put : policyOf(put.value)
}

export const policyResource = (policy: Policy) => ({ object: 'policy', ...policy })
