/** Every kind of id and its prefix. */
export const ID_PREFIXES = {
  adjustment: 'adj',
  audit: 'aud',
  claim: 'clm',
  delivery: 'dlv',
  discrepancy: 'dsc',
  document: 'doc',
  event: 'evt',
  key: 'key',
  label: 'lbl',
  link: 'lnk',
  manifest: 'mnf',
  partner: 'par',
  pickup: 'pku',
  qr: 'qr',
  request: 'req',
  scan: 'scn',
  secret: 'sec',
  session: 'ses',
  shipment: 'shp',
  store: 'sto',
  sweep: 'swp',
  tender: 'tnd',
  webhook: 'whk',
} as const

export type IdKind = keyof typeof ID_PREFIXES
