import type { Merchant } from './merchant.ts'
import { minorUnits } from './model.ts'
import type { Act } from './steps.ts'
import type { Due } from './timetable.ts'

type Command = Exclude<Act, { do: 'scan' } | { do: 'hand-over' } | { do: 'report' }>

/** Sends one step of a parcel to the service, and counts it. */
export const carryOut = async (merchant: Merchant, { parcel, step, index }: Due): Promise<void> => {
  const command = step as Command
  const done = await merchant.attempt(() => tell(merchant, parcel.id, command, { idempotency_key: `${parcel.plan.name}-${index}` }))
  if (done) merchant.count(nameOf(command))
}

/** Name under which the command is counted. */
const nameOf = (command: Command): string => {
  switch (command.do) {
    case 'disposition':
    case 'claim':
    case 'resolve-claim':
    case 'resolve-dispute': {
      const which = 'disposition' in command ? command.disposition : 'type' in command ? command.type : command.outcome
      return `${command.do}.${which}`
    }
    default:
      return command.do
  }
}

/** Resolves with null if there was nothing to do. */
const tell = async (merchant: Merchant, id: string, command: Command, key: { idempotency_key: string }): Promise<unknown> => {
  const { client, shared } = merchant
  switch (command.do) {
    case 'cancel':
      return client.cancelShipment(id, key)
    case 'hold':
      return client.holdShipment(id, key)
    case 'release':
      return client.releaseShipment(id, key)
    case 'reprint':
      return client.reprintLabel(id, key)
    case 'reissue-qr':
      return client.reissueQr(id, key)
    case 'invalidate-qr': {
      const { qr_id } = await client.readShipment(id)
      return qr_id && client.invalidateQr(qr_id, key)
    }
    case 'expire':
      // Reading a shipment that is due makes it expire.
      return client.readShipment(id)
    case 'amend':
      return client.amendShipment(id, { parcel: command.parcel })
    case 'redirect':
      return client.redirectShipment(id, { to: command.to }, key)
    case 'disposition':
      return client.setDisposition(id, { disposition: command.disposition }, key)
    case 'pickup': {
      const { do: _, store, ...window } = command
      return client.createPickup(
        {
          shipment_id: id,
          store_id: merchant.storeId(store),
          date: window.date,
          window_start: window.window_start,
          window_end: window.window_end,
        },
        key,
      )
    }
    case 'cancel-pickup': {
      const [pickup] = (await client.listPickups({ shipment_id: id })).data
      return pickup && client.cancelPickup(pickup.id, key)
    }
    case 'claim':
      return client.createClaim(
        { shipment_id: id, type: command.type, description: command.description, amount_claimed: minorUnits(command.amount) },
        key,
      )
    case 'resolve-claim': {
      const [claim] = (await client.listClaims({ shipment_id: id })).data
      const { outcome, amount } = command
      return (
        claim &&
        shared.operator.resolveClaim(claim.id, { outcome, ...(amount !== undefined && { amount_approved: minorUnits(amount) }) }, key)
      )
    }
    case 'adjust':
      return client.createAdjustment(id, { delta_amount: minorUnits(command.delta), reason: command.reason }, key)
    case 'dispute': {
      const [adjustment] = (await client.listShipmentAdjustments(id)).data
      return adjustment && client.disputeAdjustment(adjustment.id, { reason: command.reason }, key)
    }
    case 'resolve-dispute': {
      const disputed = (await client.listShipmentAdjustments(id)).data.find(({ dispute_status }) => dispute_status !== null)
      return disputed && shared.operator.resolveDispute(disputed.id, { outcome: command.outcome }, key)
    }
    case 'discrepancy':
      return client.createDiscrepancy({ shipment_id: id, stage: 'sort', observed: command.observed, chargeable: command.chargeable }, key)
  }
}
