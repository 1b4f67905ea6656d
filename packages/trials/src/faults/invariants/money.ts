// Invariant: money follows from the requests. The price of a shipment is that of its create or its last amendment. The manual adjustments
// are exactly the acknowledged ones. The price and the measured adjustments add up to the price of the parcel as it was finally recorded.
import type { Json } from '../../lib/run.ts'
import { type Facts, type Found, isAccepted } from '../facts.ts'
import type { Log } from '../log.ts'
import { created } from './effects.ts'

/** Returns the price of a parcel of this weight, from the quotes requested at the start. */
const priceOf = (log: Log, weight: number) => log.prices.get(weight)

const sum = (list: Json[]): number => list.reduce((total, { delta_amount }) => total + delta_amount, 0)

function* manualOnes(manual: Json[], acknowledged: Json[]): Generator<string> {
  for (const { id, delta_amount } of acknowledged) {
    const found = manual.find((adjustment) => adjustment.id === id)
    if (!found) yield `the adjustment ${id} of ${delta_amount} was acknowledged but is not listed`
    else if (found.delta_amount !== delta_amount) yield `the adjustment ${id} of ${delta_amount} is listed with ${found.delta_amount}`
  }
  if (manual.length > acknowledged.length)
    yield `${acknowledged.length} manual adjustments were acknowledged, but ${manual.length} are listed`
}

export function* moneyAddsUp(log: Log, { answered }: Facts): Found {
  const acknowledged = new Map<string, Json[]>()
  const amounts = new Map<string, { amount: number; at: number | undefined }>()
  // Shipments with an amendment whose answer was lost and whose repetition was refused. The first request may still have changed the price.
  const uncertain = new Set<string | null>()
  for (const command of log.commands) {
    const { name, shipment, answer } = command
    if (name === 'amend' && !isAccepted(command)) uncertain.add(shipment)
    if (!answer || !isAccepted(command) || !shipment) continue
    if (name === 'adjust') acknowledged.set(shipment, [...(acknowledged.get(shipment) ?? []), JSON.parse(answer.text)])
    if (name === 'amend') amounts.set(shipment, { amount: JSON.parse(answer.text).amount, at: answered.get(command) })
  }
  for (const [id, { command, shipment: first }] of created(log)) {
    const [read, listed] = [log.final.shipments.get(id), log.final.adjustments.get(id)]
    if (read?.status !== 200 || listed?.status !== 200) continue
    const violation = (text: string) => ({ at: answered.get(command) ?? log.now(), shipment: id, text })
    const [last, adjustments] = [JSON.parse(read.text), JSON.parse(listed.text).data]
    const price = priceOf(log, first.parcel.weight)
    if (first.amount !== price) yield violation(`the shipment was created for ${first.amount}, but the quote was ${price}`)
    const amount = amounts.get(id)?.amount ?? first.amount
    if (!uncertain.has(id) && last.amount !== amount)
      yield violation(`the amount of the shipment was ${amount} in the last answer that set it, but is ${last.amount}`)
    const manual = adjustments.filter(({ source }: Json) => source === 'manual')
    for (const text of manualOnes(manual, acknowledged.get(id) ?? [])) yield violation(text)
    const measured = last.amount + sum(adjustments.filter(({ source }: Json) => source !== 'manual'))
    const fair = priceOf(log, last.parcel.weight)
    if (measured !== fair)
      yield violation(`price and measured differences are ${measured}, but a parcel of ${last.parcel.weight} lb costs ${fair}`)
  }
}
