// The proof of the counter's queue: scans confirmed in two tabs of a device without a dependable line, whose browser is killed again and again.
// What the page said is kept is in the service's history once, in the order in which it was confirmed on the device, with its own time.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { until } from '../../../server/test/support/until.ts'
import type { Fate } from './offline/flapping-line.ts'
import { entriesOf, statusOf, withQueueWorld } from './offline/world.ts'

const SCANS = 200
const KILLS = Number(process.env.KILLS ?? 20)
const SEED = Number(process.env.BACKHAUL_SEED ?? 20_261_122)
const TIMEOUT_MS = 170_000

const world = withQueueWorld()

/** The same numbers for the same seed (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** What a page said: "kept". Times are those of the device. */
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
        await new Promise((resolve) => setTimeout(resolve, (seed * (i + 3)) % 60))
      }
    },
    { tab, parcels, seed },
  )

const openTab = async (context: BrowserContext, told: (told: Told) => void): Promise<Page> => {
  const page = await world.open(context)
  await page.exposeBinding('told', (_source, one: Told) => told(one))
  return page
}

test(
  `${SCANS} scans in two tabs, the browser killed ${KILLS} times and the line flapping: each that was kept is in the history once, in order`,
  async () => {
    const random = seeded(SEED)
    const parcels = await world.parcels(20)
    const device = world.device()
    await world.settle(device)
    const told: Told[] = []
    const fates: Fate[] = ['through', 'before', 'unanswered', 'middle', 'after']
    for (let kill = 0; kill < KILLS; kill++) {
      const isDown = random() < 0.4
      world.line.fate = (method) => {
        if (isDown) return 'before'
        return method === 'GET' || random() < 0.5 ? 'through' : (fates[Math.floor(random() * fates.length)] as Fate)
      }
      const context = await device.start()
      const before = told.length
      const tabs = await Promise.all([openTab(context, (one) => told.push(one)), openTab(context, (one) => told.push(one))])
      const ends = tabs.map((page, tab) => confirm(page, `${kill}-${tab}`, parcels, Math.floor(random() * 1000)).catch(() => {}))
      const flaps = random() < 0.5
      if (flaps) await context.setOffline(true).catch(() => {})
      await until('the clerk has confirmed some', () => told.length >= before + SCANS / 20, 20_000)
      if (flaps) await context.setOffline(false).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, random() * 300))
      await device.kill()
      await Promise.all(ends)
    }
    expect(told.length).toBeGreaterThanOrEqual((SCANS * KILLS) / 20)

    world.line.fate = () => 'through'
    const page = await world.open(await device.start())
    await until('everything is sent', async () => (await statusOf(page)).open === 0, 60_000)
    const entries = await entriesOf(page)
    const history = await world.history(parcels)
    console.log({
      told: told.length,
      entries: entries.length,
      history: history.length,
      requests: world.line.passed.length,
      scans: world.line.passed.filter(({ key }) => key).length,
    })

    // Once: what was kept, and nothing that was not.
    const timesOf = (marker: string) => history.filter(({ details }) => details.reject_reason_note === marker)
    expect(told.filter(({ marker }) => timesOf(marker).length !== 1)).toEqual([])
    expect(new Set(history.map(({ details }) => details.reject_reason_note)).size).toBe(history.length)
    expect(entries.filter(({ state }) => state !== 'sent')).toEqual([])
    // In order, each with its own time.
    expect(history.map(({ details }) => details.reject_reason_note)).toEqual(entries.map(({ title }) => title))
    expect(told.filter(({ marker, occurred_at }) => timesOf(marker)[0]?.occurred_at !== occurred_at)).toEqual([])
    expect(
      told.filter(
        ({ occurred_at, begun_ms, kept_ms }) => Date.parse(occurred_at) < begun_ms - 1_000 || Date.parse(occurred_at) > kept_ms + 1_000,
      ),
    ).toEqual([])
    expect(entries.filter(({ occurred_at }, i) => i > 0 && occurred_at <= (entries[i - 1]?.occurred_at as string))).toEqual([])
    // The numbers of the device are the order of confirmation, over both tabs.
    const inOrder = [...told].sort((a, b) => a.seq - b.seq)
    const behind = inOrder.filter((later, i) => inOrder.slice(0, i).some((earlier) => later.kept_ms < earlier.begun_ms))
    expect(behind).toEqual([])
    expect(world.line.mostAtOnce).toBe(1)
  },
  TIMEOUT_MS,
)
