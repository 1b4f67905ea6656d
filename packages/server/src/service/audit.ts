import { hostname, userInfo } from 'node:os'
import type { Row } from '@backhaul/core/tables.ts'
import type { Plan } from '../commit/plan.ts'
import { iso } from '../process/clock.ts'
import { newId } from '../process/ids.ts'
import type { Caller } from './key-cache.ts'
import type { Service } from './service.ts'

/**
 * Who acted for the network's operator: `key:<key id>` over the API, `session:<session id> <email>` for somebody who signed in,
 * `cli:<user>@<host>` on the command line, `folder:<host>` for a report that was dropped into a folder, `carrier:<code>` for one that was
 * fetched from the service of a carrier, `provider:<issuer>` for what a provider of OpenID Connect says of its sessions.
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

/** Whoever works at the machine itself. */
export const cliActor = (): OperatorActor => `cli:${cliUser()}`

/**
 * One row of `operator_audit`: who did what to which thing. `action`: `<what>.<done>`, such as `store.changed`. `subject`: the id or code of the
 * thing. `before` and `after`: the thing, without secrets; null: it did not exist, or no longer exists.
 */
export type AuditRow = Row<'operator_audit'>

export type OperatorAction = Omit<AuditRow, 'id' | 'at'>

/** The audit line of an operator's action, in real time. The statement that carries out the action must write it, too. */
export const auditRow = (service: Service, action: OperatorAction): AuditRow => ({
  id: newId('audit'),
  at: iso(service.clock.now()),
  ...action,
})

/** The same as a plan, to be merged with the plan of the action. */
export const auditPlan = (service: Service, action: OperatorAction): Plan => ({ inserts: [['operator_audit', auditRow(service, action)]] })

/** The same for endpoints with the scope ops, which only operators can call. */
export const actingOperator = ({ key }: Pick<Caller, 'key'>): OperatorActor =>
  key.session ? `session:${key.id} ${key.email}` : `key:${key.id}`

/** The operator who acts with this key; null for a partner, whose actions are not in the audit trail. */
export const operatorOf = (caller: Caller): OperatorActor | null => (caller.partner ? null : actingOperator(caller))
