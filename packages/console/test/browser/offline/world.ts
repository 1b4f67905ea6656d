// Setup for the tests of the queue: the service, a connection to it, and devices.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type TestContext } from 'vitest'
import { RETURN } from '../../../../server/test/support/client.ts'
import { startTestService, type TestService } from '../../../../server/test/support/service.ts'
import { until } from '../../../../server/test/support/until.ts'
import type { Entry, NewEntry, QueueStatus } from '../../../src/counter/queue/types.ts'
import { PATIENCE_MS } from '../support.ts'
import { Witness } from '../witness.ts'
import { queuePage } from './bundle.ts'
import { Device } from './device.ts'
import { FlappingLine } from './flapping-line.ts'

export class QueueWorld {
  service!: TestService
  line!: FlappingLine
  #files!: Awaited<ReturnType<typeof queuePage>>
  readonly #devices: Device[] = []
  readonly #witness = new Witness()

  async start(): Promise<void> {
    this.#files = await queuePage()
    this.service = await startTestService()
  }

  /** Starts a new connection for each test. */
  async begin(): Promise<void> {
    this.line = await new FlappingLine(this.service.url, this.#files).start()
  }

  device(): Device {
    const device = new Device((context) => this.#witness.watch(context))
    this.#devices.push(device)
    return device
  }

  async end(test: TestContext): Promise<void> {
    await this.#witness.endTest(test)
    for (const device of this.#devices.splice(0)) await device.remove()
    await this.line.stop()
  }

  async stop(): Promise<void> {
    await this.service?.close()
  }

  async parcels(count: number): Promise<string[]> {
    const made = await Promise.all(Array.from({ length: count }, () => this.service.demo.post('/v2/shipments', RETURN)))
    return made.map(({ json }) => json.id)
  }

  /** Opens a tab with the queue, which knows the signed-in user. */
  async open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(`${this.line.url}/queue`)
    return page
  }

  async stores(): Promise<string[]> {
    const { json } = await this.service.demo.get('/v2/drop-off-locations?postal_code=10011&country=US')
    return json.data.map(({ store_id }: { store_id: string }) => store_id)
  }

  /** Signs a user in on the device of this page, with a link for the counter of a store. */
  async signIn(page: Page, store_id: string, name = 'Cora Counter'): Promise<string> {
    const link = await this.service.demo.post('/v2/console-links', { name, email: 'cora@example.com', access: 'counter', store_id })
    expect([link.status, link.text]).toEqual([201, expect.anything()])
    const token = new URL(link.json.url).hash.slice(1)
    const id = await page.evaluate(async (token) => {
      const headers = { 'content-type': 'application/json', 'x-backhaul-console': '1' }
      const answer = await fetch('/v2/console-sessions', { method: 'POST', headers, body: JSON.stringify({ token }) })
      const session = await answer.json()
      ;(await window.opened).wake()
      return session.id
    }, token)
    await until('the device knows who is signed in', () => statusOf(page).then(({ session }) => session?.id === id), PATIENCE_MS)
    return id
  }

  /** Signs in while the connection is up, so that the device knows its user and the service's clock. */
  async settle(device: Device, store_id?: string): Promise<void> {
    const page = await this.open(await device.start())
    await this.signIn(page, store_id ?? ((await this.stores())[0] as string))
    await device.quit()
  }

  /** Returns all scans of the parcels in the service, in the order in which they arrived. */
  async history(parcels: readonly string[]): Promise<Recorded[]> {
    const lists = await Promise.all(parcels.map((id) => this.service.demo.get(`/v2/shipments/${id}/scans?limit=100`)))
    expect(lists.filter(({ json }) => json.has_more !== false)).toEqual([])
    const scans: Recorded[] = lists.flatMap(({ json }) => json.data)
    return scans.sort((a, b) => (a.recorded_at < b.recorded_at ? -1 : a.recorded_at > b.recorded_at ? 1 : 0))
  }
}

export interface Recorded {
  id: string
  shipment_id: string
  kind: string
  occurred_at: string
  recorded_at: string
  device_time: string | null
  details: { reject_reason_note?: string; photo_document_id?: string }
}

export const withQueueWorld = (): QueueWorld => {
  const world = new QueueWorld()
  beforeAll(() => world.start())
  beforeEach(() => world.begin())
  afterEach((test) => world.end(test))
  afterAll(() => world.stop())
  return world
}

/** The result of `add`: the entry, or the reason why it was not kept. */
export const add = (
  page: Page,
  entry: Omit<NewEntry, 'attachment'>,
  photoBytes = 0,
): Promise<{ kept?: Entry; reason?: string; message?: string }> =>
  page.evaluate(
    async ({ entry, photoBytes }) => {
      const bytes = new Uint8Array(photoBytes)
      bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].slice(0, photoBytes))
      const attachment = { blob: new Blob([bytes], { type: 'image/png' }), field: 'photo_document_id' }
      try {
        return { kept: await (await window.opened).add(photoBytes > 0 ? { ...entry, attachment } : entry) }
      } catch (error) {
        return { reason: String((error as { reason?: string }).reason), message: (error as Error).message }
      }
    },
    { entry, photoBytes },
  )

/** Returns the entry of a refusal at the counter. Refusals may be recorded many times for one parcel. The note identifies each of them. */
export const refusal = (shipment_id: string, note: string): NewEntry => ({
  path: '/v2/scan-events/reject',
  body: { shipment_id, reject_reason: 'damaged', reject_reason_note: note },
  title: note,
})

export const settled = (page: Page, seq: number): Promise<Entry> => page.evaluate(async (seq) => (await window.opened).settled(seq), seq)

export const entriesOf = (page: Page) =>
  page.evaluate(async () => {
    const queue = await window.opened
    return new Promise<Entry[]>((resolve) => queue.subscribe((entries) => resolve([...entries]))())
  })

export const statusOf = (page: Page) =>
  page.evaluate(async () => {
    const queue = await window.opened
    return new Promise<QueueStatus>((resolve) => queue.subscribe((_, status) => resolve(status))())
  })
