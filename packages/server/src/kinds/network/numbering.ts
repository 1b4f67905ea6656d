// How barcodes and carriers' numbers are made: the operator's settings, and how far each series is used up.
import {
  type BarcodeNumbering,
  type CarrierNumbering,
  checkBarcodes,
  checkCarrierNumbers,
  numberingOf,
  S10_DIGITS,
  withBarcodes,
} from '@backhaul/core/numbering.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Static } from 'typebox'
import type { OperatorActor } from '../../service/audit.ts'
import { NUMBERING, type Numbering } from '../../service/numbers.ts'
import type { Service } from '../../service/service.ts'
import { putRow } from './put-row.ts'
import type { BarcodesPut, CarrierNumbersPut } from './schema.ts'

interface Row {
  name: string
  value: object
}

/** Reads the barcode setting of a request and adds its defaults. */
const barcodesFrom = ({ standard, company_prefix = null, extension_digit = 0 }: Static<typeof BarcodesPut>): BarcodeNumbering => ({
  standard,
  company_prefix,
  extension_digit,
})

/** Reads the number setting of a carrier from a request and adds its defaults. */
export const carrierNumbersFrom = (given: Static<typeof CarrierNumbersPut>): CarrierNumbering | Refusal => {
  const { standard, prefix = '', country = null, check = 'none', digits = S10_DIGITS, first = 0 } = given
  const numbers = { standard, prefix, country, check, digits, first, last: given.last ?? 10 ** digits - 1 }
  return checkCarrierNumbers(numbers) ?? numbers
}

/**
 * Sets the form of new barcodes; issued ones stay as they are. Errors: `validation_failed`; `unavailable` if other requests keep changing
 * the setting.
 */
export const putBarcodes = async (service: Service, actor: OperatorActor, given: Static<typeof BarcodesPut>): Promise<Refusal | null> => {
  const barcodes = barcodesFrom(given)
  const unfit = checkBarcodes(barcodes)
  if (unfit) return unfit
  const put = await putRow<Row>(service, 'settings', NUMBERING, actor, (before) => ({
    name: NUMBERING,
    value: withBarcodes(numberingOf(before?.value ?? null), barcodes),
  }))
  return isRefusal(put) ? put : null
}

export const numberingResource = (numbering: Numbering) => ({ object: 'numbering', ...numbering })
