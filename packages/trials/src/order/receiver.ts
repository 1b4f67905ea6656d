// Records the order of first receipts, by webhook and shipment.
import { openReceiver, type Received, type Receiver } from '../lib/receiver.ts'

const SHIPMENT = Buffer.from('"shipment":"')

export class FirstReceipts {
  /** For the path of each webhook: a map from shipment to eventIDs, in the order of their first receipts. */
  readonly firsts = new Map<string, Map<string, string[]>>()
  received = 0
  first_receipts = 0
  #receiver: Receiver | undefined

  static async open(): Promise<FirstReceipts> {
    const firsts = new FirstReceipts()
    firsts.#receiver = await openReceiver((received) => firsts.#note(received))
    return firsts
  }

  /** Adds a webhook and returns its URL. */
  add(path: string): string {
    this.firsts.set(path, new Map())
    return `${this.#receiver?.url}${path}`
  }

  #note({ path, headers, body }: Received): void {
    this.received++
    const at = body.indexOf(SHIPMENT) + SHIPMENT.length
    const shipment = body.toString('latin1', at, body.indexOf('"', at))
    const eventID = String(headers['x-service-event-id'])
    const firsts = this.firsts.get(path)
    const known = firsts?.get(shipment)
    if (known?.includes(eventID)) return
    this.first_receipts++
    if (known) known.push(eventID)
    else firsts?.set(shipment, [eventID])
  }

  close(): void {
    this.#receiver?.close()
  }
}
