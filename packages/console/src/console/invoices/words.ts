// Texts for invoice lines.
import type { CarrierInvoiceLine } from '@backhaul/client'
import { negate } from '../../shared/money.ts'
import { moneyText, plainWords } from '../words.ts'

const REASONS: Record<string, string> = {
  unknown_number: 'No parcel has this number, so nothing is owed.',
  several_shipments: 'Several parcels have this number, so it is unclear which one is charged.',
  other_carrier: 'The parcel is with another carrier, so nothing is owed.',
  other_currency: 'The price of the parcel is in another currency, so the amounts cannot be compared.',
  not_sent: 'The parcel was canceled or has expired, so nothing is owed.',
}

/** Describes the verdict on a line in a sentence. */
export const verdictText = (line: CarrierInvoiceLine, currency: string): string => {
  const { verdict, reason, difference_cents } = line
  if (verdict === 'doubled') return 'Another line has already charged this, so nothing is left to pay.'
  if (reason !== null) return REASONS[reason] ?? `Nothing is owed: ${plainWords(reason).toLowerCase()}.`
  if (verdict === 'over') return `The line charges ${moneyText(difference_cents, currency)} more than is owed.`
  if (verdict === 'under') return `The line charges ${moneyText(negate(difference_cents), currency)} less than is owed.`
  return verdict === 'matched' ? 'The line charges the amount owed.' : plainWords(verdict)
}

const CHARGES: Record<string, string> = { price: 'Full price', correction: 'Later correction' }
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
