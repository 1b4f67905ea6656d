// Lists which commands are possible on a shipment now, and why the others are not. For each command the result is what its endpoint would
// return to this caller, because both use the same decision. So clients that show buttons need no rules of their own.
import { refuseBooking } from '@backhaul/core/bookable.ts'
import { decideDisposition } from '@backhaul/core/decide-disposition.ts'
import { evaluateScan } from '@backhaul/core/decide-scan.ts'
import { decideTender } from '@backhaul/core/decide-tender.ts'
import { type DecisionContext, permit } from '@backhaul/core/effects.ts'
import type { Scope } from '@backhaul/core/partner.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment, Status } from '@backhaul/core/shipment.ts'
import { DISPOSITIONS, type Disposition, SCAN_KINDS, type ScanKind } from '@backhaul/core/transitions.ts'
import { checkScope } from '../../http/authenticate.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { findUnseen } from './unseen.ts'

/** A copy of settings of the endpoint. A test compares the copy with the original. */
interface Endpoint {
  operation: string
  scope: Scope
  partner_only?: true
}

const write = (operation: string): Endpoint => ({ operation, scope: 'shipments:write' })
const scanning = (operation: string): Endpoint => ({ operation, scope: 'scans:write' })

/** The endpoint of each command, in display order. */
export const ACTIONS = {
  amend: write('amendShipment'),
  cancel: write('cancelShipment'),
  hold: write('holdShipment'),
  release: write('releaseShipment'),
  reprint: write('reprintLabel'),
  'reissue-qr': write('reissueQr'),
  redirect: write('redirectShipment'),
  rts: scanning('setDisposition'),
  redeliver: scanning('setDisposition'),
  unclaimed: scanning('setDisposition'),
  dispose: scanning('setDisposition'),
  pickup: { operation: 'createPickup', scope: 'shipments:write', partner_only: true },
  tender: { operation: 'createTender', scope: 'tenders:write', partner_only: true },
  'walk-in': scanning('scanWalkIn'),
  accept: scanning('scanAccept'),
  reject: scanning('scanReject'),
  collect: scanning('scanCollect'),
  custody: scanning('scanCustody'),
  arrive: scanning('scanArrive'),
  sort: scanning('scanSort'),
  inject: scanning('scanInject'),
  movement: scanning('scanMovement'),
  'out-for-delivery': scanning('scanOutForDelivery'),
  deliver: scanning('scanDeliver'),
} as const satisfies Record<string, Endpoint>
export type Action = keyof typeof ACTIONS

export const OUTCOMES = ['applies', 'recorded', 'nothing', 'refused'] as const

/**
 * The result of a command: a refusal, or the status after the command. If the command would not change the status: `recorded` or `nothing`.
 */
type Evaluated = Refusal | { outcome: 'applies'; status: Status } | { outcome: 'recorded' | 'nothing' }

const isDisposition = (action: Action): action is Disposition => (DISPOSITIONS as readonly string[]).includes(action)
const isScan = (action: Action): action is ScanKind => (SCAN_KINDS as readonly string[]).includes(action)

const evaluateCommand = (
  action: Exclude<Action, Disposition | ScanKind>,
  shipment: Shipment,
  env: DecisionContext,
  isUnseen: boolean,
): Evaluated => {
  const stays = { outcome: 'applies', status: shipment.status } as const
  switch (action) {
    case 'hold':
      return shipment.held ? { outcome: 'nothing' } : stays
    case 'release':
      return shipment.held ? stays : { outcome: 'nothing' }
    case 'pickup':
      return refuseBooking(shipment) ?? stays
    case 'tender': {
      const tendered = decideTender(shipment, '', env, isUnseen)
      return isRefusal(tendered) ? tendered : stays
    }
    default: {
      const allowed = permit(action, shipment)
      if (isRefusal(allowed)) return allowed
      if (action === 'reissue-qr' && shipment.qr_id === null)
        return refuse('invalid_transition', 'The shipment has no QR; only qr_code shipments have a QR.', {
          status: shipment.status,
          command: action,
        })
      if (allowed === 'late' || allowed === 'nothing') return { outcome: 'nothing' }
      return { outcome: 'applies', status: allowed.to === 'same' ? shipment.status : allowed.to }
    }
  }
}

const evaluate = (action: Action, shipment: Shipment, env: DecisionContext, isUnseen: boolean): Evaluated => {
  if (isScan(action)) {
    const evaluated = evaluateScan(shipment, action, env.now, null)
    if (isRefusal(evaluated)) return evaluated
    if (evaluated === 'late') return { outcome: 'recorded' }
    return { outcome: 'applies', status: evaluated.to === 'same' ? shipment.status : evaluated.to }
  }
  if (isDisposition(action)) {
    const disposed = decideDisposition(shipment, action, env)
    return isRefusal(disposed) ? disposed : { outcome: 'applies', status: disposed.shipment.status }
  }
  return evaluateCommand(action, shipment, env, isUnseen)
}

/** Refuses if the caller may not call the endpoint at all. */
const refuseCaller = (service: Service, { key }: Caller, endpoint: Endpoint): Refusal | null =>
  checkScope({ ...endpoint, method: 'POST', path: '' }, key, service.config.environment)

/** The result of each command, in the order of ACTIONS. */
export const actionsOf = async (service: Service, caller: Caller, shipment: Shipment) => {
  const env = await decisionContext(service, actorOf(caller), shipment.partner_id)
  const isUnseen = (await findUnseen(service.db, [shipment], null)).has(shipment.id)
  return (Object.entries(ACTIONS) as [Action, Endpoint][]).map(([command, endpoint]) => {
    const evaluated = refuseCaller(service, caller, endpoint) ?? evaluate(command, shipment, env, isUnseen)
    const shown = { command, operation: endpoint.operation }
    if (isRefusal(evaluated)) return { ...shown, outcome: 'refused', status: null, code: evaluated.code, message: evaluated.message }
    const status = evaluated.outcome === 'applies' ? evaluated.status : null
    return { ...shown, outcome: evaluated.outcome, status, code: null, message: null }
  })
}
