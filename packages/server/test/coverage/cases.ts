// How each endpoint is brought to succeed: one row per endpoint, under the name it has in app/routes.ts. A new endpoint is a new row; the
// compiler and the coverage test name the one that is missing.
import type { ENDPOINTS } from '../../src/app/routes.ts'
import { newId } from '../../src/process/ids.ts'
import { EXPORT } from '../customs/fixtures.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { PERSON, signIn } from '../support/session.ts'
import { PNG, type World } from './world.ts'

export type EndpointName = keyof typeof ENDPOINTS

export interface Request {
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** What of the request belongs to its partner. To anybody else each must be as good as unknown. */
  owned?: string[]
}

/** Sets up what the request needs and returns it; called afresh for each check. */
export type Case = (world: World) => Request | Promise<Request>

/** A command on a shipment in `status`. */
const onShipment =
  (status: string, command: string, body?: unknown): Case =>
  async (world) => {
    const { id } = await world.shipment(status)
    return { path: `/v2/shipments/${id}${command}`, body, owned: [id] }
  }

/** A document of a parcel that crosses a border. */
const onExport =
  (document: string): Case =>
  async (world) => {
    const { id } = await world.make('/v2/shipments', EXPORT)
    return { path: `/v2/shipments/${id}/customs${document}`, owned: [id] }
  }

const scan =
  (kind: string, status = 'label_ready', body: object = {}): Case =>
  async (world) => {
    const { id } = await world.shipment(status)
    return { path: `/v2/scan-events/${kind}`, body: { shipment_id: id, store_id: world.storeId, ...body }, owned: [id] }
  }

const onQr =
  (command: string): Case =>
  async (world) => {
    const { qr_id } = await world.shipment('created', QR_RETURN)
    return { path: `/v2/qr/${qr_id}${command}`, owned: [qr_id] }
  }

const onPickup =
  (command: string, body?: unknown): Case =>
  async (world) => {
    const { id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
    return { path: `/v2/pickups/${id}${command}`, body, owned: [id] }
  }

const onTender =
  (command: string, body?: unknown): Case =>
  async (world) => {
    const shipment_ids = [(await world.shipment()).id]
    const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
    return { path: `/v2/tenders/${id}${command}`, body, owned: [id] }
  }

const onWebhook =
  (command: string, body?: unknown): Case =>
  async (world) => {
    const { id } = await world.webhook()
    return { path: `/v2/webhooks/${id}${command}`, body, owned: [id] }
  }

const onClaim =
  (prefix: string, command: string, body?: unknown): Case =>
  async (world) => {
    const { id } = await world.claim()
    return { path: `${prefix}/claims/${id}${command}`, body, owned: [id] }
  }

const onDispute =
  (prefix: string): Case =>
  async (world) => {
    const { id } = await world.dispute()
    return { path: `${prefix}/adjustments/${id}/resolve`, body: { outcome: 'upheld' }, owned: [id] }
  }

/** A list that shows what `make` made, by its id. */
const listed =
  (path: string, make: (world: World) => Promise<string>): Case =>
  async (world) => ({ path, owned: [await make(world)] })

const plain =
  (path: string, body?: unknown): Case =>
  () => ({ path, body })

const PLACE = { name: 'Depot', city: 'Reno', postal_code: '89501', country: 'US', lat: 39.5, lon: -119.8, timezone: 'America/Los_Angeles' }
const newStore = (world: World) => ({ code: world.unique('COVER'), line1: '1 Depot Rd', ...PLACE })
const CSV = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone\n'

const storeFile = (world: World) => `${CSV}${world.unique('CSV')},Corner,1 Main St,Reno,NV,89501,US,39.5,-119.8,America/Los_Angeles\n`

const LINK = { ...PERSON, access: 'partner' }

/** A link of the owner that nobody opened. */
const newLink = (world: World) => world.make('/v2/console-links', LINK)

const onSession: Case = async (world) => {
  const { id } = (await signIn(world.owner, LINK)).session
  return { path: `/v2/console-sessions/${id}`, owned: [id] }
}

const keyIdOf = ({ credentials }: TestClient): string => credentials.api_key.split('_').slice(2, 4).join('_')
/** The id of an event that a webhook was sent. */
const eventOf = async (world: World): Promise<string> => {
  const { id } = await world.delivery()
  return (await world.owner.get(`/v2/webhook-deliveries/${id}`)).json.event_id
}

const newKey = async (world: World): Promise<string> => {
  const { key_id } = await world.make('/v2/ops/keys', { kind: 'partner', partner_id: world.owner.partnerId }, world.operator)
  return key_id
}

/** Written as an import leaves it, as no worker runs here. */
/** Of a store that nobody else uses. */
const ownCalendar = async (world: World): Promise<string> => {
  const { id } = await world.make('/v2/ops/stores', newStore(world), world.operator)
  await world.operator.send('PUT', `/v2/ops/calendars/${id}`, { body: { working_days: ['mon'] } })
  return `/v2/ops/calendars/${id}`
}

const importedTariff = async (world: World): Promise<string> => {
  const code = world.unique('carrier')
  await world.operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: 'Coverline' } })
  await world.service.running.service.db.query(
    'test_tariff',
    `insert into tariffs (id, carrier, country, effective_on, currency, pairs, rows, imported_at, actor)
     values ($1, $1, 'US', '2099-01-01', 'USD', 1, '[]', now(), 'test')`,
    [code],
  )
  return `/v2/ops/tariffs/${code}/US/2099-01-01`
}

/** A carrier that sends reports. */
const reporting = async (world: World): Promise<string> => {
  const code = world.unique('carrier')
  await world.operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: 'Coverline', adapter: 'file', codes: { MV: 'movement' } } })
  return code
}

/** Written as a report leaves it, as no worker runs here. */
const unmatchedScan = async (world: World): Promise<string> => {
  const id = newId('carrier_scan')
  await world.service.running.service.db.query(
    'test_unmatched',
    `insert into carrier_scans (id, carrier, number, code, occurred_at, place, kind, facts, state, reason, created_at, version)
     values ($1, 'northline', $1, 'MV', now(), ';;;;', 'movement', '{}', 'open', 'unknown_number', now(), 1)`,
    [id],
  )
  return `/v2/ops/unmatched-scans/${id}`
}

/** Written as an import leaves it, as no worker runs here. */
/** A consolidation of a fresh tender of the owner. */
const consolidated = async (world: World): Promise<string> => {
  const shipment_ids = [(await world.shipment()).id]
  const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
  const made = await world.make('/v2/ops/consolidations', { carrier: 'northline', facility: 'DOCK-1', tender_ids: [id] }, world.operator)
  return `/v2/ops/consolidations/${made.id}`
}

const takenInvoice = async (world: World): Promise<{ path: string; line_id: string }> => {
  const [id, line_id] = [newId('carrier_invoice'), newId('carrier_invoice_line')]
  const { db } = world.service.running.service
  await db.query(
    'test_invoice',
    `insert into carrier_invoices (id, carrier, number, currency, import_id, actor, line_count, open_lines, billed_cents, expected_cents,
       agreed_cents, open_cents, disputed_cents, credited_cents, verdicts, created_at, version)
     values ($1, 'northline', $1, 'USD', $1, 'test', 1, 1, 100, 0, 0, 100, 0, 0,
       '{"unknown": {"lines": 1, "open_lines": 1, "billed_cents": 100, "difference_cents": 100}}', now(), 1)`,
    [id],
  )
  await db.query(
    'test_invoice_line',
    `insert into carrier_invoice_lines (id, invoice_id, carrier, line, number, charge, amount_cents, verdict, reason, expected_cents,
       difference_cents, state, created_at, version)
     values ($1, $2, 'northline', 2, $1, 'price', 100, 'unknown', 'unknown_number', 0, 100, 'open', now(), 1)`,
    [line_id, id],
  )
  return { path: `/v2/ops/carrier-invoices/${id}`, line_id }
}

/** Written as a carrier leaves it, as no worker runs here. */
const refusedBooking = async (world: World): Promise<string> => {
  const id = newId('carrier_booking')
  await world.service.running.service.db.query(
    'test_booking',
    `insert into carrier_bookings (id, carrier, shipment_id, state, error, tries, due_at, created_at, updated_at, version)
     values ($1, 'northline', $1, 'refused', '422 no', 0, now(), now(), now(), 1)`,
    [id],
  )
  return `/v2/ops/carrier-bookings/${id}`
}

/** A file to import, when no other is under way: no worker runs here that would end one. */
const newImport = async (world: World): Promise<Request> => {
  await world.service.running.service.db.query(
    'test_imports_end',
    "update imports set state = 'interrupted', ended_at = now() where ended_at is null",
  )
  return { path: '/v2/ops/imports?kind=stores', body: storeFile(world), headers: { 'Content-Type': 'text/csv' } }
}

export const CASES: Record<EndpointName, Case> = {
  createShipment: plain('/v2/shipments', RETURN),
  createShipments: plain('/v2/shipments/batch', { shipments: [RETURN, QR_RETURN] }),
  createRetailShipment: plain('/v2/retail/shipments', { to: ADDRESS }),
  quoteShipment: plain('/v2/quotes', RETURN),
  verifyAddress: plain('/v2/addresses/verify', { address: ADDRESS }),
  listShipments: listed('/v2/shipments?limit=1', async (world) => (await world.shipment()).id),
  readShipment: onShipment('label_ready', ''),
  readShipmentActions: onShipment('label_ready', '/actions'),
  readShipmentCustody: onShipment('in_possession', '/custody'),
  searchEverything: async (world) => {
    const { id } = await world.shipment()
    return { path: `/v2/search?q=${id}`, owned: [id] }
  },
  amendShipment: onShipment('label_ready', '', { declared_value: 100 }),
  cancelShipment: onShipment('label_ready', '/cancel'),
  holdShipment: onShipment('label_ready', '/hold'),
  releaseShipment: onShipment('label_ready', '/release'),
  redirectShipment: onShipment('in_transit', '/redirect', { to: ADDRESS }),
  setDisposition: onShipment('in_transit', '/disposition', { disposition: 'unclaimed' }),
  readCustoms: onShipment('label_ready', '/customs'),
  setCustoms: onShipment('label_ready', '/customs', { items: [{ description: 'Shirt', hs_code: '6109.10' }] }),
  readCn23: onExport('/cn23'),
  readCommercialInvoice: onExport('/commercial-invoice'),
  readLabel: onShipment('label_ready', '/label?format=json'),
  printLabels: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/labels', body: { shipment_ids: [id], format: 'zpl' }, owned: [id] }
  },
  reprintLabel: onShipment('label_ready', '/label/reprint'),
  readQr: onQr(''),
  readQrImage: onQr('/image'),
  reissueQr: async (world) => {
    const { id } = await world.shipment('created', QR_RETURN)
    return { path: `/v2/shipments/${id}/qr/reissue`, owned: [id] }
  },
  invalidateQr: onQr('/invalidate'),
  scanWalkIn: scan('walk-in', 'label_ready', { reweigh: { weight: 3 } }),
  scanAccept: scan('accept'),
  scanReject: scan('reject', 'label_ready', { reject_reason: 'damaged' }),
  scanCollect: scan('collect'),
  scanCustody: scan('custody'),
  scanArrive: scan('arrive'),
  scanSort: scan('sort'),
  scanInject: scan('inject'),
  scanMovement: scan('movement', 'injected'),
  scanOutForDelivery: scan('out-for-delivery', 'in_transit'),
  scanDeliver: async (world) => {
    const { id } = await world.shipment('out_for_delivery')
    const pod_document_id = await world.document()
    return { path: '/v2/scan-events/deliver', body: { shipment_id: id, pod_document_id }, owned: [id, pod_document_id] }
  },
  scanBulk: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/scan-events/bulk', body: { scans: [{ kind: 'accept', shipment_id: id }] }, owned: [id] }
  },
  listShipmentScans: onShipment('in_transit', '/scans'),
  listShipmentEvents: onShipment('in_transit', '/events'),
  readTracking: async (world) => {
    const { tracking } = await world.shipment()
    return { path: `/v2/tracking/${tracking}`, owned: [tracking] }
  },
  findParcel: async (world) => {
    const { id } = await world.shipment()
    return { path: `/v2/parcels/find?code=${id}`, owned: [id] }
  },
  listParcelsAtStore: async (world) => {
    const { id } = await world.shipment()
    await world.make('/v2/scan-events/accept', { shipment_id: id, store_id: world.storeId, occurred_at: '2020-01-01T00:00:00Z' })
    return { path: `/v2/parcels?store_id=${world.storeId}`, owned: [id] }
  },
  createShipmentGroup: plain('/v2/shipment-groups', { ...RETURN, shipments: [{}, { parcel: { weight: 2 } }] }),
  listShipmentGroups: listed('/v2/shipment-groups?limit=1', async (world) => (await world.group()).id),
  readShipmentGroup: async (world) => {
    const { id } = await world.group()
    return { path: `/v2/shipment-groups/${id}`, owned: [id] }
  },
  cancelShipmentGroup: async (world) => {
    const { id } = await world.group()
    return { path: `/v2/shipment-groups/${id}/cancel`, owned: [id] }
  },
  createReturnLink: plain('/v2/return-links', { order_id: 'order-1', from: ADDRESS }),
  listReturnLinks: listed('/v2/return-links?limit=1', async (world) => (await world.make('/v2/return-links', {})).id),
  readReturnLink: async (world) => {
    const { id } = await world.make('/v2/return-links', {})
    return { path: `/v2/return-links/${id}`, owned: [id] }
  },
  withdrawReturnLink: async (world) => {
    const { id } = await world.make('/v2/return-links', {})
    return { path: `/v2/return-links/${id}`, owned: [id] }
  },
  readBrand: (world) => ({ path: `/v2/partners/${world.owner.partnerId}/brand`, owned: [world.owner.partnerId] }),
  updateBrand: (world) => ({
    path: `/v2/partners/${world.owner.partnerId}/brand`,
    body: { color: '#0a7d5b' },
    owned: [world.owner.partnerId],
  }),
  renewParcelLink: onShipment('label_ready', '/parcel-link'),
  withdrawParcelLink: onShipment('label_ready', '/parcel-link'),
  createDocument: () => ({ path: '/v2/documents', body: new Uint8Array(PNG), headers: { 'Content-Type': 'image/png' } }),
  readDocument: async (world) => {
    const id = await world.document()
    return { path: `/v2/documents/${id}`, owned: [id] }
  },
  readStorage: () => ({ path: '/v2/storage' }),
  readProofOfDelivery: onShipment('delivered', '/pod'),
  createPickup: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/pickups', body: world.pickupBody(id), owned: [id] }
  },
  listPickups: listed('/v2/pickups?limit=1', async (world) => {
    const { id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
    return id
  }),
  readPickup: onPickup(''),
  amendPickup: onPickup('', { status: 'cancelled' }),
  cancelPickup: onPickup('/cancel'),
  listSweeps: listed('/v2/sweeps', async (world) => {
    const { sweep_id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
    return sweep_id
  }),
  readSweep: async (world) => {
    const { sweep_id } = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
    return { path: `/v2/sweeps/${sweep_id}`, owned: [sweep_id] }
  },
  createTender: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/tenders', body: { carrier: 'northline', handoff: 'inject', shipment_ids: [id] }, owned: [id] }
  },
  listTenders: listed('/v2/tenders?limit=1', async (world) => {
    const shipment_ids = [(await world.shipment()).id]
    return (await world.make('/v2/tenders', { carrier: 'northline', handoff: 'collect', shipment_ids })).id
  }),
  readTender: onTender(''),
  acceptTender: onTender('/accept', { piece_count_received: 1 }),
  cancelTender: onTender('/cancel'),
  dismissTenderDiscrepancy: async (world) => {
    const shipment_ids = [(await world.shipment()).id]
    const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
    await world.make(`/v2/tenders/${id}/accept`, { piece_count_received: 0 })
    return { path: `/v2/tenders/${id}/dismiss-discrepancy`, body: { note: 'Found in the van' }, owned: [id] }
  },
  listManifests: listed('/v2/manifests', (world) => world.manifest()),
  readManifest: async (world) => {
    const id = await world.manifest()
    return { path: `/v2/manifests/${id}`, owned: [id] }
  },
  closeManifest: async (world) => {
    const id = await world.manifest()
    return { path: `/v2/manifests/${id}/close`, owned: [id] }
  },
  listDropOffLocations: plain('/v2/drop-off-locations?lat=40&lon=-83&radius_km=500'),
  listPickupDays: (world) => ({ path: `/v2/drop-off-locations/${world.storeId}/pickup-days` }),
  readDropOffLocation: (world) => ({ path: `/v2/drop-off-locations/${world.storeId}` }),
  createWebhook: plain('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['shipment.created'] }),
  listWebhooks: listed('/v2/webhooks', async (world) => (await world.webhook()).id),
  readWebhook: onWebhook(''),
  updateWebhook: onWebhook('', { description: 'warehouse' }),
  deleteWebhook: onWebhook(''),
  rotateWebhookSecret: onWebhook('/rotate-secret'),
  recoverWebhook: onWebhook('/recover', { since: '2026-01-01T00:00:00Z' }),
  previewWebhookRecovery: async (world) => {
    const { id } = await world.webhook()
    return { path: `/v2/webhooks/${id}/recovery?since=2026-01-01T00:00:00Z`, owned: [id] }
  },
  listEveryDelivery: async (world) => {
    const { id } = await world.delivery()
    return { path: '/v2/webhook-deliveries?limit=100', owned: [id] }
  },
  listWebhookDeliveries: async (world) => {
    const { webhook_id } = await world.delivery()
    return { path: `/v2/webhooks/${webhook_id}/deliveries`, owned: [webhook_id] }
  },
  readDelivery: async (world) => {
    const { id } = await world.delivery()
    return { path: `/v2/webhook-deliveries/${id}`, owned: [id] }
  },
  redeliver: async (world) => {
    const { id } = await world.delivery()
    return { path: `/v2/webhook-deliveries/${id}/redeliver`, owned: [id] }
  },
  listEventDeliveries: async (world) => {
    const event_id = await eventOf(world)
    return { path: `/v2/events/${event_id}/deliveries`, owned: [event_id] }
  },
  createAdjustment: onShipment('label_ready', '/adjustments', { delta_amount: -50, reason: 'service', original_weight: 1, new_weight: 1 }),
  listShipmentAdjustments: async (world) => {
    const { shipment_id } = await world.adjustment()
    return { path: `/v2/shipments/${shipment_id}/adjustments`, owned: [shipment_id] }
  },
  readAdjustment: async (world) => {
    const { id } = await world.adjustment()
    return { path: `/v2/adjustments/${id}`, owned: [id] }
  },
  disputeAdjustment: async (world) => {
    const { id } = await world.adjustment()
    return { path: `/v2/adjustments/${id}/dispute`, body: { reason: 'our scale says 1 lb' }, owned: [id] }
  },
  listOwnDisputes: listed('/v2/disputes', async (world) => (await world.dispute()).id),
  createDiscrepancy: async (world) => {
    const body = await world.discrepancyBody()
    return { path: '/v2/discrepancies', body, owned: [body.shipment_id] }
  },
  readDiscrepancy: async (world) => {
    const { id } = await world.make('/v2/discrepancies', await world.discrepancyBody())
    return { path: `/v2/discrepancies/${id}`, owned: [id] }
  },
  listShipmentDiscrepancies: async (world) => {
    const { shipment_id } = await world.make('/v2/discrepancies', await world.discrepancyBody())
    return { path: `/v2/shipments/${shipment_id}/discrepancies`, owned: [shipment_id] }
  },
  listDiscrepancies: listed('/v2/discrepancies?limit=1', async (world) => {
    return (await world.make('/v2/discrepancies', await world.discrepancyBody())).id
  }),
  createClaim: async (world) => {
    const { id } = await world.shipment('in_transit')
    return { path: '/v2/claims', body: { shipment_id: id, type: 'damaged', description: 'box crushed' }, owned: [id] }
  },
  listClaims: listed('/v2/claims?limit=1', async (world) => (await world.claim()).id),
  readClaim: onClaim('/v2', ''),
  resolveTestDispute: onDispute('/v2/test'),
  resolveTestClaim: onClaim('/v2/test', '/resolve', { outcome: 'approved', amount_approved: 500 }),
  listOwnKeys: listed('/v2/keys', async (world) => keyIdOf(world.owner)),
  readOwnKey: async (world) => {
    const id = keyIdOf(world.owner)
    return { path: `/v2/keys/${id}`, owned: [id] }
  },
  rotateOwnKeySecret: async (world) => {
    const id = keyIdOf(world.owner)
    return { path: `/v2/keys/${id}/rotate-secret`, owned: [id] }
  },
  createPartner: (world) => ({ path: '/v2/ops/partners', body: { name: world.unique('Covered') } }),
  listPartners: plain('/v2/ops/partners'),
  readPartner: (world) => ({ path: `/v2/ops/partners/${world.owner.partnerId}` }),
  updatePartner: (world) => ({ path: `/v2/ops/partners/${world.owner.partnerId}`, body: { contact_name: 'Pat Partner' } }),
  createKey: (world) => ({ path: '/v2/ops/keys', body: { kind: 'partner', partner_id: world.owner.partnerId } }),
  listKeys: plain('/v2/ops/keys'),
  readKey: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}` }),
  updateKey: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}`, body: { rate_limit: 250 } }),
  revokeKey: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}/revoke` }),
  keepKey: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}/keep` }),
  rotateKeySecret: async (world) => ({ path: `/v2/ops/keys/${await newKey(world)}/rotate-secret` }),
  createStore: (world) => ({ path: '/v2/ops/stores', body: newStore(world) }),
  listStores: plain('/v2/ops/stores'),
  importStores: (world) => ({
    path: '/v2/ops/stores/import',
    body: storeFile(world),
    headers: { 'Content-Type': 'text/csv' },
  }),
  startImport: newImport,
  listImports: plain('/v2/ops/imports'),
  readImport: async (world) => {
    const { path, body, headers = {} } = await newImport(world)
    return { path: `/v2/ops/imports/${(await world.operator.post(path, body, { headers })).json.id}` }
  },
  readStore: (world) => ({ path: `/v2/ops/stores/${world.storeId}` }),
  updateStore: async (world) => {
    const { id } = await world.make('/v2/ops/stores', newStore(world), world.operator)
    return { path: `/v2/ops/stores/${id}`, body: { name: 'Depot West' } }
  },
  listFacilities: plain('/v2/ops/facilities'),
  listScanFacilities: plain('/v2/facilities'),
  setFacility: (world) => ({ path: `/v2/ops/facilities/${world.unique('SORT')}`, body: PLACE }),
  listCarriers: plain('/v2/ops/carriers'),
  sendCarrierReport: async (world) => {
    const { headers } = await newImport(world)
    const body = 'number,code,occurred_at\n1Z,MV,2026-11-20T09:30:00Z\n'
    return { path: `/v2/ops/carriers/${await reporting(world)}/reports`, body, headers: headers as Record<string, string> }
  },
  listUnmatchedScans: plain('/v2/ops/unmatched-scans'),
  matchUnmatchedScan: async (world) => ({
    path: `${await unmatchedScan(world)}/match`,
    body: { shipment: (await world.shipment('injected')).id },
  }),
  dismissUnmatchedScan: async (world) => ({ path: `${await unmatchedScan(world)}/dismiss`, body: { note: 'Not ours' } }),
  listCarrierBookings: plain('/v2/ops/carrier-bookings'),
  createConsolidation: async (world) => {
    const shipment_ids = [(await world.shipment()).id]
    const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
    return { path: '/v2/ops/consolidations', body: { carrier: 'northline', facility: 'DOCK-1', tender_ids: [id] } }
  },
  listConsolidations: plain('/v2/ops/consolidations'),
  readConsolidation: async (world) => ({ path: await consolidated(world) }),
  acceptConsolidation: async (world) => ({ path: `${await consolidated(world)}/accept`, body: { piece_count_received: 1 } }),
  cancelConsolidation: async (world) => ({ path: `${await consolidated(world)}/cancel` }),
  sendCarrierInvoice: async (world) => {
    const { headers = {} } = await newImport(world)
    return { path: '/v2/ops/carrier-invoices?carrier=northline', body: 'invoice,number,amount_cents,currency\nC-1,N-1,100,USD\n', headers }
  },
  listCarrierInvoices: plain('/v2/ops/carrier-invoices'),
  readCarrierInvoice: async (world) => ({ path: (await takenInvoice(world)).path }),
  listCarrierInvoiceLines: async (world) => ({ path: `${(await takenInvoice(world)).path}/lines` }),
  readCarrierInvoiceLine: async (world) => {
    const { path, line_id } = await takenInvoice(world)
    return { path: `${path}/lines/${line_id}` }
  },
  decideCarrierInvoice: async (world) => {
    const { path, line_id } = await takenInvoice(world)
    return { path: `${path}/decisions`, body: { decision: 'dispute', line_ids: [line_id], note: 'Not ours' } }
  },
  recheckCarrierInvoice: async (world) => ({ path: `${(await takenInvoice(world)).path}/recheck`, body: { verdict: 'unknown' } }),
  removeCarrierInvoice: async (world) => ({ path: (await takenInvoice(world)).path }),
  retryCarrierBooking: async (world) => ({ path: `${await refusedBooking(world)}/retry`, body: {} }),
  setCarrier: (world) => ({ path: `/v2/ops/carriers/${world.unique('carrier')}`, body: { name: 'Coverline' } }),
  listMarkets: plain('/v2/ops/markets'),
  setMarket: plain('/v2/ops/markets/MX', { kind: 'marketplace', currency: 'MXN' }),
  listRateCards: plain('/v2/ops/rate-cards'),
  setRateCard: async (world) => {
    const code = world.unique('carrier')
    await world.operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: 'Coverline' } })
    const rates = [{ service_level: 'standard', zone: 'local', base_cents: 500, per_lb_cents: 10, max_weight_lb: 70 }]
    return { path: `/v2/ops/rate-cards/${code}/US`, body: { rates } }
  },
  listTariffs: plain('/v2/ops/tariffs'),
  readTariff: async (world) => ({ path: await importedTariff(world) }),
  removeTariff: async (world) => ({ path: await importedTariff(world) }),
  listCalendars: plain('/v2/ops/calendars'),
  readCalendar: async (world) => ({ path: await ownCalendar(world) }),
  setCalendar: async (world) => ({ path: await ownCalendar(world), body: { working_days: ['mon', 'tue'] } }),
  removeCalendar: async (world) => ({ path: await ownCalendar(world) }),
  readPolicy: plain('/v2/ops/policy'),
  setPolicy: plain('/v2/ops/policy', { early_disposal: 'accept' }),
  readNumbering: plain('/v2/ops/numbering'),
  setNumbering: plain('/v2/ops/numbering', { barcodes: { standard: 'internal' } }),
  listOperatorClaims: plain('/v2/ops/claims'),
  listDisputes: plain('/v2/ops/disputes'),
  searchShipments: async (world) => ({ path: `/v2/ops/shipments?q=${(await world.shipment()).tracking}` }),
  listOperatorWebhooks: plain('/v2/ops/webhooks'),
  readOperatorWebhook: async (world) => ({ path: `/v2/ops/webhooks/${(await world.webhook()).id}` }),
  listOperatorDeliveries: async (world) => ({ path: `/v2/ops/webhooks/${(await world.delivery()).webhook_id}/deliveries` }),
  readOperatorDelivery: async (world) => ({ path: `/v2/ops/webhook-deliveries/${(await world.delivery()).id}` }),
  listAllPartnersDeliveries: async (world) => {
    await world.delivery()
    return { path: '/v2/ops/webhook-deliveries?limit=2' }
  },
  listOperatorEvents: (world) => ({ path: `/v2/ops/events?partner_id=${world.owner.partnerId}&limit=2` }),
  readOperatorEvent: async (world) => ({ path: `/v2/ops/events/${await eventOf(world)}` }),
  listOperatorEventDeliveries: async (world) => ({ path: `/v2/ops/events/${await eventOf(world)}/deliveries` }),
  listAudit: plain('/v2/ops/audit'),
  resolveDispute: onDispute('/v2/ops'),
  resolveClaim: onClaim('/v2/ops', '/resolve', { outcome: 'denied' }),
  createConsoleLink: plain('/v2/console-links', LINK),
  listConsoleLinks: listed('/v2/console-links?limit=1', async (world) => (await newLink(world)).id),
  readConsoleLink: async (world) => {
    const { id } = await newLink(world)
    return { path: `/v2/console-links/${id}`, owned: [id] }
  },
  withdrawConsoleLink: async (world) => {
    const { id } = await newLink(world)
    return { path: `/v2/console-links/${id}`, owned: [id] }
  },
  openConsoleSession: async (world) => ({ path: '/v2/console-sessions', body: { token: (await newLink(world)).url.split('#')[1] } }),
  listConsoleSessions: listed('/v2/console-sessions?limit=1', async (world) => (await signIn(world.owner, LINK)).session.id),
  readConsoleSession: onSession,
  endConsoleSession: onSession,
  readToday: plain('/v2/today'),
  readTodaySteps: async (world) => {
    const { id } = await world.shipment('label_ready')
    await world.owner.post('/v2/scan-events/arrive', { shipment_id: id })
    await world.owner.settle()
    return { path: '/v2/today/steps?from=label_ready&to=at_sort_center', owned: [id] }
  },
  listEvents: async (world) => {
    // Later than that, and the event may be of the very millisecond in which this is asked.
    const since = new Date(Date.now() - 1).toISOString()
    return { path: `/v2/events?created_after=${since}`, owned: [(await world.shipment()).id] }
  },
  readEvent: async (world) => {
    const { id } = await world.shipment()
    await world.owner.settle()
    const [{ eventID }] = (await world.owner.get(`/v2/events?shipment=${id}&limit=1`)).json.data
    return { path: `/v2/events/${eventID}`, owned: [eventID] }
  },
  advanceTestShipment: async (world) => {
    const { id } = await world.shipment()
    return { path: `/v2/test/shipments/${id}/advance`, owned: [id] }
  },
  readTestClock: plain('/v2/test/clock'),
  advanceTestClock: plain('/v2/test/clock/advance', { seconds: 1 }),
  // One is running, so nothing begins.
  startSample: async (world) => {
    const value = JSON.stringify({ run: 'none', state: 'running', started_at: new Date().toISOString(), kept: null })
    await world.service.running.service.db.query(
      'coverage_sample',
      "insert into settings (name, value) values ('sample', $1::jsonb || jsonb_build_object('beat_at', now() + interval '1 day')) on conflict do nothing",
      [value],
    )
    return { path: '/v2/test/sample' }
  },
  readSample: plain('/v2/test/sample'),
  rehearseEvent: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/test/events/shipment.held', body: { shipment_id: id }, owned: [id] }
  },
  rehearseFault: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/test/faults/refused_at_counter', body: { shipment_id: id }, owned: [id] }
  },
}
