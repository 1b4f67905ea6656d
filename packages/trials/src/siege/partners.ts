// Attacks that partners can make with their keys and ordinary limits. Each attack has its own partner with several keys, used in turn.
import { setTimeout as sleep } from 'node:timers/promises'
import { ADDRESS as FROM, LABEL_RETURN as SHIPMENT } from '../lib/client.ts'
import type { Json } from '../lib/run.ts'
import type { Attack, Partner } from './attack.ts'
import { browse, connect, readSlowly } from './client.ts'

const MEMBERS = 1000
const batch = (member: object) => JSON.stringify({ shipments: Array(MEMBERS).fill(member) })
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex')
const DOCUMENT = Buffer.concat([PNG_START, Buffer.alloc(5_000_000)])
const UNKNOWN_FIELDS = Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`a${i}`, 1]))
const SCAN_OF_UNKNOWN_FIELDS = {
  kind: 'custody',
  shipment_id: 'shp_1',
  ...Object.fromEntries(Array.from({ length: 95 }, (_, i) => [`f${i}`, 1])),
}

/** Creates the partner's object of this name only once. If the create fails, the next call repeats it. */
const made = async (partner: Partner, name: string, make: () => Promise<Json>): Promise<Json> => {
  const making = partner.made.get(name) ?? make()
  partner.made.set(name, making)
  try {
    return await making
  } catch (error) {
    partner.made.delete(name)
    throw error
  }
}

/** Returns the ids of the partner's first batch of shipments, which is created only once. */
const shipmentsOf = (partner: Partner, member: object = { ...SHIPMENT, from: FROM }): Promise<string[]> =>
  made(partner, 'ids', async () => {
    const { data } = await partner.next().json('POST', '/v2/shipments/batch', batch(member))
    return data.map(({ id }: Json) => id)
  })

const storesOf = (partner: Partner): Promise<string[]> =>
  made(partner, 'stores', async () => {
    const { data } = await partner.next().json('GET', '/v2/drop-off-locations?lat=40.74&lon=-74.0&radius_km=500&limit=100')
    return data.map(({ store_id }: Json) => store_id)
  })

/** Many shipments with the same order number, so that a search returns as many as possible. */
const sameOrder = (partner: Partner) => shipmentsOf(partner, { ...SHIPMENT, from: FROM, order_id: 'the same' })

const STORES_HEAD = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone\n'
const file = (rows: number, row: (i: number) => string) =>
  Buffer.from(STORES_HEAD + Array.from({ length: rows }, (_, i) => row(i)).join(''))
const goodStore = (i: number) => `s${i},Store ${i},1 Main St,New York,NY,10011,US,40.7,-74,America/New_York\n`
/** Two files of several megabytes that change nothing. One is wrong in every row, the other only in its last row. */
const WRONG_FILES = [
  file(60_000, (i) => `"?${i}",,,,${'x'.repeat(60)},,ZZ,${i}00,north,Nowhere\n`),
  file(60_000, (i) => (i < 59_999 ? goodStore(i) : goodStore(0))),
]

const pickOf = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

export const PARTNERS: readonly Attack[] = [
  {
    name: 'batches of 1,000',
    at_once: 20,
    minimum_per_s: 0.3,
    run: ({ partner }) => partner.next().send('POST', '/v2/shipments/batch', batch(SHIPMENT)),
  },
  {
    name: 'contradictory bulks',
    at_once: 40,
    minimum_per_s: 0.5,
    run: async ({ partner, random }) => {
      const scans = (await shipmentsOf(partner)).map((shipment_id) => ({ kind: 'reject', shipment_id }))
      // Half of the clients leave before the answer.
      return partner.next().send('POST', '/v2/scan-events/bulk', { scans }, random() < 0.5 ? { leave_ms: 300 } : {})
    },
  },
  {
    name: 'hundreds of labels',
    at_once: 12,
    minimum_per_s: 0.1,
    run: async ({ partner, random }) => {
      const shipment_ids = (await shipmentsOf(partner, { ...SHIPMENT, from: { ...FROM, name: '山田太郎' } })).slice(0, 500)
      return partner.next().send('POST', '/v2/labels', { shipment_ids, format: random() < 0.7 ? 'pdf' : 'zpl', dpi: 300 })
    },
  },
  {
    name: 'unknown fields',
    at_once: 6,
    minimum_per_s: 0.05,
    run: ({ partner, random }) =>
      random() < 0.5
        ? partner.next().send('POST', '/v2/scan-events/bulk', { scans: Array(MEMBERS).fill(SCAN_OF_UNKNOWN_FIELDS) })
        : partner.next().send('POST', '/v2/shipments', UNKNOWN_FIELDS),
  },
  {
    name: 'unread documents',
    at_once: 30,
    minimum_per_s: 0.1,
    run: async ({ partner, random }) => {
      if (random() < 0.05) partner.made.delete('document')
      const { id } = await made(partner, 'document', () => partner.next().json('POST', '/v2/documents', DOCUMENT, { type: 'image/png' }))
      return partner.next().send('GET', `/v2/documents/${id}`, '', { unread: true, leave_ms: 20_000 })
    },
  },
  {
    name: 'the feed by time',
    at_once: 40,
    minimum_per_s: 1,
    run: async ({ partner }) => {
      await shipmentsOf(partner)
      return partner.next().send('GET', '/v2/events?created_after=2020-01-01T00:00:00Z&created_before=2020-01-02T00:00:00Z')
    },
  },
  {
    name: 'thousands that expire at the same time',
    at_once: 20,
    minimum_per_s: 0.5,
    run: async ({ partner, random }) => {
      const expires_at = new Date(Date.now() + 3000).toISOString()
      if (random() < 0.2) return partner.next().send('POST', '/v2/shipments/batch', batch({ ...SHIPMENT, from: FROM, expires_at }))
      return partner.next().send('GET', '/v2/shipments?limit=1')
    },
  },
  {
    name: 'one counter after another',
    at_once: 20,
    minimum_per_s: 0.1,
    run: async ({ partner, random }) => {
      const [ids, stores] = [await shipmentsOf(partner), await storesOf(partner)]
      const scans = ids.slice(0, 680).map((shipment_id) => ({ kind: 'accept', shipment_id, store_id: pickOf(random, stores) }))
      return partner.next().send('POST', '/v2/scan-events/bulk', { scans })
    },
  },
  {
    name: 'constant clock changes',
    at_once: 8,
    minimum_per_s: 0.5,
    run: async ({ partner, receivers }) => {
      await made(partner, 'failing', () =>
        partner.next().json('POST', '/v2/webhooks', { url: receivers.url('status'), enabled_events: ['*'] }),
      )
      await shipmentsOf(partner)
      return partner.next().send('POST', '/v2/test/clock/advance', { seconds: 400 })
    },
  },
  {
    name: 'truncated signed bodies',
    at_once: 12,
    minimum_per_s: 2,
    run: async ({ partner, port, random }) => {
      const client = partner.next()
      const body = batch(SHIPMENT)
      const headers = Object.entries(await client.headers('POST', '/v2/shipments/batch', body)).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      )
      const socket = await connect(port, client.from)
      const head = `POST /v2/shipments/batch HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers.join('')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
      // Sends either the whole body or a part of it, and closes the connection before the answer.
      socket.write(head + (random() < 0.5 ? body : body.slice(0, 20_000)))
      await sleep(random() * 300)
      socket.resetAndDestroy()
    },
  },
  {
    name: 'CSV lists read slowly',
    at_once: 12,
    minimum_per_s: 0.3,
    run: async ({ partner, random }) => {
      await shipmentsOf(partner)
      const list = pickOf(random, ['/v2/shipments', '/v2/events'])
      return partner.next().send('GET', list, '', { accept: 'text/csv', leave_ms: 10_000, ...(random() < 0.5 && { onAnswer: readSlowly }) })
    },
  },
  {
    name: 'searches with the most results',
    at_once: 30,
    minimum_per_s: 2,
    run: async ({ partner }) => {
      await sameOrder(partner)
      return partner.next().send('GET', '/v2/search?q=the%20same')
    },
  },
  {
    name: 'constant reads of open work',
    at_once: 20,
    minimum_per_s: 2,
    run: async ({ partner }) => {
      await shipmentsOf(partner)
      return partner.next().send('GET', '/v2/today')
    },
  },
  {
    name: 'sign-in links, created and opened',
    at_once: 10,
    minimum_per_s: 2,
    run: async ({ partner, port, random }) => {
      const person = { name: 'Ada Example', email: 'ada@example.com', access: 'partner' }
      const { url } = await partner.next().json('POST', '/v2/console-links', person)
      if (random() < 0.5) return browse(port, '127.0.4.250', 'POST', '/v2/console-sessions', JSON.stringify({ token: url.split('#')[1] }))
    },
  },
  {
    name: 'invalid import files',
    isOperator: true,
    at_once: 2,
    minimum_per_s: 0.05,
    run: ({ partner, random }) =>
      partner.next().send('POST', '/v2/ops/imports?kind=stores', pickOf(random, WRONG_FILES), { type: 'text/csv' }),
  },
  {
    name: 'events for failing receivers',
    at_once: 4,
    minimum_per_s: 0.05,
    run: async ({ partner, receivers }) => {
      const open = (illness: string) => partner.next().json('POST', '/v2/webhooks', { url: receivers.url(illness), enabled_events: ['*'] })
      await made(partner, 'webhooks', () => Promise.all(receivers.illnesses.map(open)))
      const shipments = Array(50).fill({ ...SHIPMENT, from: FROM })
      return partner.next().send('POST', '/v2/shipments/batch', { shipments })
    },
  },
]
