import { DISPUTE_OUTCOMES, DISPUTE_STATUSES, type DisputeOutcome } from '@backhaul/core/adjustment.ts'
import { shownUrl } from '@backhaul/core/carrier-url.ts'
import { CLAIM_OUTCOMES, CLAIM_STATUSES, type ClaimOutcome } from '@backhaul/core/claim.ts'
import { codedText, fromMinorUnits, MAX_MINOR_UNITS } from '@backhaul/core/money.ts'
import type { Command } from 'commander'
import { resolveAdjustment } from '../kinds/adjustments/command.ts'
import { listAdjustments } from '../kinds/adjustments/queries.ts'
import { adjustmentResource } from '../kinds/adjustments/resource.ts'
import { listAudit } from '../kinds/audit/queries.ts'
import { auditResource } from '../kinds/audit/resource.ts'
import { resolveClaim } from '../kinds/claims/command.ts'
import { listClaims } from '../kinds/claims/queries.ts'
import { claimResource } from '../kinds/claims/resource.ts'
import { shipmentResource } from '../kinds/shipments/resource.ts'
import { searchShipments } from '../kinds/shipments/search.ts'
import type { Config } from '../process/config.ts'
import { choice, cliActor, type Json, leaf, print, printList, run, wholeNumber, withService } from './tool.ts'

const MAX_LISTED = 10_000
const byOperator = () => ({ tenant: null, actor: cliActor() })
const limited = (command: Command): Command =>
  command.option('--limit <n>', `maximum number of results, newest first, 1 to ${MAX_LISTED}`, wholeNumber(1, MAX_LISTED), 100)

interface Queue extends Json {
  status: string
  partner?: string
  shipment?: string
  limit: number
}

const addClaimCommands = (root: Command, config: () => Config): void => {
  const claim = root.command('claim').description('Claims of partners: lost, damaged and misdelivered parcels')
  limited(leaf(claim, 'list', 'List claims', ['claim list', 'claim list --status approved --json']))
    .option('--status <status>', `status of the claims: ${CLAIM_STATUSES.join(', ')}`, choice(...CLAIM_STATUSES), 'open')
    .option('--partner <id>', 'only this partner (default: all)')
    .option('--shipment <id>', 'only this shipment (default: all)')
    .action(async ({ json, status, partner, shipment: shipment_id, limit }: Queue) => {
      const window = { tenant: partner ?? null, after: null, limit }
      const rows = await withService(config(), (service) => listClaims(service.db, window, { status, shipment_id }))
      const data = rows.map((row) => ({ ...claimResource(row), partner_id: row.partner_id }))
      printList(
        json,
        data,
        [
          'id',
          ['partner', 'partner_id'],
          ['shipment', 'shipment_id'],
          'type',
          ['claimed', (one) => one.amount_claimed !== null && codedText(one.amount_claimed, one.currency)],
          ['opened', 'created_at'],
        ],
        `No claims are ${status}.`,
      )
    })
  leaf(claim, 'resolve', 'Approve, deny or close a claim', [
    'claim resolve clm_01… --outcome approved --amount 750',
    'claim resolve clm_01… --outcome closed',
  ])
    .argument('<claim_id>')
    .requiredOption('--outcome <outcome>', `one of ${CLAIM_OUTCOMES.join(', ')}`, choice(...CLAIM_OUTCOMES))
    .option('--amount <cents>', 'amount to pay with an approval (default: the claimed amount)', wholeNumber(0, MAX_MINOR_UNITS))
    .action(async (id: string, { json, outcome, amount }: Json & { outcome: ClaimOutcome; amount?: number }) => {
      const resolution = { outcome, ...(amount !== undefined && { amount_approved: fromMinorUnits(amount) }) }
      const done = await withService(config(), (service) => run(service, () => resolveClaim(service, byOperator(), id, resolution)))
      print(json, done, `Claim ${id} is ${outcome}.`)
    })
}

const addDisputeCommands = (root: Command, config: () => Config): void => {
  const dispute = root.command('dispute').description("Partners' disputes of adjustments")
  limited(leaf(dispute, 'list', 'List disputed adjustments', ['dispute list', 'dispute list --status upheld']))
    .option('--status <status>', `status of the disputes: ${DISPUTE_STATUSES.join(', ')}`, choice(...DISPUTE_STATUSES), 'open')
    .option('--partner <id>', 'only this partner (default: all)')
    .option('--shipment <id>', 'only this shipment (default: all)')
    .action(async ({ json, status, partner, shipment: shipment_id, limit }: Queue) => {
      const window = { tenant: partner ?? null, after: null, limit }
      const rows = await withService(config(), (service) => listAdjustments(service.db, window, { dispute_status: status, shipment_id }))
      const data = rows.map((row) => ({ ...adjustmentResource(row), partner_id: row.partner_id }))
      printList(
        json,
        data,
        [
          ['adjustment', 'id'],
          ['partner', 'partner_id'],
          ['shipment', 'shipment_id'],
          ['amount', (one) => codedText(one.delta_amount, one.currency)],
          ['reason', 'dispute_reason'],
        ],
        `No disputes are ${status}.`,
      )
    })
  leaf(dispute, 'resolve', 'Uphold a dispute (the partner is right) or reject it (the adjustment remains)', [
    'dispute resolve adj_01… --outcome upheld',
  ])
    .argument('<adjustment_id>')
    .requiredOption('--outcome <outcome>', `one of ${DISPUTE_OUTCOMES.join(', ')}`, choice(...DISPUTE_OUTCOMES))
    .action(async (id: string, { json, outcome }: Json & { outcome: DisputeOutcome }) => {
      const done = await withService(config(), (service) => run(service, () => resolveAdjustment(service, byOperator(), id, outcome)))
      print(json, done, `The dispute of ${id} is ${outcome}.`)
    })
}

const addShipmentCommands = (root: Command, config: () => Config): void => {
  const shipment = root.command('shipment').description('Shipments of all partners')
  limited(
    leaf(shipment, 'find', 'Find shipments by any identifier', ['shipment find 00012345678901234567', 'shipment find ORDER-17 --json']),
  )
    .argument('<identifier>', "id, tracking, barcode, the carrier's number, order number, RMA, the partner's id, QR id or token, label id")
    .action(async (text: string, { json, limit }: Json & { limit: number }) => {
      const data = await withService(config(), async (service) => {
        const found = await searchShipments(service.db, text.trim(), null, limit)
        return found.map((row) => ({ ...shipmentResource(row, service.links), partner_id: row.partner_id, matched_by: row.matched_by }))
      })
      printList(
        json,
        data,
        ['id', 'matched_by', 'status', 'tracking', ['partner', 'partner_id'], ['created', 'created_at']],
        'No shipment has this identifier.',
      )
    })
}

const addAuditCommands = (root: Command, config: () => Config): void => {
  const audit = root.command('audit').description('The audit trail: changes that operators made')
  limited(leaf(audit, 'list', 'List the audit trail, newest first', ['audit list', 'audit list --subject par_01… --json']))
    .option('--subject <id>', 'only this id or code (default: all)')
    .option('--actor <actor>', 'only this actor, such as key:key_01… (default: all)')
    .option('--action <action>', 'only this action, such as key.revoked (default: all)')
    .action(async ({ json, limit, ...filters }: Json & { limit: number; subject?: string; actor?: string; action?: string }) => {
      const data = await withService(config(), async (service) =>
        (await listAudit(service.db, filters, null, limit)).map(auditResource(shownUrl)),
      )
      printList(json, data, ['at', 'actor', ['name', 'actor_name'], 'action', 'subject'], 'No audit records match.')
    })
}

/** `claim`, `dispute`, `shipment` and `audit`: the daily work of an operator. */
export const addCaseCommands = (root: Command, config: () => Config): void => {
  addClaimCommands(root, config)
  addDisputeCommands(root, config)
  addShipmentCommands(root, config)
  addAuditCommands(root, config)
}
