/** The sections of the API reference, in order. */
export const TAGS = {
  Shipments:
    'Parcels from creation to the end: create, read, amend, cancel, hold and redirect them, and decide about parcels that cannot be delivered.',
  Search: 'Search by any identifier.',
  Labels: 'The label of a shipment as PDF, PNG or ZPL, and its replacement.',
  Customs: 'The customs declaration of a parcel that crosses a border, and the documents that accompany the parcel.',
  QR: 'The code that a sender shows at a counter instead of a label.',
  Scans: 'Reports of what happened to a parcel and where, from counters, drivers, facilities and carriers.',
  Tracking: 'Status and history by tracking number, without a signature, for public pages.',
  Shoppers: 'The pages that shoppers open without an account: links that start a return, links to parcel pages, and the branding of both.',
  Documents: 'Images of a shipment, such as the proof of delivery.',
  Adjustments: 'Price corrections, for example after a reweigh, and their disputes.',
  Discrepancies: 'Parcels whose measurements differ from what was declared.',
  Claims: 'Lost, damaged and misdelivered parcels.',
  Pickups: "Collections at a store within a time window of the store's day.",
  Sweeps: "A carrier's visit to a store on one day, with all its pickups.",
  Parcels: 'Work with a parcel in the hand: identify it by its code, find the scans that are possible, and list the parcels at a counter.',
  Tenders: 'Batches of shipments handed to a carrier.',
  Manifests: 'The parcels that a store took in on one day, by its local calendar.',
  Locations: 'Places where parcels can be dropped off.',
  Webhooks: 'Addresses that receive events, their secrets, and the result of each delivery.',
  Events: 'Records of what happened, sent to webhooks and kept in the feed.',
  'Sign-in': 'Links for signing in, and the sessions that they open. Pages call the same endpoints with a session instead of a key.',
  Keys: "A partner's own keys: what each may do, when it was last used, and new signing secrets.",
  Sandbox: 'Move shipments, advance the clock and trigger every event by hand. Production refuses these endpoints.',
  Today: 'Work that needs attention now, and the last seven days in numbers.',
  Operations: "For the network's operator: partners, keys, places, prices, and decisions on claims and disputes.",
} as const

export type Tag = keyof typeof TAGS
