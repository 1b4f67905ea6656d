/** The sections of the reference, in their order. */
export const TAGS = {
  Shipments:
    'Parcels from creation to their end: create, read, amend, cancel, hold, redirect, and what becomes of those that cannot be delivered.',
  Labels: 'The label of a shipment as PDF, PNG or ZPL, and its replacement.',
  QR: 'What a sender shows at a counter instead of a label.',
  Scans: 'What happened to a parcel and where: counters, drivers, facilities and carriers report it.',
  Tracking: 'Status and history by tracking number, without a signature: for a page that anybody may see.',
  Documents: 'Images that belong to a shipment, such as the proof of its delivery.',
  Adjustments: 'Corrections of a price after a reweigh, and their disputes.',
  Discrepancies: 'Parcels that measure otherwise than they were declared.',
  Claims: 'Lost, damaged and misdelivered parcels.',
  Pickups: "Collections at a store within a window of the store's day.",
  Sweeps: "A carrier's one visit to a store on a day, with all its pickups.",
  Tenders: 'Batches of shipments handed to a carrier.',
  Manifests: 'What a store took in on a day of its own calendar.',
  Locations: 'Where parcels can be dropped off.',
  Webhooks: 'Where events are sent, with which secret, and what became of each delivery.',
  Events: 'What happened, as records: sent to webhooks and kept in the audit feed.',
  Sandbox: 'Drive a shipment, the clock and every branch by hand. The production service refuses these.',
  Operations: "For the network's operator: partners, keys, places, prices, and the resolution of claims and disputes.",
} as const

export type Tag = keyof typeof TAGS
