// Connects the model with the service: maps their ids and compares both after every command.
import { expect } from 'vitest'
import { ok } from '../conformance/support.ts'
import { ADDRESS, type TestAnswer, type TestClient } from '../support/client.ts'
import { type Birth, type Country, nameOf, type Parcel, type Refused, type Told, touch, trackedAs, type World } from './model.ts'
import { sweepStatus } from './model-handover.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any

/** What the service has answered about one parcel. */
export interface Seen {
  id: string
  tracking: string
  barcode: string
  qrs: { id: string; token: string }[]
  /** The ids of the parcel's labels, by version. */
  labels: Map<number, string>
  /** The time at which the parcel was first reported unclaimed. */
  unclaimed_since: string | null
  /** The last answer about the parcel. */
  last: Json
}

export interface Real {
  client: TestClient
  /** The ids of two stores. */
  stores: string[]
  /** Prices in cents, by the facts that determine them. */
  prices: Map<string, number>
  parcels: Seen[]
  pickups: string[]
  sweeps: string[]
  tenders: string[]
}

const HOUR_MS = 3_600_000
export const virtualNow = (world: World): number => Date.now() + world.hour * HOUR_MS
export const timeAfter = (world: World, hours: number): string => new Date(virtualNow(world) + hours * HOUR_MS).toISOString()

const PLACES: Record<Country, object> = {
  US: ADDRESS,
  CA: { name: 'Mo Maple', city: 'Toronto', state: 'ON', postal_code: 'M5H 1A1', country: 'CA' },
}
export const address = ({ line1, country }: NonNullable<Birth['to']>): object => ({ ...PLACES[country], line1 })

export const box = (weight: number): object => ({ weight, length: 10, width: 8, height: 4 })

const carrierFits = (predicted: string | null, carrier: string | null): boolean =>
  predicted === 'some' ? typeof carrier === 'string' : carrier === predicted

/** Returns the model's prediction for a shipment, with the field names of the resource. */
const predicted = (parcel: Parcel, { stores, pickups, sweeps, tenders, parcels }: Real, json: Json): object => {
  const { qrs, labels } = parcels[parcel.number] as Seen
  const idOf = (ids: string[], number: number | null): string | null => (number === null ? null : (ids[number] as string))
  return {
    status: parcel.status,
    held: parcel.held,
    direction: parcel.direction,
    fulfillment: parcel.fulfillment,
    channel: parcel.channel,
    label_version: parcel.label,
    supersedes: parcel.label === null ? null : (labels.get(parcel.label - 1) ?? null),
    label_voided: parcel.voided,
    carrier: carrierFits(parcel.carrier, json.carrier) ? json.carrier : parcel.carrier,
    ltracking: parcel.carrier === null ? null : expect.any(String),
    weight: parcel.weight,
    declared_value: parcel.declared_value,
    line1: parcel.to?.line1 ?? json.to.line1,
    country: parcel.to?.country ?? 'US',
    drop_off_store_id: idOf(stores, parcel.drop_off),
    store_id: parcel.store === 'seeded' ? expect.any(String) : idOf(stores, parcel.store),
    on_manifest: parcel.counted,
    qr_id: qrs.at(-1)?.id ?? null,
    pickup_id: idOf(pickups, parcel.pickup),
    sweepId: idOf(sweeps, parcel.sweep),
    tender_id: idOf(tenders, parcel.tender),
    reject_reason: parcel.reject_reason,
    pod: parcel.pod && {
      document: parcel.pod.image ? expect.stringMatching(/^\/v2\/documents\//) : null,
      grade: 'CBA'[Number(parcel.pod.image) + Number(parcel.pod.signed)],
    },
    times: [parcel.voided, parcel.status === 'expired', parcel.status === 'cancelled', parcel.reject_reason !== null, parcel.unclaimed],
  }
}

const shown = (json: Json, facts: object): object => ({
  ...Object.fromEntries(Object.keys(facts).map((key) => [key, json[key]])),
  weight: json.parcel.weight,
  line1: json.to.line1,
  country: json.to.country,
  on_manifest: json.manifest_id !== null,
  times: [json.voided_at, json.expired_at, json.cancelled_at, json.rejected_at, json.unclaimed_since].map((time) => time !== null),
})

const HOLDING_MS = 30 * 24 * HOUR_MS

/** Checks the fields that must stay constant or change together. */
const expectSteady = (parcel: Parcel, seen: Seen, prices: Real['prices'], json: Json): void => {
  const { label, rated } = parcel
  expect([json.id, json.tracking, json.barcode]).toEqual([seen.id, seen.tracking, seen.barcode])
  if (label !== null) {
    const others = [...seen.labels].filter(([version]) => version !== label).map(([, id]) => id)
    expect(others).not.toContain(json.label_id)
    expect(json.label_id).toBe(seen.labels.get(label) ?? json.label_id)
    seen.labels.set(label, json.label_id)
  }
  expect(typeof json.label_id).toBe(label === null ? 'object' : 'string')
  expect([rated, json.amount]).toEqual([rated, prices.get(rated) ?? json.amount])
  prices.set(rated, json.amount)
  if (parcel.unclaimed) {
    seen.unclaimed_since ??= json.unclaimed_since
    expect(json.unclaimed_since).toBe(seen.unclaimed_since)
    expect(Date.parse(json.dispose_after) - Date.parse(json.unclaimed_since)).toBe(HOLDING_MS)
  }
}

export const compare = (parcel: Parcel, real: Real, json: Json): void => {
  const seen = real.parcels[parcel.number] as Seen
  const facts = predicted(parcel, real, json)
  expect({ parcel: parcel.number, ...shown(json, facts) }).toEqual({ parcel: parcel.number, ...facts })
  expectSteady(parcel, seen, real.prices, json)
  // The model cannot predict which carrier is chosen, so it takes the carrier from the answer.
  if (parcel.carrier === 'some') parcel.carrier = json.carrier
}

/** Reads a shipment and compares it with the model. If `unchanged` is set, no field may differ from the last answer. */
export const look = async (world: World, real: Real, parcel: Parcel, unchanged = false): Promise<Json> => {
  const seen = real.parcels[parcel.number] as Seen
  touch(world, parcel)
  const { last } = seen
  const json = ok(await real.client.get(`/v2/shipments/${seen.id}`))
  compare(parcel, real, json)
  // A scan without effect may still change the custody.
  const before = { ...last, custody: json.custody }
  if (unchanged) expect(json).toEqual(before)
  if (JSON.stringify(json) !== JSON.stringify(before)) expect(json.version).toBeGreaterThan(last.version)
  seen.last = json
  return json
}

export const expectRefused = (answer: TestAnswer, { code, status }: Refused): void => {
  const { error } = answer.json
  expect([answer.status, error?.code, ...(status === undefined ? [] : [error?.details.status])]).toEqual([
    409,
    code,
    ...(status === undefined ? [] : [status]),
  ])
}

const numberOf = (ids: string[], id: string): number | undefined => {
  const number = ids.indexOf(id)
  return number < 0 ? undefined : number
}

/** Returns a real event in the form of the model. */
const asTold = (real: Real, { type, identifiers, event_info }: Json): Told => {
  const parcel = real.parcels.findIndex(({ id }) => id === identifiers.shipment)
  const tender = numberOf(real.tenders, identifiers.tender)
  const sweep = numberOf(real.sweeps, identifiers.sweep)
  const qr = numberOf(real.parcels[parcel]?.qrs.map(({ id }) => id) ?? [], identifiers.qr)
  const about = parcel >= 0 ? `parcel ${parcel}` : tender !== undefined ? `tender ${tender}` : `sweep ${sweep}`
  return {
    type,
    about,
    status: event_info.status,
    ...(type.startsWith('qr.') && qr !== undefined && { qr }),
    ...(type === 'shipment.injected' && tender !== undefined && { tender }),
  }
}

const asShown = (scans: Json[]): Json[] => scans.map(({ kind, status }) => [kind, status])
const kindsOf = (scans: Json[]): Json[] => scans.map(({ kind }) => kind)

/** Scans from before the parcel's creation all get the time of the creation. Only the times that were sent tell them apart. */
const sentAt = ({ occurred_at, sent_occurred_at }: Json): string => sent_occurred_at ?? occurred_at

/** Public tracking shows a scan only once if it was reported twice, such as in a bulk request without times. */
const onceEach = (scans: Json[]): Json[] => {
  const sameTime = (a: Json, b: Json): boolean => a.kind === b.kind && sentAt(a) === sentAt(b)
  const samePlace = (a: Json, b: Json): boolean => !a.location || !b.location || a.location.city === b.location.city
  const kept: Json[] = []
  for (const scan of scans) if (!kept.some((other) => sameTime(scan, other) && samePlace(scan, other))) kept.push(scan)
  return kept
}

const expectParcel = async (world: World, real: Real, parcel: Parcel): Promise<void> => {
  await look(world, real, parcel)
  const { id, tracking, qrs } = real.parcels[parcel.number] as Seen
  const events = await real.client.events(id)
  const about = nameOf(parcel)
  expect(events.map((event) => asTold(real, event))).toEqual(world.told.filter((told) => told.about === about))
  const { status, history } = ok(await real.client.get(`/v2/tracking/${tracking}`))
  const scans = ok(await real.client.get(`/v2/shipments/${id}/scans?limit=100`)).data.toReversed()
  // The model orders scans with the same time as they were reported. The history orders such scans by their content (ADR 30).
  const reported = scans.toSorted((a: Json, b: Json) => `${sentAt(a)} ${a.id}`.localeCompare(`${sentAt(b)} ${b.id}`, 'en'))
  expect([about, ...asShown(reported)]).toEqual([about, ...asShown(parcel.scans.toSorted((a, b) => a.at_h - b.at_h))])
  // The row of a late scan has the parcel's status at the time of the report. Tracking shows the status at the time of the scan.
  const isNoneLate = scans.every(({ id }: Json, i: number) => i === 0 || scans[i - 1].id < id)
  const told = isNoneLate ? asShown : kindsOf
  const tracked = onceEach(scans).map((scan) => ({ ...scan, status: trackedAs(scan.kind, scan.status) }))
  expect([about, status, ...told(history)]).toEqual([about, parcel.status, ...told(tracked)])
  expect(qrs).toHaveLength(parcel.qrs.length)
}

/** Final check of a run: every parcel, every event in order, every history. */
export const expectWorld = async (world: World, real: Real): Promise<void> => {
  for (const parcel of world.parcels) await expectParcel(world, real, parcel)
  const feed = (await real.client.events()).map((event) => asTold(real, event))
  // The order in which several parcels expire is not promised.
  const settled = (told: Told[]) => told.filter(({ type }) => type !== 'shipment.expired')
  expect(settled(feed)).toEqual(settled(world.told))
  expect(feed).toHaveLength(world.told.length)
  for (const [sweep, id] of real.sweeps.entries()) {
    expect(ok(await real.client.get(`/v2/sweeps/${id}`)).status).toBe(sweepStatus(world, sweep))
  }
}
