// Carries out the due steps of one merchant in one tick. All requests use the public API, and only the plan decides their order: many scans
// at once in rounds, then the other steps. Requests that are sent at the same time are about different parcels.
import { ApiError, type Backhaul, type ShipmentCreate } from '@backhaul/client'
import { grouped } from '@backhaul/core/grouped.ts'
import { type Calendar, MINUTE_MS } from './calendar.ts'
import { carryOut } from './commands.ts'
import { type Group, handOver } from './hand-over.ts'
import { closeManifests, isClosing } from './manifests.ts'
import type { ReportedLine, Tally } from './model.ts'
import { photoOf } from './photo.ts'
import type { Counter } from './places.ts'
import { REPORTING } from './reports.ts'
import type { Act, ReportAct } from './steps.ts'
import type { Due, Parcel, Work } from './timetable.ts'

const AT_ONCE = 500
const IN_FLIGHT = 6

/** The simulated carrier with its own service. */
export interface Reporting {
  /** Whether a worker polls the carrier. If none does, the simulation sends scans instead. */
  isReached(): Promise<boolean>
  report(line: ReportedLine): void
}

export interface Shared {
  seed: number
  calendar: Calendar
  counters: readonly Counter[]
  store_ids: Readonly<Record<string, string>>
  carriers: Readonly<Record<string, readonly string[]>>
  operator: Backhaul
  /** Null if the network has no such carrier. */
  reporting: Reporting | null
  tally: Tally
  /** Called when the service refuses a step that the plan expected to succeed. */
  onRefusal: (message: string) => void
}

type ScanAct = Extract<Act, { do: 'scan' }>
type DueScan = Due & { step: ScanAct }
type DueReport = Due & { step: ReportAct & { at_ms: number } }

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

const isScan = (due: Due): due is DueScan => due.step.do === 'scan'
const isReport = (due: Due): due is DueReport => due.step.do === 'report'

const asScan = ({ step, ...due }: DueReport): Due => {
  const { kind, occurred_ms, fields, at_ms } = step
  return { ...due, step: { do: 'scan', kind, where: {}, occurred_ms, fields, at_ms } }
}

export class Merchant {
  readonly client: Backhaul
  readonly shared: Shared
  /** The server's time in its last answer, and the moment when that answer arrived (`performance.now()`). */
  #clock: { now_ms: number; heard_ms: number } | null = null

  constructor(client: Backhaul, shared: Shared) {
    this.client = client
    this.shared = shared
  }

  count(what: string, by = 1): void {
    const { tally } = this.shared
    tally[what] = (tally[what] ?? 0) + by
  }

  /** Notes and skips a refused request about one parcel. Somebody else may have changed the parcel. */
  async attempt<T>(request: () => Promise<T>): Promise<T | null> {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 409, 422].includes(error.status)) throw error
      this.refused(error.message)
      return null
    }
  }

  refused(message: string): void {
    this.count('refused')
    this.shared.onRefusal(message)
  }

  /** Advances the virtual clock to a moment. A clock that is already past it is not changed. */
  async advanceTo(at_ms: number): Promise<void> {
    const clock = this.#clock ?? this.#heard((await this.client.readTestClock()).now)
    // The clock has advanced since the last answer. It must reach the moment but may pass it, because nothing depends on milliseconds.
    const now_ms = clock.now_ms + (performance.now() - clock.heard_ms)
    const seconds = Math.ceil((at_ms - now_ms) / 1000)
    if (seconds > 0) this.#heard((await this.client.advanceTestClock({ seconds })).now)
  }

  #heard(now: string): { now_ms: number; heard_ms: number } {
    this.#clock = { now_ms: Date.parse(now), heard_ms: performance.now() }
    return this.#clock
  }

  /** `isLast` marks the last tick of a day. In other ticks, the clock need not move if nothing is due. */
  async work(tick: number, { created, steps }: Work, isLast: boolean): Promise<void> {
    const closing = isClosing(this.shared, tick)
    if (created.length + steps.length === 0 && !closing && !isLast) return
    await this.advanceTo(this.shared.calendar.tickEnd(tick))
    await this.#create(tick, created)
    // The steps of each parcel stay in order. Each round first sends every parcel's scans up to its next step of another kind, and then
    // that step.
    const waiting = grouped(await this.#withoutReports(steps), ({ parcel }) => parcel)
    for (let round = 0; waiting.size > 0; round++) {
      const scans: DueScan[] = []
      const others: Due[] = []
      for (const [parcel, mine] of waiting) {
        while (mine[0] && isScan(mine[0])) scans.push(mine.shift() as DueScan)
        const next = mine.shift()
        if (next) others.push(next)
        if (mine.length === 0) waiting.delete(parcel)
      }
      await this.#scan(`${tick}-${round}`, scans)
      await this.#others(round, others)
    }
    for (const { parcel } of steps) parcel.left--
    if (closing) await closeManifests(this, tick)
  }

  async #create(tick: number, parcels: readonly Parcel[]): Promise<void> {
    const online = parcels.filter(({ plan }) => plan.channel === 'api')
    for (const [i, members] of chunks(online, AT_ONCE).entries()) {
      const shipments = members.map(({ plan }) => this.#bodyOf(plan.body))
      const made = await this.attempt(() => this.client.createShipments({ shipments }, { idempotency_key: `${tick}-create-${i}` }))
      for (const [index, { id }] of (made?.data ?? []).entries()) (members[index] as Parcel).id = id
      this.count('parcels', made?.data.length ?? 0)
    }
    const sold = parcels.filter(({ plan }) => plan.channel === 'retail')
    await this.together(sold, async (parcel) => {
      const { direction: _, fulfillment: __, ...body } = this.#bodyOf(parcel.plan.body)
      const store_id = this.storeId(parcel.plan.sold_at as string)
      const key = { idempotency_key: parcel.plan.name }
      const made = await this.attempt(() =>
        this.client.createRetailShipment({ ...body, store_id, to: body.to as NonNullable<typeof body.to> }, key),
      )
      if (!made) return
      parcel.id = made.id
      this.count('parcels')
      this.count('sold')
    })
  }

  #bodyOf(body: ShipmentCreate): ShipmentCreate {
    const { drop_off_store_id: code } = body
    return code === undefined ? body : { ...body, drop_off_store_id: this.storeId(code) }
  }

  storeId(code: string): string {
    return this.shared.store_ids[code] as string
  }

  async #scan(round: string, scans: readonly DueScan[]): Promise<void> {
    for (const [i, members] of chunks(
      scans.filter(({ parcel }) => parcel.id !== ''),
      AT_ONCE,
    ).entries()) {
      const bodies = await Promise.all(members.map((due) => this.#scanBody(due)))
      const answer = await this.attempt(() => this.client.scanBulk({ scans: bodies }, { idempotency_key: `${round}-scan-${i}` }))
      for (const [index, { result, error }] of (answer?.data ?? []).entries()) {
        if (error) this.refused(error.message)
        else this.#countScan((members[index] as DueScan).step, result?.applied === true)
      }
    }
  }

  #countScan({ kind, fields }: ScanAct, applied: boolean): void {
    this.count('scans')
    this.count(`scans.${kind}`)
    if (!applied) this.count('scans_recorded')
    if (fields.reweigh !== undefined) this.count('reweighed')
  }

  /** If a worker polls the carrier, its reports are not sent as scans. Otherwise each report is sent as one scan. */
  async #withoutReports(steps: readonly Due[]): Promise<Due[]> {
    const reports = steps.filter(isReport)
    const { reporting } = this.shared
    if (reports.length > 0 && reporting && (await reporting.isReached())) {
      await this.together([...grouped(reports, ({ parcel }) => parcel).values()], async (own) => {
        for (const due of own) await this.#report(reporting, due)
      })
      return steps.filter((due) => !isReport(due))
    }
    return steps.flatMap((due) => (!isReport(due) ? [due] : due.step.isAgain ? [] : [asScan(due)]))
  }

  async #report(reporting: Reporting, { parcel, step }: DueReport): Promise<void> {
    parcel.number ??= await this.#numberOf(parcel.id)
    if (parcel.number === null) return
    const { code, occurred_ms, place, fields, isLate, isAgain } = step
    reporting.report({ number: parcel.number, code, occurred_at: new Date(occurred_ms).toISOString(), ...place, ...fields })
    this.count('reports')
    if (isLate) this.count('reports_late')
    if (isAgain) this.count('reports_again')
  }

  /** Resolves with null if the reporting carrier does not have the parcel. */
  async #numberOf(id: string): Promise<string | null> {
    const shipment = id === '' ? null : await this.attempt(() => this.client.readShipment(id))
    return shipment?.carrier === REPORTING ? shipment.ltracking : null
  }

  async #scanBody({ parcel, step }: DueScan): Promise<Record<string, unknown>> {
    const { kind, where, occurred_ms, fields, photo, reporting } = step
    return {
      kind,
      shipment_id: parcel.id,
      ...(where.store !== undefined && { store_id: this.storeId(where.store) }),
      ...(where.facility !== undefined && { facility: where.facility }),
      occurred_at: new Date(occurred_ms).toISOString(),
      ...fields,
      ...(reporting && this.shared.reporting && { carrier: REPORTING }),
      ...(photo && { pod_document_id: await this.#photograph(parcel, step) }),
    }
  }

  async #photograph({ plan }: Parcel, { occurred_ms }: ScanAct): Promise<string | undefined> {
    const photo = photoOf(Math.floor(occurred_ms / MINUTE_MS))
    const stored = await this.attempt(() => this.client.createDocument(photo, 'image/png', { idempotency_key: `${plan.name}-pod` }))
    if (stored) this.count('photos')
    return stored?.id
  }

  async #others(round: number, dues: readonly Due[]): Promise<void> {
    const groups = new Map<string, Group>()
    const single: Due[] = []
    for (const due of dues) {
      const { step, parcel } = due
      if (parcel.id === '') continue
      if (step.do !== 'hand-over') single.push(due)
      else {
        const { facility, market, handoff, date, reporting = false } = step
        const name = `${date}-${facility}-${market}-${handoff}${reporting ? '-reporting' : ''}`
        const group = groups.get(name) ?? { name: `${name}-${round}`, facility, market, handoff, reporting, members: [] }
        group.members.push({ parcel, missing: step.missing })
        groups.set(name, group)
      }
    }
    await this.together([...groups.values()], (group) => handOver(this, group))
    await this.together(single, (due) => carryOut(this, due))
  }

  /** Runs `work` for all items, a few at a time. */
  async together<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const queue = [...items]
    const next = async (): Promise<void> => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
    }
    await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, queue.length) }, next))
  }
}
