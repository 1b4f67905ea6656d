import { isLateCustody, possessedInTime } from '@backhaul/core/decide-custody.ts'
import { notBeforeCreation } from '@backhaul/core/decide-scan.ts'
import type { DecisionContext } from '@backhaul/core/effects.ts'
import type { Actor } from '@backhaul/core/events/draft.ts'
import { grouped } from '@backhaul/core/grouped.ts'
import type { Facility, Store } from '@backhaul/core/network.ts'
import type { PickupRow } from '@backhaul/core/pickup.ts'
import { refusePresented } from '@backhaul/core/qr.ts'
import type { QrRow, Shipment } from '@backhaul/core/shipment.ts'
import type { ScanKind } from '@backhaul/core/transitions.ts'
import { decisionContext } from '../../service/plan.ts'
import type { Hands } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { findLateCustody } from '../discrepancies/queries.ts'
import { findOwners } from '../documents/queries.ts'
import { ManifestBook, type ManifestDay, manifestDay } from '../manifests/assign.ts'
import { findPickupsAt } from '../pickups/queries.ts'
import { findQrs } from '../qr/queries.ts'
import { loadShipments } from '../shipments/load.ts'
import { givenOf, type ScanRequest } from './check.ts'
import { findParcels } from './queries.ts'
import type { Identification } from './schema.ts'
import { storesOfCollection, Visits } from './visits.ts'

/** The caller who scans. */
export interface Scanner {
  /** The partner whose parcels the scanner may scan. Null: any partner's. */
  tenant: string | null
  actor: Actor
  /** The counter or handler to which the scanner belongs. Set if the scanner may not see all data of a parcel that is in other hands. */
  hands?: Hands | null
  /** The person whose misses are counted (misses.ts). Null: the scanner's misses are not counted. */
  limitedPerson?: string | null
  /** Documents that the plan of these scans also inserts, each with its owner. */
  bringing?: ReadonlyMap<string, string>
}

/** The parcel that an identification names. */
export interface IdentifiedParcel {
  shipment_id: string
  /** Set when the parcel was identified by its QR. */
  qr_id: string | null
}

/** All facts needed to decide a set of scans. Reading them takes a fixed, small number of statements, regardless of the number of scans. */
export interface ScanFacts {
  tenant: string | null
  /** Keys come from `nameOf`. */
  found: ReadonlyMap<string, IdentifiedParcel>
  shipments: ReadonlyMap<string, Shipment>
  qrs: ReadonlyMap<string, QrRow>
  stores: ReadonlyMap<string, Store>
  facilities: ReadonlyMap<string, Facility>
  /** The owner of each document that a scan names as proof. */
  owners: ReadonlyMap<string, string>
  /** Keyed by partner. */
  envs: ReadonlyMap<string, DecisionContext>
  book: ManifestBook
  visits: Visits
  /** Keyed by shipment: the pickups to which a collection may belong. */
  pickups: ReadonlyMap<string, readonly PickupRow[]>
  /** Shipments for which a late custody scan has already opened a discrepancy. */
  late_custody: ReadonlySet<string>
}

/** Builds the map key of an identification. */
export const nameOf = (field: Identification, value: string): string => `${field} ${value}`

/** The parcel that a scan identifies. Undefined: no known parcel. */
export const foundBy = (scan: ScanRequest, found: ReadonlyMap<string, IdentifiedParcel>): IdentifiedParcel | undefined => {
  const [field] = givenOf(scan)
  return field && found.get(nameOf(field, scan[field] as string))
}

const DOCUMENT_FIELDS = ['pod_document_id', 'photo_document_id'] as const

export const documentsOf = (scan: ScanRequest): { field: (typeof DOCUMENT_FIELDS)[number]; id: string }[] =>
  DOCUMENT_FIELDS.flatMap((field) => {
    const id = scan[field]
    return id === undefined ? [] : [{ field, id }]
  })

/** Whether a counter takes in a parcel with this scan. Such a scan puts the parcel on the counter's manifest. */
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
): Promise<Map<string, IdentifiedParcel>> => {
  const found = new Map<string, IdentifiedParcel>()
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

/**
 * A walk-in uses up the shipment's QR, even if the parcel was identified in another way. Presented QRs are read again, because a QR may
 * have ended before its shipment was read.
 */
const currentQrs = async (
  service: Service,
  tenant: string | null,
  scans: readonly ScanRequest[],
  shipments: ReadonlyMap<string, Shipment>,
  presented: readonly QrRow[],
): Promise<QrRow[]> => {
  if (!scans.some(({ kind }) => kind === 'walk-in')) return []
  const ids = [...[...shipments.values()].flatMap(({ qr_id }) => qr_id ?? []), ...presented.map(({ id }) => id)]
  return ids.length > 0 ? findQrs(service.db, tenant, ids, []) : []
}

const knownStores = async (service: Service, ids: readonly string[]): Promise<Map<string, Store>> => {
  const stores = await Promise.all([...new Set(ids)].map((id) => service.network.store(id)))
  return indexed(stores.filter((store) => store !== null))
}

/** Groups the scans by parcel. The scans of a parcel keep their order. */
const scansByParcel = (scans: readonly ScanRequest[], found: ReadonlyMap<string, IdentifiedParcel>): Map<string, ScanRequest[]> =>
  grouped(scans, (scan) => foundBy(scan, found)?.shipment_id)

/** Whether the scan has a time. A scan without a time happened now, so it cannot be from before an expiry or a cancellation. */
const isDated = (scan: ScanRequest): scan is ScanRequest & { occurred_at: string } => scan.occurred_at !== undefined

/** Whether any one of the scans shows that the parcel was handed in before it expired. */
const provesPossession = (
  shipment: Shipment,
  scans: readonly ScanRequest[],
  presented: (scan: ScanRequest) => QrRow | undefined,
): boolean =>
  scans.filter(isDated).some((scan) => {
    const at = notBeforeCreation(utc(scan.occurred_at), shipment)
    const qr = presented(scan)
    return possessedInTime(shipment, scan.kind, at) && (qr === undefined || refusePresented(qr, at) === null)
  })

const reportedLateCustody = async (
  service: Service,
  shipments: ReadonlyMap<string, Shipment>,
  scansOf: ReadonlyMap<string, ScanRequest[]>,
): Promise<ReadonlySet<string>> => {
  const ids = [...shipments.values()].filter((shipment) =>
    scansOf
      .get(shipment.id)
      ?.filter(isDated)
      .some(({ kind, occurred_at }) => isLateCustody(shipment, kind, notBeforeCreation(utc(occurred_at), shipment))),
  )
  return ids.length > 0
    ? findLateCustody(
        service.db,
        ids.map(({ id }) => id),
      )
    : new Set()
}

const readManifests = (
  service: Service,
  { shipments, envs, stores }: Pick<ScanFacts, 'shipments' | 'envs' | 'stores'>,
  scansOf: ReadonlyMap<string, ScanRequest[]>,
): Promise<ManifestBook> => {
  const days: ManifestDay[] = []
  for (const shipment of shipments.values()) {
    const { id, partner_id } = shipment
    for (const scan of scansOf.get(id) ?? []) {
      const store = isIntake(scan.kind) && scan.store_id !== undefined ? stores.get(scan.store_id) : undefined
      if (store) days.push(manifestDay(partner_id, store, occurredAt(scan, shipment, envs.get(partner_id) as DecisionContext)))
    }
  }
  return ManifestBook.read(service.db, days)
}

const readVisits = (
  service: Service,
  { shipments, envs, stores }: Pick<ScanFacts, 'shipments' | 'envs' | 'stores'>,
  scansOf: ReadonlyMap<string, ScanRequest[]>,
): Promise<Visits> => {
  const collections = [...shipments.values()].flatMap((shipment) => {
    const { partner_id } = shipment
    const scans = scansOf.get(shipment.id) ?? []
    const env = envs.get(partner_id) as DecisionContext
    const times = scans.filter(({ kind }) => kind === 'collect').map((scan) => occurredAt(scan, shipment, env))
    return storesOfCollection(scans, shipment).flatMap((store_id) => times.map((occurred_at) => ({ partner_id, store_id, occurred_at })))
  })
  return Visits.read(service.db, stores, collections)
}

/** Reads the records that the scans name. Manifests are read last, because every intake at a counter changes one. */
export const readFacts = async (
  service: Service,
  { tenant, actor, bringing }: Scanner,
  scans: readonly ScanRequest[],
): Promise<ScanFacts> => {
  const presented = await presentedQrs(service, tenant, scans)
  const found = await identify(service, tenant, scans, presented)
  const shipmentIds = [...new Set([...found.values()].map(({ shipment_id }) => shipment_id))]
  const scansOf = scansByParcel(scans, found)
  const byId = indexed(presented)
  const presentedBy = (scan: ScanRequest) => byId.get(foundBy(scan, found)?.qr_id ?? '')
  const shipments = await loadShipments(service, tenant, shipmentIds, (due) =>
    provesPossession(due, scansOf.get(due.id) ?? [], presentedBy),
  )
  const qrs = indexed([...presented, ...(await currentQrs(service, tenant, scans, shipments, presented))])
  const proofs = scans.flatMap((scan) => documentsOf(scan).flatMap(({ id }) => (bringing?.has(id) ? [] : id)))
  const owners = new Map([...(bringing ?? []), ...(proofs.length > 0 ? await findOwners(service.db, proofs) : [])])
  const collectedAt = [...shipments.values()].flatMap((shipment) => storesOfCollection(scansOf.get(shipment.id) ?? [], shipment))
  const stores = await knownStores(service, [...scans.flatMap(({ store_id }) => store_id ?? []), ...collectedAt])
  const { facilities } = await service.network.tables()
  const envs = new Map<string, DecisionContext>()
  for (const { partner_id } of shipments.values()) {
    if (!envs.has(partner_id)) envs.set(partner_id, await decisionContext(service, actor, partner_id))
  }
  const facts = { tenant, found, shipments, qrs, stores, facilities, owners, envs }
  const late_custody = await reportedLateCustody(service, shipments, scansOf)
  const visits = await readVisits(service, facts, scansOf)
  const collections = [...shipments.values()].flatMap((shipment) =>
    (scansOf.get(shipment.id) ?? [])
      .filter(({ kind }) => kind === 'collect')
      .map((scan) => ({
        shipment_id: shipment.id,
        at: occurredAt(scan, shipment, envs.get(shipment.partner_id) as DecisionContext),
      })),
  )
  const booked = collections.length > 0 ? await findPickupsAt(service.db, collections) : []
  const pickups = grouped(booked, ({ shipment_id }) => shipment_id)
  return { ...facts, late_custody, visits, pickups, book: await readManifests(service, facts, scansOf) }
}

const utc = (time: string): string => new Date(time).toISOString()

/** The time of the scan, ISO 8601 UTC with milliseconds. */
export const occurredAt = (scan: ScanRequest, shipment: Shipment, env: DecisionContext): string =>
  scan.occurred_at === undefined ? env.now : notBeforeCreation(utc(scan.occurred_at), shipment)
