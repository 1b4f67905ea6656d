import type { Merchant } from '@backhaul/simulator/merchant.ts'
import type { SavedSimulation, Tally } from '@backhaul/simulator/model.ts'
import { MERCHANTS } from '@backhaul/simulator/places.ts'

const PAGE = 100
const DAY_S = 86_400

/** The result of a simulation. `--json` prints it. */
export interface Summary {
  base_url: string
  seed: number
  days: number
  parcels_per_day: number
  stores: number
  /** One simulated store, for the example link to a counter. */
  store_id: string
  /** Virtual times: when the simulation began, and what the partners' clocks show now. */
  start: string
  now: string
  /** How far the clocks are ahead of real time. */
  days_ahead: number
  partners: { partner_id: string; name: string; parcels: number }[]
  /** Shipments by status. */
  statuses: Record<string, number>
  /** Number of actions by kind. */
  done: Tally
  took_ms: number
}

const sorted = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Counts the contents of the service: every shipment of the partners by status, and the closed manifests. */
export const sumUp = async (
  base_url: string,
  kept: SavedSimulation,
  merchants: readonly Merchant[],
  ticksADay: number,
  took_ms: number,
): Promise<Summary> => {
  const statuses: Record<string, number> = {}
  let manifests = 0
  const partners = await Promise.all(
    merchants.map(async ({ client }, i) => {
      let parcels = 0
      for await (const { status } of client.listShipments({ limit: PAGE })) {
        statuses[status] = (statuses[status] ?? 0) + 1
        parcels++
      }
      for await (const _ of client.listManifests({ status: 'closed', limit: PAGE })) manifests++
      return { partner_id: kept.merchants[i]?.partner_id ?? '', name: MERCHANTS[i]?.name ?? '', parcels }
    }),
  )
  const clock = await (merchants[0] as Merchant).client.readTestClock()
  return {
    base_url,
    seed: kept.seed,
    days: kept.next_tick / ticksADay,
    parcels_per_day: kept.parcels_per_day,
    stores: kept.stores,
    store_id: Object.values(kept.store_ids).sort()[0] ?? '',
    start: kept.start,
    now: clock.now,
    days_ahead: Math.round((clock.offset_seconds / DAY_S) * 10) / 10,
    partners,
    statuses: sorted(statuses),
    done: sorted({ ...kept.tally, manifests }),
    took_ms,
  }
}

const number = (value: number | undefined): string => (value ?? 0).toLocaleString('en-US')
const named = (tally: Tally, prefix: string): string =>
  Object.entries(tally)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, count]) => `${number(count)} ${name.slice(prefix.length)}`)
    .join(', ') || 'none'
const total = (tally: Tally, prefix: string): string =>
  number(Object.entries(tally).reduce((sum, [name, count]) => (name.startsWith(prefix) ? sum + count : sum), 0))

const statusLines = (statuses: Record<string, number>): string[] => {
  const cells = Object.entries(statuses).map(([status, count]) => `${number(count).padStart(9)} ${status.padEnd(18)}`)
  const rows: string[] = []
  for (let i = 0; i < cells.length; i += 3)
    rows.push(
      `  ${cells
        .slice(i, i + 3)
        .join('')
        .trimEnd()}`,
    )
  return rows
}

/** Formats the result of a run as text. `refusal`: the first unexpected refusal. `file`: the file that contains the keys. */
export const tell = (summary: Summary, file: string, refusal: string | null): string => {
  const { done, statuses, partners } = summary
  return [
    `${number(summary.days)} ${summary.days === 1 ? 'day' : 'days'} simulated: ${number(done.parcels)} parcels in ${(summary.took_ms / 1000).toFixed(1)} s`,
    ...statusLines(statuses),
    '',
    `  scans       ${number(done.scans)}, ${number(done.scans_recorded)} of them without a change of status: between statuses, late, or repeated`,
    `  counters    ${number(done['scans.walk-in'])} walk-ins, ${number(done['scans.accept'])} accepted, ${number(done['scans.reject'])} refused, ${number(done.sold)} sold, ${number(done.reweighed)} reweighed, ${number(done.manifests)} manifests closed`,
    `  pickups     ${number(done.pickup)} booked, ${number(done['cancel-pickup'])} cancelled`,
    `  tenders     ${number(done.tenders)}: ${number(done.tenders_short)} short, ${number(done.tenders_over)} over, ${number(done.tenders_cancelled)} cancelled`,
    `  carriers    ${number(done.reports)} reports fetched from one carrier: ${number(done.reports_late)} late or out of order, ${number(done.reports_again)} repeated`,
    `  exceptions  ${number(done.hold)} held, ${number(done.redirect)} redirected, ${total(done, 'disposition.')} dispositions (${named(done, 'disposition.')})`,
    `  claims      ${total(done, 'claim.')} opened (${named(done, 'claim.')}), ${total(done, 'resolve-claim.')} resolved (${named(done, 'resolve-claim.')})`,
    `  disputes    ${number(done.dispute)} of adjustments, ${total(done, 'resolve-dispute.')} resolved (${named(done, 'resolve-dispute.')})`,
    ...(done.refused ? [`  refused     ${number(done.refused)} requests${refusal === null ? '' : `, the first: ${refusal}`}`] : []),
    '',
    ...partners.map(({ name, partner_id, parcels }) => `  ${`${name} (simulated)`.padEnd(32)} ${partner_id}  ${number(parcels)} parcels`),
    '',
    `The simulation's clock is at ${summary.now.slice(0, 16).replace('T', ' ')} UTC, ${summary.days_ahead} days ahead. The clocks of other partners are unchanged.`,
    'To look at the result, open the console or a counter with a link, or use the command line:',
    `  backhaul console link --access partner --partner ${partners[0]?.partner_id} --name You --email you@example.com`,
    `  backhaul console link --access counter --partner ${partners[0]?.partner_id} --store ${summary.store_id} --name You --email you@example.com`,
    `  backhaul claim list; backhaul dispute list; backhaul shipment find sim-${summary.seed}-0-0`,
    `The partners' keys are in ${file}. Run the command again to continue.`,
  ].join('\n')
}
