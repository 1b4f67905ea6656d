// The data printed on the customs documents of a shipment.
import type { CustomsDeclaration } from '@backhaul/core/customs.ts'
import type { Address, Shipment } from '@backhaul/core/shipment.ts'

export const CUSTOMS_FORMS = ['cn23', 'commercial-invoice'] as const
export type CustomsForm = (typeof CUSTOMS_FORMS)[number]

/** Equal facts give equal bytes. */
export interface CustomsFacts
  extends Pick<Shipment, 'tracking' | 'barcode' | 'ltracking' | 'order_id' | 'carrier' | 'service_level' | 'amount' | 'currency'> {
  shipment_id: string
  /** Null if no address was given. It is then written by hand. */
  from: Address | null
  to: Address
  gross_grams: number
  declaration: CustomsDeclaration
  /** Date of the declaration, YYYY-MM-DD. */
  date: string
  /** Whether the barcode is an SSCC. */
  is_gs1: boolean
  /** Whether the document is marked as a sandbox document, so that nobody hands it to customs. */
  is_sandbox: boolean
}
