// The proof that the counter's queue is reliable. Two tabs of a device confirm scans over an unreliable connection. Meanwhile the browser
// is killed again and again, and sometimes finds its database damaged. Every scan that the page reported as kept must be in the service's
// history exactly once, with its own time and in the order of confirmation on the device.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { until } from '../../../server/test/support/until.ts'
import type { Fate } from './offline/flapping-line.ts'
import { entriesOf, statusOf, withQueueWorld } from './offline/world.ts'
import { PATIENCE_MS } from './support.ts'

const SCANS = 200
const KILLS = 20
const PARCELS = 20
/** One of this many kills also leaves a torn write. */
const TEAR_EVERY = 7
/** Another seed gives another run, with other kills, pauses and connection faults. */
const SEED = 20_261_122
const FATES: readonly Fate[] = ['through', 'before', 'unanswered', 'middle', 'after']
const TIMEOUT_MS = 1_200_000

const world = withQueueWorld()

/** Returns the same numbers for the same seed (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** A scan that a page reported as "kept". Times are those of the device. */
interface Told {
  marker: string
  seq: number
  occurred_at: string
  begun_ms: number
  kept_ms: number
}

/** Confirms one scan after the other until the tab is gone. */
const confirm = (page: Page, tab: string, parcels: readonly string[], seed: number) =>
  page.evaluate(
    async ({ tab, parcels, seed }) => {
      const queue = await window.opened
      for (let i = 0; ; i++) {
        const marker = `${tab}-${i}`
        const shipment_id = parcels[(seed + i * 7) % parcels.length] as string
        const begun_ms = Date.now()
        const body = { shipment_id, reject_reason: 'other', reject_reason_note: marker }
        const { seq, occurred_at } = await queue.add({ path: '/v2/scan-events/reject', body, title: marker })
        const told = { marker, seq, occurred_at, begun_ms, kept_ms: Date.now() }
        await (window as unknown as { told(told: unknown): Promise<void> }).told(told)
        await new Promise((resolve) => setTimeout(resolve, (seed * (i + 3)) % 120))
      }
    },
    { tab, parcels, seed },
  )

/** One run of the browser: two tabs confirm scans over a random connection until the browser is killed. */
const live = async (
  device: ReturnType<typeof world.device>,
  life: number,
  parcels: readonly string[],
  told: Told[],
  random: () => number,
) => {
  const isDown = random() < 0.4
  world.line.fate = (method) => {
    if (isDown) return 'before'
    return method === 'GET' || random() < 0.5 ? 'through' : (FATES[Math.floor(random() * FATES.length)] as Fate)
  }
  const before = told.length
  const context = await device.start()
  const openTab = async (context: BrowserContext): Promise<Page> => {
    const page = await world.open(context)
    await page.exposeBinding('told', (_source, one: Told) => told.push(one))
    return page
  }
  const tabs = await Promise.all([openTab(context), openTab(context)])
  const goesOffline = random() < 0.5
  if (goesOffline) await context.setOffline(true)
  const ends = tabs.map((page, tab) => confirm(page, `${life}-${tab}`, parcels, Math.floor(random() * 1000)).catch(() => {}))
  await until('the clerk has confirmed some', () => told.length >= before + SCANS / KILLS, PATIENCE_MS)
  if (goesOffline) await context.setOffline(false)
  await new Promise((resolve) => setTimeout(resolve, random() * 250))
  await device.kill()
  if (life % TEAR_EVERY === TEAR_EVERY - 1) device.tearDatabases()
  await Promise.all(ends)
}

test(
  `${SCANS} scans in two tabs, browser killed ${KILLS} times, database torn, connection unstable: each kept scan is recorded once, in order, with its time`,
  async () => {
    const random = seeded(SEED)
    const parcels = await world.parcels(PARCELS)
    const device = world.device()
    await world.settle(device)
    const told: Told[] = []
    for (let life = 0; life < KILLS; life++) await live(device, life, parcels, told, random)
    expect(told.length).toBeGreaterThanOrEqual(SCANS)

    world.line.fate = () => 'through'
    const page = await world.open(await device.start())
    const isDone = async () => (await statusOf(page)).open === 0
    await until('nothing is left to send', isDone, 60_000)
    const entries = await entriesOf(page)
    const history = await world.history(parcels)

    expect(entries.filter(({ state }) => state !== 'sent')).toEqual([])
    // Each confirmed scan exists exactly once. This includes scans that the page had no time to report.
    const markers = history.map(({ details }) => details.reject_reason_note)
    expect(told.filter(({ marker }) => !markers.includes(marker))).toEqual([])
    expect(new Set(markers).size).toBe(markers.length)
    // The entries were sent one after the other, in the order of confirmation. A torn write can lose a scan that was sent before the page
    // could report it as kept. The user saw no confirmation of such a scan, and the device has no entry for it.
    const known = new Set(entries.map(({ title }) => title))
    expect(markers.filter((marker) => marker && known.has(marker))).toEqual(entries.map(({ title }) => title))
    expect(told.filter(({ marker }) => !known.has(marker))).toEqual([])
    expect(world.line.mostAtOnce).toBe(1)
    // The sequence numbers of the device follow the order of confirmation across both tabs.
    const inOrder = [...told].sort((a, b) => a.seq - b.seq)
    expect(inOrder.filter((later, i) => inOrder.slice(0, i).some((earlier) => later.kept_ms < earlier.begun_ms))).toEqual([])
    // Each scan has the time that the page reported.
    const times = new Map(history.map(({ details, occurred_at }) => [details.reject_reason_note, occurred_at]))
    expect(told.filter(({ marker, occurred_at }) => times.get(marker) !== occurred_at)).toEqual([])
    const isOff = ({ occurred_at, begun_ms, kept_ms }: Told) =>
      Date.parse(occurred_at) < begun_ms - 1_000 || Date.parse(occurred_at) > kept_ms + 1_000
    expect(told.filter(isOff)).toEqual([])
    expect(entries.filter(({ occurred_at }, i) => i > 0 && occurred_at <= (entries[i - 1]?.occurred_at as string))).toEqual([])
    // The connection faults took effect: some scans were sent again after the service had stored them.
    expect(entries.filter(({ outcome }) => outcome?.replayed).length).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
