import { findOwners } from '../documents/store.ts'
import type { Actor } from '../events/draft.ts'
import { ManifestBook, type ManifestDay, manifestDay } from '../manifests/assign.ts'
import type { Service } from '../platform/service.ts'
import { findQrs } from '../qr/store.ts'
import type { Facility, Store } from '../rating/reference.ts'
import type { Env } from '../shipments/effects.ts'
import { environment } from '../shipments/env.ts'
import { loadShipments } from '../shipments/load.ts'
import type { QrRow, Shipment } from '../shipments/model.ts'
import type { ScanKind } from '../shipments/transitions.ts'
import { givenOf, type ScanRequest } from './check.ts'
import type { Identification } from './schema.ts'
import { findParcels } from './store.ts'

/** Who scans. */
export interface Scanner {
  /** Whose parcels it may scan; null: anybody's. */
  tenant: string | null
  actor: Actor
  /** Owners of documents that the same plan inserts, by document. */
  bringing?: ReadonlyMap<string, string>
}

/** What one identification comes to. */
export interface Found {
  shipment_id: string
  /** Set when the parcel was identified by its QR. */
  qr_id: string | null
}

/** All that a set of scans is decided on, read in a handful of statements however many scans there are. */
export interface ScanFacts {
  tenant: string | null
  /** By identification; see `nameOf`. */
  found: ReadonlyMap<string, Found>
  shipments: ReadonlyMap<string, Shipment>
  qrs: ReadonlyMap<string, QrRow>
  stores: ReadonlyMap<string, Store>
  facilities: ReadonlyMap<string, Facility>
  /** Owners of the documents that are named as proofs, by document. */
  owners: ReadonlyMap<string, string>
  /** By partner. */
  envs: ReadonlyMap<string, Env>
  book: ManifestBook
}

/** One identification as a key. */
export const nameOf = (field: Identification, value: string): string => `${field} ${value}`

/** The scans by which a counter takes a parcel in, which puts it on the counter's manifest. */
export const isIntake = (kind: ScanKind): boolean => kind === 'accept' || kind === 'walk-in'

const valuesOf = (scans: readonly ScanRequest[], field: Identification): string[] => scans.flatMap((scan) => scan[field] ?? [])
const indexed = <T extends { id: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]))

const presentedQrs = async (service: Service, tenant: string | null, scans: readonly ScanRequest[]): Promise<QrRow[]> => {
  const ids = valuesOf(scans, 'qr_id')
  const tokens = valuesOf(scans, 'qr_token')
  return ids.length + tokens.length > 0 ? findQrs(service.db, tenant, ids, tokens) : []
}

const identify = async (
  service: Service,
  tenant: string | null,
  scans: readonly ScanRequest[],
  presented: readonly QrRow[],
): Promise<Map<string, Found>> => {
  const found = new Map<string, Found>()
  for (const id of valuesOf(scans, 'shipment_id')) found.set(nameOf('shipment_id', id), { shipment_id: id, qr_id: null })
  for (const { id, token, shipment_id } of presented) {
    found.set(nameOf('qr_id', id), { shipment_id, qr_id: id })
    found.set(nameOf('qr_token', token), { shipment_id, qr_id: id })
  }
  const trackings = valuesOf(scans, 'tracking')
  const barcodes = valuesOf(scans, 'barcode')
  if (trackings.length + barcodes.length === 0) return found
  for (const { field, code, shipment_id } of await findParcels(service.db, tenant, trackings, barcodes)) {
    found.set(nameOf(field, code), { shipment_id, qr_id: null })
  }
  return found
}

/** Walk-ins spend the shipment's QR also when the counter read something else off the parcel. */
const currentQrs = async (
  service: Service,
  tenant: string | null,
  scans: readonly ScanRequest[],
  shipments: ReadonlyMap<string, Shipment>,
): Promise<QrRow[]> => {
  if (!scans.some(({ kind }) => kind === 'walk-in')) return []
  const ids = [...shipments.values()].flatMap(({ qr_id }) => qr_id ?? [])
  return ids.length > 0 ? findQrs(service.db, tenant, ids, []) : []
}

const knownStores = async (service: Service, scans: readonly ScanRequest[]): Promise<Map<string, Store>> => {
  const ids = [...new Set(scans.flatMap(({ store_id }) => store_id ?? []))]
  const stores = await Promise.all(ids.map((id) => service.reference.store(id)))
  return indexed(stores.filter((store) => store !== null))
}

/** Reads what the scans name. The manifests come last, as every parcel that a counter takes in changes one. */
export const readFacts = async (
  service: Service,
  { tenant, actor, bringing }: Scanner,
  scans: readonly ScanRequest[],
): Promise<ScanFacts> => {
  const presented = await presentedQrs(service, tenant, scans)
  const found = await identify(service, tenant, scans, presented)
  const shipmentIds = [...new Set([...found.values()].map(({ shipment_id }) => shipment_id))]
  const shipments = await loadShipments(service, tenant, shipmentIds)
  const qrs = indexed([...(await currentQrs(service, tenant, scans, shipments)), ...presented])
  const proofs = scans.flatMap(({ pod_document_id: id }) => (id === undefined || bringing?.has(id) ? [] : id))
  const owners = new Map([...(bringing ?? []), ...(proofs.length > 0 ? await findOwners(service.db, proofs) : [])])
  const stores = await knownStores(service, scans)
  const { facilities } = await service.reference.tables()
  const envs = new Map<string, Env>()
  for (const { partner_id } of shipments.values()) {
    if (!envs.has(partner_id)) envs.set(partner_id, await environment(service, actor, partner_id))
  }
  const days: ManifestDay[] = []
  for (const scan of scans) {
    const store = isIntake(scan.kind) && scan.store_id !== undefined ? stores.get(scan.store_id) : undefined
    const [field] = givenOf(scan)
    const shipment = store && field && shipments.get(found.get(nameOf(field, scan[field] as string))?.shipment_id ?? '')
    if (shipment) days.push(manifestDay(shipment.partner_id, store, occurredAt(scan, envs.get(shipment.partner_id) as Env)))
  }
  return { tenant, found, shipments, qrs, stores, facilities, owners, envs, book: await ManifestBook.read(service.db, days) }
}

/** When the scan happened, ISO 8601 UTC with milliseconds. */
export const occurredAt = (scan: ScanRequest, env: Env): string =>
  scan.occurred_at === undefined ? env.now : new Date(scan.occurred_at).toISOString()
