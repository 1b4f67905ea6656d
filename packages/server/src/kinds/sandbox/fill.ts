// Fills an empty sandbox with two weeks of parcels. It runs the simulation of packages/simulator with requests to this machine's own API.
// The clocks of the simulated partners begin two weeks in the past and end at the real time.
import { ApiError, type Backhaul, ConnectionError, type WebhookCreate } from '@backhaul/client'
import { Calendar, startBefore, TICK_MS, TICKS_A_DAY } from '@backhaul/simulator/calendar.ts'
import { setCalendars } from '@backhaul/simulator/calendars.ts'
import { Merchant } from '@backhaul/simulator/merchant.ts'
import { Interrupted, type SavedSimulation, SimulationError } from '@backhaul/simulator/model.ts'
import { addMerchants, clientOf, type MadeMerchant, merchantsKey, placeNetwork, RATE_LIMIT } from '@backhaul/simulator/network.ts'
import { countersOf } from '@backhaul/simulator/places.ts'
import { sharedOf, simulate } from '@backhaul/simulator/run.ts'
import { iso } from '../../process/clock.ts'
import type { Service } from '../../service/service.ts'
import { createKey } from '../partners/create.ts'
import { setClockBack } from './queries.ts'
import { openSample, SAMPLE, type Sample, type SavedSample, saveSample } from './sample.ts'

const BEAT_MS = 5_000
/** This webhook always fails, so that operators see what a failing webhook looks like. The domain is reserved and never resolves. */
const WEBHOOK: WebhookCreate = {
  url: 'https://hooks.maple-and-main.example/backhaul',
  enabled_events: ['claim.opened', 'shipment.undeliverable'],
}

/** Thrown when another process has taken over the fill. */
class Lost extends Error {}

interface Operator {
  id: string
  client: Backhaul
  keys: SavedSimulation['operator']
}

const openOperator = async (service: Service): Promise<Operator> => {
  const { key_id, api_key, signing_secret } = await createKey(service, {
    partner_id: null,
    name: 'sample parcels',
    scopes: null,
    allow_ips: [],
    rate_limit: RATE_LIMIT,
    email: 'operator@sandbox.example',
    full_name: 'Sample parcels',
  })
  const keys = { api_key, signing_secret }
  return { id: key_id, client: clientOf(service.links.local as string, keys), keys }
}

const revoke = async (client: Backhaul, keys: readonly string[]): Promise<void> => {
  for (const id of keys) await client.revokeKey(id)
}

/** Creates partners, counters and calendars, and sets the partners' clocks back to the time at which the sample begins. */
const begin = async (service: Service, { client }: Operator): Promise<{ kept: SavedSample; merchants: MadeMerchant[] }> => {
  const { seed, parcels_per_day, stores, days } = SAMPLE
  const { store_ids, carriers } = await placeNetwork(client, stores)
  const merchants = await addMerchants(client, 'sample')
  const now_ms = service.clock.now()
  const start_ms = startBefore(now_ms, days)
  for (const { partner_id } of merchants) await setClockBack(service, partner_id, Math.ceil((start_ms - now_ms) / 1000))
  await setCalendars(client, store_ids, countersOf(stores), new Calendar(start_ms))
  const until_day = Math.floor((now_ms - start_ms) / TICK_MS) / TICKS_A_DAY
  const standing = { seed, parcels_per_day, stores, store_ids, carriers, until_day, start: iso(start_ms), next_tick: 0, tally: {} }
  return { kept: { ...standing, partners: merchants.map(({ partner_id }) => partner_id) }, merchants }
}

const fill = async (service: Service, run: string, { keys: earlier, kept: known }: Sample, signal: AbortSignal): Promise<void> => {
  const save = async (change: Partial<Sample>): Promise<void> => {
    if (!(await saveSample(service, run, change))) throw new Lost()
  }
  const operator = await openOperator(service)
  const keys = [...earlier, operator.id]
  try {
    await save({ keys })
    const { kept, merchants } = known
      ? { kept: known, merchants: await Promise.all(known.partners.map((id) => merchantsKey(operator.client, id))) }
      : await begin(service, operator)
    keys.push(...merchants.map(({ key_id }) => key_id))
    await save({ keys, kept })
    const url = service.links.local as string
    const mine = { ...kept, operator: operator.keys, merchants, reporting: false, reports: [] }
    const shared = sharedOf(mine, url, (message) => service.log.info({ reason: message }, 'a step of the sample parcels was refused'))
    const shippers = merchants.map((merchant) => new Merchant(clientOf(url, merchant), shared))
    const last = shippers.at(-1) as Merchant
    await last.client.createWebhook(WEBHOOK, { idempotency_key: 'sample-webhook' })
    const standing = () => ({ kept: { ...kept, next_tick: mine.next_tick, tally: mine.tally } })
    await simulate({ kept: mine, merchants: shippers, shared, signal, save: () => save(standing()), onTick: () => {} })
    for (const { client } of shippers) {
      const { offset_seconds } = await client.readTestClock()
      if (offset_seconds < 0) await client.advanceTestClock({ seconds: -offset_seconds })
    }
  } finally {
    // The operator's own key was created before the merchants' keys and signs these requests, so it is revoked last.
    await revoke(operator.client, [...keys].reverse()).catch(() => {})
  }
}

const reasonFor = (service: Service, error: unknown): string => {
  if (error instanceof Interrupted) return 'The service was stopped. Start again to continue.'
  if (error instanceof SimulationError) return `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.`
  service.log.warn({ err: error }, 'creating the sample parcels stopped')
  if (error instanceof ApiError) return `A request was refused: ${error.message}`
  if (error instanceof ConnectionError) return 'The API did not answer. Start again to continue.'
  return 'An unexpected error occurred; see the log. Start again to continue.'
}

/** Continues the fill until it is complete, the signal aborts, or another process has taken it over. */
export const fillSandbox = async (service: Service, run: string, signal: AbortSignal): Promise<void> => {
  const beat = setInterval(() => void saveSample(service, run, {}).catch(() => {}), BEAT_MS)
  const end = (change: Partial<Sample>) => saveSample(service, run, { ...change, ended_at: iso(service.clock.now()) })
  try {
    const sample = await openSample(service, run)
    if (!sample) return
    await fill(service, run, sample, signal)
    await end({ state: 'done', keys: [] })
  } catch (error) {
    if (error instanceof Lost) return
    await end({ state: 'stopped', reason: reasonFor(service, error) }).catch(() => {})
  } finally {
    clearInterval(beat)
  }
}
