// Texts for invoice lines.
import type { CarrierInvoiceLine } from '@backhaul/client'
import { negate } from '../../shared/money.ts'
import { moneyText, plainWords } from '../words.ts'

const REASONS: Record<string, string> = {
  unknown_number: 'Its number leads to no parcel, so nothing is owed.',
  several_shipments: 'Its number leads to several parcels, so nobody can say which one it is for.',
  other_carrier: 'The parcel is with another carrier, so nothing is owed.',
  other_currency: 'The price of the parcel is in another currency, so the two cannot be compared.',
  not_sent: 'The parcel was canceled or has expired, so nothing is owed.',
}

/** Describes the verdict on a line in a sentence. */
export const verdictText = (line: CarrierInvoiceLine, currency: string): string => {
  const { verdict, reason, difference_cents } = line
  if (verdict === 'doubled') return 'Another line charged the same before, and nothing is left to pay.'
  if (reason !== null) return REASONS[reason] ?? `Nothing is owed: ${plainWords(reason).toLowerCase()}.`
  if (verdict === 'over') return `It charges ${moneyText(difference_cents, currency)} more than is owed.`
  if (verdict === 'under') return `It charges ${moneyText(negate(difference_cents), currency)} less than is owed.`
  return verdict === 'matched' ? 'It charges what is owed.' : plainWords(verdict)
}

const CHARGES: Record<string, string> = { price: 'Whole price', correction: 'Correction afterward' }
export const chargeWords = (charge: string): string => CHARGES[charge] ?? plainWords(charge)

const STATES: Record<string, string> = {
  open: 'Undecided',
  approved: 'Approved',
  disputed: 'Disputed',
  credited: 'Credited',
  rejected: 'Rejected, paid',
}
export const stateWords = (state: string): string => STATES[state] ?? plainWords(state)

export const countText = (lines: number): string => (lines === 1 ? '1 line' : `${lines.toLocaleString()} lines`)
