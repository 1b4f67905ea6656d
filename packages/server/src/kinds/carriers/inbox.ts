// Handles scans whose number matched no parcel (docs/operating/carriers.md#unmatched-scans). A parcel may get the number later, or an
// operator may name the parcel.

import type { CarrierScanRow } from '@backhaul/core/carrier-scan.ts'
import { isId } from '@backhaul/core/ids.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { formsOf } from '@backhaul/core/scanned-code.ts'
import type { Position } from '../../database/list-rows.ts'
import { iso } from '../../process/clock.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import { type CommandResult, Execution } from '../../service/execute.ts'
import { mergePlans } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { Numbers } from './match.ts'
import { findCarrierScan, findNumbers, listAwaiting, listOpen, listOpenOf } from './queries.ts'
import { type Candidate, recordScans } from './record.ts'
import { unmatchedResource } from './resource.ts'
import { roundRobinAfter } from './round-robin.ts'

/** Maximum number of scans tried in one pass. The next pass continues after them. */
const MAX_AT_ONCE = 1_000
const PORTION = 100
/**
 * Matching a scan with a parcel also records the other scans with the same number, at most this many. The remaining ones are recorded
 * automatically afterward, because it is then known which parcel has the number.
 */
const MOST_OF_ONE = 500

const scanOf = ({ number, code, kind, occurred_at, facts }: CarrierScanRow) => ({
  number,
  code,
  kind,
  occurred_at,
  facts,
})
const originOf = ({ import_id, line, tender_id, surplus_of }: CarrierScanRow) => ({ import_id, line, tender_id, surplus_of })

const named = async (service: Service, code: string): Promise<{ code: string; name: string }> => {
  const { carriers } = await service.network.tables()
  return carriers.get(code) ?? { code, name: code }
}

/** Goes through the inbox repeatedly, a part in each pass. Carriers are served round-robin, no matter how many scans each of them has. */
export class Inbox {
  readonly #service: Service
  /** The position up to which the scans of each carrier have been read. */
  readonly #after = new Map<string, Position>()
  /** The carrier that was served last. */
  #last = ''

  constructor(service: Service) {
    this.#service = service
  }

  /** Records the open scans that now match a parcel. */
  async pass(isStopped: () => boolean): Promise<void> {
    const queue = roundRobinAfter(this.#last, await listAwaiting(this.#service.db))
    for (let left = MAX_AT_ONCE; left > 0 && !isStopped(); ) {
      const carrier = queue.shift()
      if (carrier === undefined) return
      this.#last = carrier
      const rows = await listOpen(this.#service.db, carrier, this.#after.get(carrier) ?? null, PORTION)
      left -= Math.max(1, rows.length)
      const last = rows.at(-1)
      if (rows.length === PORTION && last) {
        this.#after.set(carrier, { created_at: last.created_at, id: last.id })
        queue.push(carrier)
      } else this.#after.delete(carrier)
      await this.#retry(carrier, rows)
    }
  }

  /** `rows`: open scans of one carrier. If someone else changes one of them meanwhile, all of them wait for the next pass. */
  async #retry(carrier: string, rows: readonly CarrierScanRow[]): Promise<void> {
    const service = this.#service
    const scans = rows.map(scanOf)
    const numbers = await Numbers.read(service.db, carrier, scans)
    const candidates = rows.flatMap((row, i): Candidate[] => {
      const scan = scans[i] as (typeof scans)[number]
      const match = numbers.match(scan)
      return 'shipment_id' in match ? [{ scan, row, origin: originOf(row), match }] : []
    })
    if (candidates.length === 0) return
    const from = await named(service, carrier)
    let isFirst = true
    await new Execution(service).execute(async () => {
      // These rows can be used for only one attempt, because a second attempt would have to read them again. So a second attempt is
      // refused.
      if (!isFirst) return refuse('unavailable', 'Another request has changed these scans; try again.')
      isFirst = false
      const { plan } = await recordScans(service, from, candidates, 'inbox')
      return { status: 200, body: {}, plan }
    })
  }
}

export const unmatchedNotFound = (): Refusal =>
  refuse('not_found', 'The inbox has no scan with this id; GET /v2/ops/unmatched-scans lists its scans.', { field: 'id' })

const refuseResolved = ({ state, shipment_id }: CarrierScanRow): Refusal =>
  refuse('scan_already_resolved', `The scan is already ${state}; read the list again.`, { state, shipment_id })

const findOpen = async (service: Service, id: string): Promise<CarrierScanRow | Refusal> => {
  const row = await findCarrierScan(service.db, id)
  if (!row || (row.state === 'matched' && row.resolved_at === null)) return unmatchedNotFound()
  return row.state === 'open' ? row : refuseResolved(row)
}

/**
 * One attempt at matching a scan with a parcel. The scan and all others with its number are recorded for the parcel, and so are the
 * carrier's later reports of the number. Errors: `not_found`, `scan_already_resolved`, and those of a scan if the parcel refuses it.
 */
export const matchScan = async (service: Service, actor: OperatorActor, id: string, code: string): Promise<CommandResult> => {
  const row = await findOpen(service, id)
  if (isRefusal(row)) return row
  const shipment_id = await shipmentOf(service, code)
  if (shipment_id === null)
    return refuse('not_found', 'No shipment with this id, tracking number or barcode exists.', { field: 'shipment' })
  const others = (await listOpenOf(service.db, row.carrier, row.number, MOST_OF_ONE)).filter((other) => other.id !== id)
  const all = [row, ...others].sort((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1))
  const is_ours = (await Numbers.read(service.db, row.carrier, [scanOf(row)])).isOurs(row.number)
  const candidates = all.map((one): Candidate => {
    return { scan: scanOf(one), row: one, origin: originOf(one), match: { shipment_id, is_ours } }
  })
  const { recorded, plan } = await recordScans(service, await named(service, row.carrier), candidates, { operator: actor })
  const outcome = recorded[all.indexOf(row)]
  if (typeof outcome === 'object') return outcome.refused
  const written = plan.updates?.flatMap(([table, one]) => (table === 'carrier_scans' ? [one as unknown as CarrierScanRow] : [])) ?? []
  const body = {
    ...unmatchedResource(written.find((one) => one.id === id) as CarrierScanRow),
    matched_scans: recorded.filter((one) => one === 'matched').length,
  }
  const after = { shipment_id, scans: body.matched_scans }
  const audit = auditPlan(service, { actor, action: 'carrier_scan.matched', subject: id, before: unmatchedResource(row), after })
  return { status: 200, body, plan: mergePlans([plan, audit]) }
}

const shipmentOf = async (service: Service, code: string): Promise<string | null> => {
  if (isId('shipment', code)) {
    const known = await service.db.one<{ id: string }>('carrier_match_shipment', 'select id from shipments where id = $1', [code])
    return known?.id ?? null
  }
  const [hit] = await findNumbers(service.db, '', [], formsOf(code))
  return hit?.shipment_id ?? null
}

/**
 * One attempt at dismissing a scan from the inbox, because it belongs to no parcel of the network. Errors: `not_found`,
 * `scan_already_resolved`.
 */
export const dismissScan = async (service: Service, actor: OperatorActor, id: string, note: string | null): Promise<CommandResult> => {
  const row = await findOpen(service, id)
  if (isRefusal(row)) return row
  const resolved_at = iso(service.clock.now())
  const after: CarrierScanRow = {
    ...row,
    state: 'dismissed',
    shipment_id: null,
    note,
    resolved_at,
    resolved_by: actor,
    version: row.version + 1,
  }
  const body = unmatchedResource(after)
  const audit = auditPlan(service, { actor, action: 'carrier_scan.dismissed', subject: id, before: unmatchedResource(row), after: body })
  return { status: 200, body, plan: mergePlans([audit, { updates: [['carrier_scans', after]] }]) }
}
