import type { RejectReason } from '@backhaul/core/shipment.ts'
import type { ScanKind } from '@backhaul/core/transitions.ts'

/** The situations of a parcel, as shown to a shopper. Several statuses may share one situation. */
export const SITUATIONS = [
  'print',
  'order_label',
  'label_ordered',
  'print_carrier',
  'show_code',
  'no_code',
  'refused',
  'refused_for_good',
  'expired',
  'cancelled',
  'received',
  'on_way',
  'arriving',
  'arrived',
  'stuck',
  'unclaimed',
  'sent_back',
  'disposed',
] as const
export type Situation = (typeof SITUATIONS)[number]

export const STEPS = ['ready', 'handed_in', 'on_way', 'arrived'] as const
export type StepName = (typeof STEPS)[number]

/** The possible faults of a form field. */
export const FIELD_FAULTS = ['required', 'too_long', 'characters', 'country', 'choice', 'other'] as const
export type FieldFault = (typeof FIELD_FAULTS)[number]

export const ADDRESS_FIELDS = ['name', 'company', 'line1', 'line2', 'city', 'state', 'postal_code', 'country', 'phone', 'email'] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]

/**
 * The texts of a language. Parameters named `shop` are the shop's name. All texts are plain and are escaped when they are put into a page.
 */
export interface Texts {
  /** Name of the language, written in that language. */
  name: string
  languages: string
  skip: string
  hello: (name: string) => string
  from_town: (town: string) => string

  title_return: string
  title_parcel: string
  heading: Record<Situation, string>
  advice: Record<Situation, (shop: string) => string>
  /** For an outbound parcel that the shop has not handed in yet. */
  preparing: { heading: string; advice: (shop: string) => string }
  held: (shop: string) => string
  until: (day: string) => string
  announced: (day: string) => string
  arrived_on: (day: string) => string
  refused_because: Record<RejectReason, string>
  refused_remedy: Record<RejectReason, string>
  steps_title: string
  step: Record<StepName, string>
  step_done: string
  step_now: string

  code_title: string
  code_label: string
  code_text: string
  label_title: string
  label_link: string
  label_how: string
  carrier_label_title: string
  carrier_label_order: string
  carrier_label_look: string
  carrier_label_link: string
  carrier_label_how: string
  carrier_label_missing: string
  label_gone_title: string
  label_gone: string
  back_to_parcel: string

  facts_title: string
  tracking: string
  order: string
  rma: string
  value: string

  history_title: string
  history: Record<ScanKind, string>
  history_none: string

  counters_title: string
  counters_chosen: string
  counters_map: string
  counters_none: string
  counters_search: string
  counters_search_label: string
  counters_estimate: string
  north: string
  away: (distance: string) => string
  hours: string
  hours_unknown: string
  closed: string

  not_found_title: string
  not_found: string
  slow_title: string
  slow: (seconds: number) => string
  failed_title: string
  failed: string
  refused_form_title: string
  refused_form: string
  too_long_form: string

  return_title: string
  return_intro: (shop: string) => string
  return_until: (day: string) => string
  return_left: (left: number) => string
  return_optional: string
  return_address: string
  return_address_hint: string
  field: Record<AddressField, string>
  field_country_choose: string
  contents_title: string
  contents_hint: string
  contents_label: string
  way_title: string
  way_label: string
  way_label_hint: string
  way_qr: string
  way_qr_hint: string
  return_submit: string
  return_again: string
  faults_title: string
  fault: Record<FieldFault, string>
  fault_service: (shop: string) => string
  return_used_title: string
  return_used: string
  return_used_link: (number: number) => string
  return_used_up_title: string
  return_used_up: (shop: string) => string
  return_over_title: string
  return_over: (shop: string) => string
}
