import { isRefusal } from '../domain/refusal.ts'
import { iso } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Insert, Plan, Update } from '../platform/plan.ts'
import type { Attempt } from './execute.ts'
import type { Caller } from './key-cache.ts'
import type { Service } from './service.ts'

/** Who acted for the network's operator: `key:<key id>` over the API, `cli:<user>@<host>` on the command line. */
export type OperatorActor = string

/** One row of `operator_audit`: who did what to which thing, and how that thing was and is. Secrets are in neither. */
export interface AuditRow {
  id: string
  at: string
  actor: OperatorActor
  action: string
  subject: string
  before: object | null
  after: object | null
}

export interface OperatorAction {
  actor: OperatorActor
  /** `<what>.<done>`, such as `store.changed`. */
  action: string
  /** The id or code of the thing acted on. */
  subject: string
  /** Null for what did not exist. */
  before: object | null
  /** Null for what exists no more. */
  after: object | null
}

/** The line of an operator's action, in real time, to be written by the statement that does what it tells. */
export const auditRow = (service: Service, action: OperatorAction): AuditRow => ({
  id: newId('audit'),
  at: iso(service.clock.now()),
  ...action,
})

/** The same as a plan, to be merged with that of the action. */
export const auditPlan = (service: Service, action: OperatorAction): Plan => ({ inserts: [['operator_audit', auditRow(service, action)]] })

/** The same where only operators get to: behind the scope ops. */
export const actingOperator = ({ key }: Caller): OperatorActor => `key:${key.id}`

/** Who acts in the operator's name with this key; null for a partner, whose own actions are no concern of the trail. */
export const operatorOf = ({ key, partner }: Caller): OperatorActor | null => (partner ? null : `key:${key.id}`)

const idOf = ([, row]: Insert | Update): string => ('id' in row ? row.id : row.webhook_id)

/** Version and status where the table has them. */
const summaryOf = (written: Insert | Update) => ({
  table: written[0],
  id: idOf(written),
  version: 'version' in written[1] ? written[1].version : undefined,
  status: 'status' in written[1] ? written[1].status : undefined,
})

/**
 * What an operator's key does to partners' things through the endpoints that partners use too leaves a line as well, in the same plan:
 * the rows written, by id, version and status; how they were is what their version before says. A command that wrote a line of its own,
 * or nothing, is left as it is.
 */
export const withTrail = (service: Service, caller: Caller, action: string, attempt: Attempt): Attempt => {
  const actor = operatorOf(caller)
  if (!actor || isRefusal(attempt)) return attempt
  const { inserts = [], updates = [] } = attempt.plan
  const first = updates[0] ?? inserts[0]
  if (!first || inserts.some(([table]) => table === 'operator_audit')) return attempt
  const after = { written: [...updates, ...inserts].map(summaryOf) }
  const audit = auditRow(service, { actor, action, subject: idOf(first), before: null, after })
  return { ...attempt, plan: { ...attempt.plan, inserts: [...inserts, ['operator_audit', audit]] } }
}
