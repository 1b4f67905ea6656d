/** What a label shows. Plain data: the same facts give the same bytes (contract §9). */
import assert from 'node:assert/strict'
import type { Address } from '../domain/shipment.ts'

export type LabelFacts = {
  tracking: string
  /** 20 digits */
  barcode: string
  service_level: 'economy' | 'standard' | 'express'
  weight_lb: number
  order_id: string | null
  from: Address | null
  to: Address
  /** null until the onward carrier is known */
  carrier: string | null
  label_id: string
  label_version: number
  direction: 'return' | 'outbound'
  created_at: Date
}

export type LabelFormat = 'pdf' | 'png' | 'zpl'
/** Dots per inch of the printer that the label is laid out for. */
export type LabelDpi = 203 | 300

export const LABEL_CONTENT_TYPES: Record<LabelFormat, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  zpl: 'application/zpl',
}

/** Bugs, not refusals: the service makes these values itself, and a label with a wrong one would travel. */
export function assertLabelFacts(facts: LabelFacts): void {
  assert.match(facts.tracking, /^[0-9A-Z]{8,29}$/, 'the tracking number fits a QR symbol of 25 modules')
  assert.match(facts.barcode, /^[0-9]{20}$/, 'the bar code has 20 digits')
  assert(Number.isFinite(facts.weight_lb) && facts.weight_lb > 0, 'the weight is known')
  assert(Number.isSafeInteger(facts.label_version) && facts.label_version >= 1, 'label versions start at 1')
  assert(!Number.isNaN(facts.created_at.getTime()), 'the time of creation is known')
}
