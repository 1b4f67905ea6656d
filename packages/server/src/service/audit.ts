import { hostname, userInfo } from 'node:os'
import type { Row } from '@backhaul/core/tables.ts'
import type { Plan } from '../commit/plan.ts'
import { iso } from '../process/clock.ts'
import { newId } from '../process/ids.ts'
import type { Caller } from './key-cache.ts'
import type { Service } from './service.ts'

/**
 * The actor of an operator's action: `key:<key id>` over the API, `session:<session id> <email>` for a person who signed in,
 * `cli:<user>@<host>` on the command line, `folder:<host>` for a report that was dropped into a folder, `carrier:<code>` for a report that
 * was fetched from a carrier's service, `provider:<issuer>` for a session change by an OpenID Connect provider.
 */
export type OperatorActor = string

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** The person at the command line. */
export const cliUser = (): string => `${userName()}@${hostname()}`

/** A person who works at the machine itself. */
export const cliActor = (): OperatorActor => `cli:${cliUser()}`

/**
 * One row of `operator_audit`: who did what to which record. `action` is `<what>.<done>`, such as `store.changed`. `subject` is the id or
 * code of the record. `before` and `after` are the record without secrets. `before` is null if the record did not exist before the action,
 * and `after` is null if it does not exist afterward.
 */
export type AuditRow = Row<'operator_audit'>

export type OperatorAction = Omit<AuditRow, 'id' | 'at'>

/**
 * The audit line of an operator's action. Its time is real time, never virtual time. The statement that writes the action's effect must
 * also write this line.
 */
export const auditRow = (service: Service, action: OperatorAction): AuditRow => ({
  id: newId('audit'),
  at: iso(service.clock.now()),
  ...action,
})

/** The audit line as a plan, to be merged into the plan of the action. */
export const auditPlan = (service: Service, action: OperatorAction): Plan => ({ inserts: [['operator_audit', auditRow(service, action)]] })

/** The actor for an endpoint that requires the scope `ops`. Only operators can call such an endpoint. */
export const actingOperator = ({ key }: Pick<Caller, 'key'>): OperatorActor =>
  key.session ? `session:${key.id} ${key.email}` : `key:${key.id}`

/** The operator who acts with this key. Null for a partner, because the audit trail does not have partners' actions. */
export const operatorOf = (caller: Caller): OperatorActor | null => (caller.partner ? null : actingOperator(caller))
