/** Every kind of id and its prefix. */
export const ID_PREFIXES = {
  adjustment: 'adj',
  audit: 'aud',
  carrier_booking: 'cbk',
  carrier_invoice: 'civ',
  carrier_invoice_line: 'cil',
  carrier_paper: 'cpp',
  carrier_purchase: 'cpu',
  carrier_scan: 'csc',
  claim: 'clm',
  consolidation: 'cns',
  consolidation_member: 'cnm',
  delivery: 'dlv',
  discrepancy: 'dsc',
  document: 'doc',
  event: 'evt',
  import: 'imp',
  key: 'key',
  label: 'lbl',
  link: 'lnk',
  manifest: 'mnf',
  object: 'obj',
  partner: 'par',
  pickup: 'pku',
  qr: 'qr',
  request: 'req',
  return_link: 'rtl',
  scan: 'scn',
  secret: 'sec',
  session: 'ses',
  shipment: 'shp',
  shipment_group: 'grp',
  store: 'sto',
  sweep: 'swp',
  tender: 'tnd',
  webhook: 'whk',
} as const

export type IdKind = keyof typeof ID_PREFIXES

const PATTERNS = Object.fromEntries(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_[0-9a-z]{26}$`)]),
) as Record<IdKind, RegExp>

/** Whether a text can be an id of this kind. Other texts are never looked up. */
export const isId = (kind: IdKind, text: string): boolean => PATTERNS[kind].test(text)
