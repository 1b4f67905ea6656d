import { iso } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Plan } from '../platform/plan.ts'
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
