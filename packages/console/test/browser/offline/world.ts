// What the tests of the queue begin with: the service, a line to it, and devices.
import { createHmac } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { RETURN } from '../../../../server/test/support/client.ts'
import { startTestService, type TestService } from '../../../../server/test/support/service.ts'
import { until } from '../../../../server/test/support/until.ts'
import { queuePage } from './bundle.ts'
import { Device } from './device.ts'
import { FlappingLine } from './flapping-line.ts'

export class QueueWorld {
  service!: TestService
  line!: FlappingLine
  #files!: Awaited<ReturnType<typeof queuePage>>
  readonly #devices: Device[] = []

  async start(): Promise<void> {
    this.#files = await queuePage()
    this.service = await startTestService()
  }

  /** A line for each test. */
  async begin(): Promise<void> {
    this.line = await new FlappingLine(this.service.url, this.#files).start()
    standIn(this.line, this.service)
  }

  device(): Device {
    const device = new Device()
    this.#devices.push(device)
    return device
  }

  async end(): Promise<void> {
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

  /** A tab with the queue, which knows who is signed in. */
  async open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(`${this.line.url}/queue`)
    return page
  }

  /** Opens the queue once with the line up, so that the device knows who it is and what the service's clock shows. */
  async settle(device: Device): Promise<void> {
    const page = await this.open(await device.start())
    await until('the device knows who is signed in', () => statusOf(page).then(({ session }) => session), 20_000)
    await device.quit()
  }

  /** All scans of parcels as the service has them, in the order in which they came. */
  async history(parcels: readonly string[]): Promise<Recorded[]> {
    const lists = await Promise.all(parcels.map((id) => this.service.demo.get(`/v2/shipments/${id}/scans`)))
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
  details: { reject_reason_note?: string }
}

export const withQueueWorld = (): QueueWorld => {
  const world = new QueueWorld()
  beforeAll(() => world.start())
  beforeEach(() => world.begin())
  afterEach(() => world.end())
  afterAll(() => world.stop())
  return world
}

export const entriesOf = (page: Page) =>
  page.evaluate(async () => {
    const queue = await window.opened
    return new Promise<import('../../../src/counter/queue/types.ts').Entry[]>((resolve) =>
      queue.subscribe((entries) => resolve([...entries]))(),
    )
  })

export const statusOf = (page: Page) =>
  page.evaluate(async () => {
    const queue = await window.opened
    return new Promise<import('../../../src/counter/queue/types.ts').QueueStatus>((resolve) =>
      queue.subscribe((_, status) => resolve(status))(),
    )
  })

/** Until there are sessions: the line signs what the pages send. */
const standIn = (line: FlappingLine, service: TestService): void => {
  const { api_key, signing_secret } = service.demo.credentials
  line.instead = (_method, path) =>
    path === '/v2/console-sessions/current'
      ? {
          status: 200,
          body: {
            id: 'ses_1',
            access: 'counter',
            store_id: 'sto_1',
            partner_id: 'prt_1',
            environment: 'sandbox',
            name: 'Cora',
            email: 'c@example.com',
            server_time: new Date().toISOString(),
          },
        }
      : null
  line.prepare = async (method, path, headers, body) => {
    const text = path.startsWith('/v2/scan-events/') ? body.toString().replace(/,"device_time":"[^"]*"/, '') : null
    const bytes = text === null ? body : Buffer.from(text)
    const timestamp = String(Math.floor(Date.now() / 1000))
    headers.host = new URL(service.url).host
    headers['x-api-key'] = api_key
    headers['x-service-timestamp'] = timestamp
    headers['x-service-signature-v2'] = createHmac('sha256', signing_secret)
      .update(`v2\n${timestamp}\n${method}\n${path}\n${headers.host}\n`)
      .update(bytes)
      .digest('hex')
    return bytes
  }
}
