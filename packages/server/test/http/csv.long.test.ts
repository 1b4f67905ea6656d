// Lists as CSV: all rows of the list, safe to open in a spreadsheet, and never a partial file that looks complete.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import { Unavailable } from '../../src/database/db.ts'
import { Csv, csvAnswer } from '../../src/http/csv.ts'
import { streams } from '../../src/http/streams.ts'
import { unread } from '../../src/http/unread.ts'
import type { Answer } from '../../src/service/execute.ts'
import { World } from '../coverage/world.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { watchStatements } from '../support/statements.ts'
import { until as untilIn } from '../support/until.ts'

const until = (what: string, condition: () => unknown): Promise<unknown> => untilIn(what, async () => condition(), 30_000)
const CSV = { headers: { Accept: 'text/csv' } }
/** More rows than the buffers between two sockets hold, so that a client that does not read blocks the answer. */
const MANY = 20_000

let world: World
let many: TestClient & { partnerId: string }
beforeAll(async () => {
  world = await World.open()
  many = await world.service.partner({ name: 'Many' })
  const { id } = (await many.post('/v2/shipments', { ...RETURN, metadata: { note: 'x'.repeat(400) } })).json
  const { db } = world.service.running.service
  const [{ columns }] = (await db.query<{ columns: string }>(
    'test_columns',
    "select string_agg(column_name, ', ') as columns from information_schema.columns where table_name = 'shipments' and column_name not in ('id', 'tracking', 'barcode', 'created_at')",
  )) as [{ columns: string }]
  await db.query(
    'test_rows',
    `insert into shipments (id, tracking, barcode, created_at, ${columns})
     select 'shp_' || lpad(n::text, 26, '0'), 'T' || lpad(n::text, 26, '0'), lpad(n::text, 20, '0'), created_at - n * interval '1 second', ${columns}
       from shipments, generate_series(1, ${MANY}) n where id = '${id}'`,
  )
})
afterAll(() => world.close())

/** Returns the fields of each line, by RFC 4180. */
const parse = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  for (const [whole, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    if (whole === '') throw new Error('not CSV')
    row.push(quoted === undefined ? (plain as string) : quoted.replaceAll('""', '"'))
    if (end !== '\r\n') continue
    rows.push(row)
    row = []
  }
  return rows
}
const read = async (path: string, client: TestClient = world.owner) => {
  const { status, headers, text } = await client.send('GET', path, CSV)
  expect([status, headers.get('content-type'), status === 200 ? '' : text]).toEqual([200, 'text/csv; header=present; charset=utf-8', ''])
  const [head = [], ...rows] = parse(text)
  return rows.map((row) => {
    expect(row.length).toBe(head.length)
    return Object.fromEntries(head.map((name, i) => [name, row[i] as string]))
  })
}
const idsOf = (rows: Record<string, string>[]) => rows.map(({ id }) => id)

describe('a list as CSV has the same rows as in JSON', () => {
  const LISTS: Record<string, () => Promise<{ path: string; client?: TestClient; id?: string }>> = {
    shipments: async () => ({ path: `/v2/shipments?order_id=${(await world.shipment()).order_id}` }),
    'shipments that did not move, the longest first': async () => {
      await world.shipment('in_transit')
      await world.shipment('in_transit')
      return { path: `/v2/shipments?not_moved_since=${new Date().toISOString()}` }
    },
    'shipments all partners': async () => ({ path: `/v2/ops/shipments?q=${(await world.shipment()).tracking}`, client: world.operator }),
    claims: async () => ({ path: `/v2/claims?shipment_id=${(await world.claim()).shipment_id}` }),
    'claims all partners': async () => ({
      path: `/v2/ops/claims?shipment_id=${(await world.claim()).shipment_id}`,
      client: world.operator,
    }),
    disputes: async () => ({ path: `/v2/disputes?shipment_id=${(await world.dispute()).shipment_id}` }),
    'disputes all partners': async () => ({
      path: `/v2/ops/disputes?shipment_id=${(await world.dispute()).shipment_id}`,
      client: world.operator,
    }),
    discrepancies: async () => ({
      path: `/v2/discrepancies?shipment_id=${(await world.make('/v2/discrepancies', await world.discrepancyBody())).shipment_id}`,
    }),
    events: async () => {
      const { id } = await world.shipment('in_transit')
      await world.owner.settle()
      return { path: `/v2/events?shipment=${id}`, id: 'eventID' }
    },
    "a partner's events": async () => {
      const { id } = await world.shipment('in_transit')
      await world.owner.settle()
      return { path: `/v2/ops/events?partner_id=${world.owner.partnerId}&shipment=${id}`, id: 'eventID', client: world.operator }
    },
  }
  test.each(Object.entries(LISTS))('%s', async (_, make) => {
    const { path, client = world.owner, id = 'id' } = await make()
    const { data } = (await client.get(path)).json
    const rows = await read(path, client)
    expect(data.length).toBeGreaterThan(0)
    expect(rows.map((row) => row[id])).toEqual(data.map((one: Record<string, string>) => one[id]))
    for (const [i, row] of rows.entries()) {
      if (row.record !== undefined) expect(JSON.parse(row.record)).toEqual(data[i])
      for (const [name, value] of Object.entries(data[i] as Record<string, unknown>))
        if (name in row && (value === null || typeof value !== 'object')) expect([name, row[name]]).toEqual([name, String(value ?? '')])
    }
  })

  test('with a column for each nested field, and JSON for values without fixed fields', async () => {
    const { id } = await world.make('/v2/shipments', { ...RETURN, metadata: { a: 'b, "c"' }, order_id: 'line\r\nbreak, "quoted"' })
    const [row] = (await read('/v2/shipments?limit=1')).slice(0, 1)
    expect(row).toMatchObject({ id, 'to.country': 'US', 'parcel.weight_unit': 'lb', order_id: 'line\r\nbreak, "quoted"' })
    expect(JSON.parse(row?.metadata as string)).toEqual({ a: 'b, "c"' })
    expect([row?.['custody.holder'], row?.partner_id]).toEqual(['', ''])
  })

  test('and shows a counter, a viewer and another partner only what each may see', async () => {
    const { id } = await world.shipment()
    await world.make('/v2/scan-events/accept', { shipment_id: id, store_id: world.storeId })
    const elsewhere = await world.shipment()
    const atCounter = idsOf(await read('/v2/shipments', await world.signedIn('counter')))
    expect([atCounter.includes(id), atCounter.includes(elsewhere.id)]).toEqual([true, false])
    expect(idsOf(await read('/v2/shipments', await world.signedIn('partner-viewer')))).toContain(elsewhere.id)
    expect(idsOf(await read('/v2/shipments', world.other))).toEqual([])
    expect((await (await world.signedIn('handler')).send('GET', '/v2/shipments', CSV)).status).toBe(403)
  })
})

test.each(['=1+1', '+1 555 0100', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', "'=1", "'''@x"])(
  'no spreadsheet runs text of a partner: %j gets an apostrophe in front',
  async (order_id) => {
    const { id } = await world.make('/v2/shipments', { ...RETURN, order_id })
    const [row] = await read('/v2/shipments?limit=1')
    expect([row?.id, row?.order_id]).toEqual([id, `'${order_id}`])
  },
)

test.each([
  ['a semicolon', 'a;=1+1;b', "a;'=1+1;b"],
  ['a tab', 'a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a line break', 'a\r\n+1', "a\r\n'+1"],
  ['apostrophes', "a;''=1", "a;'''=1"],
])('no spreadsheet with other separators runs text after %s', async (_, order_id, safe) => {
  const { id } = await world.make('/v2/shipments', { ...RETURN, order_id })
  const [row] = await read('/v2/shipments?limit=1')
  expect([row?.id, row?.order_id]).toEqual([id, safe])
})

test('JSON in a column has no formula after a semicolon, and its value is unchanged', async () => {
  const metadata = { note: 'a;=1+1;-2;b' }
  await world.make('/v2/shipments', { ...RETURN, metadata })
  const text = (await read('/v2/shipments?limit=1'))[0]?.metadata as string
  expect([JSON.parse(text), /;[=+\-@]/.test(text)]).toEqual([metadata, false])
})

test('numbers stay numbers, and harmless texts stay unchanged', async () => {
  const { id } = await world.shipment('label_ready', { order_id: "it's a=b; - c;d" })
  const made = await world.make(`/v2/shipments/${id}/adjustments`, { delta_amount: -50, reason: 'service' })
  await world.make(`/v2/adjustments/${made.id}/dispute`, { reason: 'no' })
  expect((await read(`/v2/disputes?shipment_id=${id}`))[0]?.delta_amount).toBe('-50')
  expect((await read('/v2/shipments?limit=1'))[0]?.order_id).toBe("it's a=b; - c;d")
})

test('every row appears once, in the order of the list, over any number of pages', async () => {
  const rows = await read('/v2/shipments', many)
  const ids = idsOf(rows)
  expect([ids.length, new Set(ids).size]).toEqual([MANY + 1, MANY + 1])
  const times = rows.map(({ created_at }) => created_at as string)
  expect(times).toEqual([...times].sort().reverse())
})

test('a shortened list says so in its last line, with a cursor that continues without a gap', async () => {
  const [whole, first] = [await read('/v2/shipments?created_after=2000-01-01T00:00:00Z', many), await read('/v2/shipments?limit=100', many)]
  const last = first.at(-1) as Record<string, string>
  const [mark, cursor, ...empty] = Object.values(last)
  expect([first.length, mark, empty.every((text) => text === '')]).toEqual([101, 'has_more', true])
  const rest = await read(`/v2/shipments?limit=50&cursor=${cursor}`, many)
  expect(idsOf([...first.slice(0, -1), ...rest.slice(0, -1)])).toEqual(idsOf(whole.slice(0, 150)))
  expect(idsOf(whole)).not.toContain('has_more')
})

test('clients that do not prefer CSV get JSON', async () => {
  for (const Accept of ['', '*/*', 'text/*', 'application/json', 'text/csv;q=0.5, application/json', 'text/csv;q=0', 'text/html, */*'])
    expect((await world.owner.send('GET', '/v2/shipments?limit=1', { headers: { Accept } })).json?.object, Accept).toBe('list')
  for (const Accept of ['text/csv', 'TEXT/CSV; header=present', 'text/csv, application/json;q=0.9', 'text/csv, */*'])
    expect((await world.owner.send('GET', '/v2/shipments?limit=1', { headers: { Accept } })).headers.get('content-type'), Accept).toMatch(
      /^text\/csv/,
    )
  // An endpoint without CSV still answers with JSON.
  expect((await world.owner.send('GET', '/v2/webhooks', CSV)).json.object).toBe('list')
})

test('a refusal is JSON, even if CSV was requested', async () => {
  for (const [query, refused, code] of [
    ['?cursor=nonsense', 400, 'invalid_cursor'],
    ['?status=nowhere', 422, 'validation_failed'],
    ['?limit=1000', 422, 'validation_failed'],
  ] as const) {
    const { status, json } = await world.owner.send('GET', `/v2/shipments${query}`, CSV)
    expect([status, json.error.code]).toEqual([refused, code])
  }
})

test('HEAD has the headers of GET and reads only the first page', async () => {
  const before = await counting(async () => {
    const { status, headers, bytes } = await many.send('HEAD', '/v2/shipments', CSV)
    expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'text/csv; header=present; charset=utf-8', 0])
  })
  expect(before).toBe(1)
  expect(streams.open).toBe(0)
})

/** Counts the reads of shipment lists during `work`. Calls `after` with the new count after each read. */
const counting = async (work: (count: () => number) => Promise<unknown>, after: (count: number) => void = () => {}): Promise<number> => {
  let count = 0
  const stop = watchStatements((name) => {
    if (!name.startsWith('shipments_list')) return
    count++
    after(count)
  })
  try {
    await work(() => count)
  } finally {
    stop()
  }
  return count
}

const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await until('every place is given back', () => streams.open === 0 && unread.kept === 0)
})

/** Requests the long list on its own connection, and does not read the answer. */
const ask = async (client: TestClient = many): Promise<Socket> => {
  const { hostname, port, host } = new URL(client.url)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  await once(socket, 'connect')
  const { api_key, signing_secret } = client.credentials
  const signed = Object.entries(await new RequestSigner(signing_secret).headers('', Math.floor(Date.now() / 1000)))
  const headers = [`Host: ${host}`, `X-Api-Key: ${api_key}`, 'Accept: text/csv', ...signed.map(([name, value]) => `${name}: ${value}`)]
  socket.write(`GET /v2/shipments HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  return socket
}
/** The last chunk of an answer of unknown length. */
const END = '\r\n0\r\n\r\n'
/** Returns all data until the connection or the answer ends. */
const drain = async (socket: Socket): Promise<string> => {
  let text = ''
  // A search of the whole text for its end would copy the text for each of hundreds of chunks.
  let tail = ''
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      const added = chunk.toString('latin1')
      text += added
      tail = (tail + added.slice(-END.length)).slice(-END.length)
      if (tail === END) resolve()
    })
    socket.on('close', () => resolve())
  })
  socket.resume()
  await ended
  return text
}

test('an error midway breaks off the answer, so that no part looks complete', async () => {
  await counting(
    async () => {
      const text = await drain(await ask())
      expect(text).toMatch(/^HTTP\/1.1 200 /)
      expect(text.split('shp_').length).toBeGreaterThan(200)
      expect(text.endsWith('0\r\n\r\n')).toBe(false)
      await expect(many.send('GET', '/v2/shipments', CSV)).rejects.toThrow()
    },
    (count) => {
      if (count % 5 === 0) throw new Unavailable('the database went away')
    },
  )
  // Without an error the answer is complete.
  expect((await drain(await ask())).endsWith('0\r\n\r\n')).toBe(true)
})

test('a client that stops reading delays nobody and is buffered to a limit; disconnecting frees everything', async () => {
  await counting(async (count) => {
    const stalled = await ask()
    await until('it was begun', () => streams.open === 1 && count() > 1)
    let before = -1
    await until('no more is read for it', async () => {
      const now = count()
      const isStill = now === before
      before = now
      // Other requests are served while this client stalls.
      for (let i = 0; i < 20; i++) expect((await world.other.get('/v2/claims')).status).toBe(200)
      return isStill
    })
    expect(count()).toBeLessThan(MANY / 100 / 2 + 100)
    expect(unread.kept).toBeGreaterThan(0)
    stalled.resetAndDestroy()
    await until('its place is given back', () => streams.open === 0 && unread.kept === 0)
  })
})

test('a partner can read four CSV lists at a time, and another partner still has room', async () => {
  for (let i = 0; i < 4; i++) await ask()
  await until('they were begun', () => streams.open === 4)
  const refused = await many.send('GET', '/v2/shipments', CSV)
  expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  expect(refused.json.error.details).toEqual({ limit: 4 })
  expect((await many.get('/v2/shipments?limit=1')).status).toBe(200)
  expect((await world.owner.send('GET', '/v2/shipments?limit=1', CSV)).status).toBe(200)
  sockets[0]?.destroy()
  await until('there is room again', () => streams.open === 3)
  expect((await many.send('GET', '/v2/shipments?limit=1', CSV)).status).toBe(200)
})

test('closing a connection frees all its CSV lists, including those that wait behind the first', async () => {
  const first = await ask()
  const { api_key, signing_secret } = many.credentials
  const signed = Object.entries(await new RequestSigner(signing_secret).headers('', Math.floor(Date.now() / 1000)))
  const headers = [`Host: x`, `X-Api-Key: ${api_key}`, 'Accept: text/csv', ...signed.map(([name, value]) => `${name}: ${value}`)]
  first.write(`GET /v2/shipments HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`.repeat(2))
  await until('they were begun', () => streams.open === 3)
  first.resetAndDestroy()
  await until('all is given back', () => streams.open === 0 && unread.kept === 0)
})

test('other work runs between two pages', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  turn()
  const seen: number[] = []
  const read = async () => {
    const began_ms = performance.now()
    while (performance.now() - began_ms < 5);
    seen.push(turns)
    return { rows: ['row\r\n'], next: seen.length < 20 ? 'next' : null }
  }
  const answer = (await csvAnswer(new Csv(Type.Object({ id: Type.String() })), 'list', {}, read)) as Answer
  for await (const _ of answer.stream as AsyncIterable<string>);
  isOver = true
  // The first page is left out, because it is read before the answer begins.
  expect(new Set(seen.slice(1)).size).toBe(19)
})
