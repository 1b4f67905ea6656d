// Single faults at a counter: clocks, limits, full storage, expired sessions, refusals, photos, restarts.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { serve } from '../../../server/src/app/serve.ts'
import { until } from '../../../server/test/support/until.ts'
import type { Device } from './offline/device.ts'
import { add, entriesOf, refusal, settled, statusOf, withQueueWorld } from './offline/world.ts'
import { PATIENCE_MS } from './support.ts'

const MINUTE_MS = 60_000
/** Maximum difference on a busy machine between the time that the test notes and the time that the page notes. */
const CLOSE_MS = 10_000

const world = withQueueWorld()

/** A device at the first store with a signed-in tab, and a second store. */
const atCounter = async (prepare: (page: Page) => Promise<unknown> = async () => {}) => {
  const [here, elsewhere] = (await world.stores()) as [string, string]
  const device: Device = world.device()
  const context = await device.start()
  const page = await context.newPage()
  await prepare(page)
  await page.goto(`${world.line.url}/queue`)
  const session = await world.signIn(page, here)
  const [parcel] = (await world.parcels(1)) as [string]
  return { device, context, page, parcel, here, elsewhere, session }
}

const isDown = () => 'before' as const
const isUp = () => 'through' as const
const notesOf = async (parcel: string) => (await world.history([parcel])).map(({ details }) => details.reject_reason_note)
const stateOf = async (page: Page, seq: number) => (await entriesOf(page)).find((entry) => entry.seq === seq)?.state

test('a scan is on the disk before the page is told that it is kept', async () => {
  const { page, parcel } = await atCounter((page) =>
    page.addInitScript(() => {
      const written: string[] = []
      Object.assign(window, { written })
      const { transaction } = IDBDatabase.prototype
      IDBDatabase.prototype.transaction = function (stores, mode, options) {
        const made = transaction.call(this, stores, mode, options)
        if (mode === 'readwrite' && [stores].flat().includes('entries'))
          made.addEventListener('complete', () => written.push(made.durability))
        return made
      }
    }),
  )
  world.line.fate = isDown
  await page.evaluate(() => (window as unknown as { written: string[] }).written.splice(0))
  const kept = await page.evaluate(
    async (entry) => {
      await (await window.opened).add(entry)
      return [...(window as unknown as { written: string[] }).written]
    },
    refusal(parcel, 'strict'),
  )
  expect(kept).toEqual(['strict'])
})

test('waiting scans are sent once and in order, even after the browser deleted its damaged database', async () => {
  const { device, page, parcel, here } = await atCounter()
  const sentBefore = (await add(page, refusal(parcel, 'sent before'))).kept?.seq as number
  await settled(page, sentBefore)
  world.line.fate = (method) => (method === 'GET' ? 'through' : 'after')
  await add(page, refusal(parcel, 'had by the service'))
  await until('the service has it', async () => (await notesOf(parcel)).length === 2, PATIENCE_MS)
  world.line.fate = isDown
  const waiting = [await add(page, refusal(parcel, 'with a picture'), 20_000), await add(page, refusal(parcel, 'the last'))]
  const before = await entriesOf(page)
  // Damage the databases twice, because the second new database must be recognized as new too.
  for (let tear = 0; tear < 2; tear++) {
    await device.kill()
    device.tearDatabases()
    const again = await world.open(await device.start())
    expect((await entriesOf(again)).map(({ seq, key, occurred_at, title }) => ({ seq, key, occurred_at, title }))).toEqual(
      before.map(({ seq, key, occurred_at, title }) => ({ seq, key, occurred_at, title })),
    )
  }
  await device.kill()
  const later = await world.open(await device.start())
  const kept = (await add(later, refusal(parcel, 'afterward'))).kept
  expect(kept?.seq).toBeGreaterThan(waiting.at(-1)?.kept?.seq as number)
  world.line.fate = isUp
  // A killed browser also loses cookies that are less than half a minute old.
  await world.signIn(later, here)
  await settled(later, kept?.seq as number)
  expect(await notesOf(parcel)).toEqual(['sent before', 'had by the service', 'with a picture', 'the last', 'afterward'])
  const [scan] = (await world.history([parcel])).filter(({ details }) => details.reject_reason_note === 'with a picture')
  expect(scan?.details.photo_document_id).toMatch(/^doc_/)
  const copies = await later.evaluate(async () => {
    const cache = await caches.open('backhaul-counter-copy')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })
  expect(copies.filter((path) => path.endsWith('/attachment'))).toEqual([])
  expect(copies).toHaveLength(5)
})

test('a scan lost from the database is restored and sent in its order; a removed scan stays removed', async () => {
  const { context, page, parcel } = await atCounter()
  world.line.fate = isUp
  const refused = (await add(page, refusal('shp_unknown', 'refused'))).kept?.seq as number
  expect((await settled(page, refused))?.state).toBe('refused')
  world.line.fate = isDown
  const seqs: number[] = []
  for (const note of ['first', 'second', 'third']) seqs.push((await add(page, refusal(parcel, note))).kept?.seq as number)
  await page.evaluate(async (seq) => (await window.opened).discard(seq), refused)
  // Simulates the state after a kill: the entry is no longer in the database, but its number has been used.
  await page.evaluate(
    (seq) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('backhaul-counter')
        opening.onsuccess = () => {
          const removing = opening.result.transaction('entries', 'readwrite')
          removing.objectStore('entries').delete(seq)
          removing.oncomplete = () => resolve()
          removing.onerror = () => reject(removing.error)
        }
      }),
    seqs[1] as number,
  )
  await page.close()
  const later = await world.open(context)
  expect((await entriesOf(later)).map(({ seq }) => seq)).toEqual(seqs)
  world.line.fate = isUp
  await later.evaluate(async () => (await window.opened).wake())
  await until('all of it is sent', async () => (await statusOf(later)).open === 0, PATIENCE_MS)
  expect(await notesOf(parcel)).toEqual(['first', 'second', 'third'])
})

test('scans get true times although the device clock is wrong and changes offline; the device time is kept too', async () => {
  const { page, parcel } = await atCounter((page) =>
    page.addInitScript(() => {
      const now = Date.now
      const skew = { ms: Number(sessionStorage.getItem('skew') ?? 20 * 60_000) }
      Object.assign(window, { skew })
      Date.now = () => now() + skew.ms
      window.Date = class extends Date {
        constructor(...args: unknown[]) {
          super(...((args.length === 0 ? [Date.now()] : args) as []))
        }
      } as DateConstructor
    }),
  )
  const set = (ms: number) => page.evaluate((ms) => Object.assign((window as unknown as { skew: object }).skew, { ms }), ms)
  world.line.fate = isDown
  const confirmed: { note: string; at_ms: number; skew_ms: number }[] = []
  const confirm = async (note: string, skew_ms: number) => {
    await set(skew_ms)
    confirmed.push({ note, at_ms: Date.now(), skew_ms })
    expect((await add(page, refusal(parcel, note))).kept?.state).toBe('waiting')
  }
  await confirm('ahead', 20 * MINUTE_MS)
  await confirm('set back', -180 * MINUTE_MS)
  await confirm('set ahead', 300 * MINUTE_MS)
  // A page opened without a connection uses the clock offset stored on the device when it last reached the service.
  await set(20 * MINUTE_MS)
  await page.reload()
  await confirm('opened offline', 20 * MINUTE_MS)
  expect((await statusOf(page)).session?.name).toBe('Cora Counter')
  // The clock was set while the page was closed, which no program can notice. But the time of a scan is never later than the time at which
  // it is sent.
  await page.evaluate(() => sessionStorage.setItem('skew', String(500 * 60_000)))
  await page.reload()
  await confirm('set while closed', 500 * MINUTE_MS)
  world.line.fate = isUp
  await page.evaluate(async () => (await window.opened).wake())
  await until('all are sent', async () => (await entriesOf(page)).every(({ state }) => state === 'sent'), PATIENCE_MS)
  const history = await world.history([parcel])
  expect(history.map(({ details }) => details.reject_reason_note)).toEqual(confirmed.map(({ note }) => note))
  for (const [i, { note, at_ms, skew_ms }] of confirmed.entries()) {
    const { occurred_at, device_time } = history[i] as (typeof history)[number]
    expect([note, Math.abs(Date.parse(occurred_at) - at_ms) < CLOSE_MS]).toEqual([note, true])
    expect([note, Math.abs(Date.parse(device_time as string) - at_ms - skew_ms) < CLOSE_MS]).toEqual([note, true])
  }
})

test('the device waits as long as the service asks, even if a retry is requested', async () => {
  const { page, parcel } = await atCounter()
  let refused = 0
  world.line.instead = (method, path) => {
    if (method !== 'POST' || !path.startsWith('/v2/scan-events/') || refused > 0) return null
    refused++
    return { status: 429, headers: { 'retry-after': '2' }, body: { error: { code: 'rate_limited', message: 'Slow down.', details: {} } } }
  }
  const { kept } = await add(page, refusal(parcel, 'patient'))
  await until('it is told to wait', async () => (await statusOf(page)).line === 'slow-down', PATIENCE_MS)
  await page.evaluate(async () => (await window.opened).wake())
  expect((await settled(page, kept?.seq as number)).state).toBe('sent')
  const tries = world.line.passed.filter(({ method, path }) => method === 'POST' && path.startsWith('/v2/scan-events/'))
  expect(tries.map(({ status }) => status)).toEqual([429, 200])
  const all = world.line.passed
  const next = all[all.indexOf(tries[0] as (typeof all)[number]) + 1]
  expect((next?.at_ms ?? 0) - (tries[0]?.at_ms ?? 0)).toBeGreaterThanOrEqual(1_990)
  expect(new Set(tries.map(({ key }) => key)).size).toBe(1)
  expect(await notesOf(parcel)).toEqual(['patient'])
})

test('when the device storage is full, the clerk is told that the scan was not kept; earlier scans are unaffected', async () => {
  const origin = world.line.url
  let limit = async (_quotaSize?: number): Promise<unknown> => null
  // The limit is set before the page opens, because the browser caches the size of the free space for a while.
  const { page, parcel } = await atCounter(async (page) => {
    const line = await page.context().newCDPSession(page)
    limit = (quotaSize) => line.send('Storage.overrideQuotaForOrigin', quotaSize === undefined ? { origin } : { origin, quotaSize })
    await limit(1_500_000)
  })
  world.line.fate = isDown
  await add(page, refusal(parcel, 'before'))
  const refused = await add(page, refusal(parcel, 'too much'), 4 * 2 ** 20)
  expect(refused).toEqual({ reason: 'storage_full', message: expect.stringContaining('was not kept: the storage of this device is full') })
  expect((await entriesOf(page)).map(({ title }) => title)).toEqual(['before'])
  await limit()
  expect((await add(page, refusal(parcel, 'after'), 4 * 2 ** 20)).kept).toBeDefined()
  world.line.fate = isUp
  await page.evaluate(async () => (await window.opened).wake())
  await until('all are sent', async () => (await entriesOf(page)).every(({ state }) => state === 'sent'), PATIENCE_MS)
  expect(await notesOf(parcel)).toEqual(['before', 'after'])
})

test('scans held when a session ends are sent only after the same person signs in at the same store', async () => {
  const { page, parcel, here, elsewhere, session } = await atCounter()
  expect((await world.service.demo.delete(`/v2/console-sessions/${session}`)).status).toBe(204)
  const { kept } = await add(page, refusal(parcel, 'held'))
  const seq = kept?.seq as number
  expect((await settled(page, seq)).problem).toMatchObject({ code: 'signed_out', remedy: expect.stringContaining('Sign in again') })
  expect((await add(page, refusal(parcel, 'held, too'))).kept).toBeDefined()

  // A manual retry must not create a second scan if the first one may be on its way.
  expect(await page.evaluate(async (seq) => (await (await window.opened).retry(seq)).key, seq)).toBe(kept?.key)

  await world.signIn(page, elsewhere, 'Else Where')
  expect((await settled(page, seq)).problem).toMatchObject({ code: 'other_store' })
  const [parcelElsewhere] = (await world.parcels(1)) as [string]
  const { kept: other } = await add(page, refusal(parcelElsewhere, 'elsewhere'))
  expect((await settled(page, other?.seq as number)).state).toBe('sent')
  expect([await stateOf(page, seq), await notesOf(parcel)]).toEqual(['held', []])

  await world.signIn(page, here, 'Next Clerk')
  expect((await settled(page, seq)).problem).toMatchObject({ code: 'other_person', message: expect.stringContaining('Cora Counter') })
  expect(await notesOf(parcel)).toEqual([])
  await world.signIn(page, here)
  await until('all are sent', async () => (await entriesOf(page)).every(({ state }) => state === 'sent'), PATIENCE_MS)
  expect(await notesOf(parcel)).toEqual(['held', 'held, too'])
  expect(await notesOf(parcelElsewhere)).toEqual(['elsewhere'])
})

test('a refused scan is kept with what to do, does not block later scans, and can be retried or removed', async () => {
  const { page, parcel } = await atCounter()
  world.line.fate = isDown
  const seqs: number[] = []
  for (const [id, note] of [
    ['shp_unknown', 'unknown'],
    [parcel, 'behind'],
    ['shp_unknown', 'wrong'],
  ] as const)
    seqs.push((await add(page, refusal(id, note))).kept?.seq as number)
  world.line.fate = isUp
  await page.evaluate(async () => (await window.opened).wake())
  const [unknown, behind, wrong] = await Promise.all(seqs.map((seq) => settled(page, seq)))
  expect([unknown?.state, behind?.state, wrong?.state]).toEqual(['refused', 'sent', 'refused'])
  expect(unknown?.problem).toMatchObject({ status: 404, code: 'not_found', remedy: expect.stringContaining('Check the code') })
  await page.evaluate(async (seq) => (await window.opened).discard(seq), seqs[2] as number)
  expect((await entriesOf(page)).map(({ seq }) => seq)).toEqual(seqs.slice(0, 2))
  await page.evaluate(async (seq) => (await window.opened).retry(seq), seqs[0] as number)
  await until('it was refused again', async () => (await stateOf(page, seqs[0] as number)) === 'refused', PATIENCE_MS)
  const keys = world.line.passed.filter(({ status }) => status === 404).map(({ key }) => key)
  expect(new Set(keys).size).toBe(3)
})

test('a photo is uploaded once before its scan although the response is lost; a too large photo is refused', async () => {
  const { page, parcel } = await atCounter()
  let lost = 0
  world.line.fate = (_method, path) => (path === '/v2/documents' && lost++ === 0 ? 'unanswered' : 'through')
  const { kept } = await add(page, refusal(parcel, 'with a picture'), 100_000)
  expect((await settled(page, kept?.seq as number)).state).toBe('sent')
  const uploads = world.line.passed.filter(({ path }) => path === '/v2/documents')
  expect([uploads.map(({ status }) => status), new Set(uploads.map(({ key }) => key)).size]).toEqual([[201, 201], 1])
  const [scan] = await world.history([parcel])
  const photo = await world.service.demo.get(`/v2/documents/${scan?.details.photo_document_id}`)
  expect([photo.status, photo.bytes.length]).toEqual([200, 100_000])
  expect(await add(page, refusal(parcel, 'huge'), 40 * 2 ** 20)).toMatchObject({ reason: 'attachment_too_large' })
})

test('answers of a captive portal or of a proxy without its service remove nothing from the device', async () => {
  const { page, parcel } = await atCounter()
  const answers = [
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome to the guest network</h1>' },
    { status: 404, headers: { 'content-type': 'text/html' }, body: 'nothing here' },
    { status: 502, headers: { 'content-type': 'text/html' }, body: 'bad gateway' },
  ]
  world.line.instead = (method, path) => (method === 'POST' && path.startsWith('/v2/scan-events/') ? (answers.shift() ?? null) : null)
  const { kept } = await add(page, refusal(parcel, 'through'))
  expect((await settled(page, kept?.seq as number)).state).toBe('sent')
  expect([answers.length, await notesOf(parcel)]).toEqual([0, ['through']])
})

test('two tabs send through one of them, one scan at a time, in the order of confirmation', async () => {
  const { context, page, parcel } = await atCounter()
  const second = await world.open(context)
  await until('the second tab is ready', () => statusOf(second).then(({ session }) => session), PATIENCE_MS)
  world.line.fate = isDown
  const notes = Array.from({ length: 16 }, (_, i) => `scan ${i}`)
  for (const [i, note] of notes.entries()) await add(i % 2 === 0 ? page : second, refusal(parcel, note))
  world.line.fate = isUp
  await Promise.all([page, second].map((tab) => tab.evaluate(async () => (await window.opened).wake())))
  await until('all are sent', async () => (await statusOf(page)).open === 0, PATIENCE_MS)
  expect(await notesOf(parcel)).toEqual(notes)
  expect(world.line.mostAtOnce).toBe(1)
})

test('when the sending tab closes, the other tab takes over, even if the service restarts in between', async () => {
  const { context, page, parcel } = await atCounter()
  const second = await world.open(context)
  await until('the second tab is ready', () => statusOf(second).then(({ session }) => session), PATIENCE_MS)
  world.line.fate = isDown
  await add(page, refusal(parcel, 'first tab'))
  await page.close()
  await add(second, refusal(parcel, 'second tab'))
  // A second process of the service uses the same database.
  const { config } = world.service.running.service
  const restarted = await serve({ ...config, port: 0 }, 'api', false)
  try {
    world.line.target = new URL(restarted.url as string)
    world.line.fate = isUp
    await second.evaluate(async () => (await window.opened).wake())
    await until('all are sent', async () => (await entriesOf(second)).every(({ state }) => state === 'sent'), PATIENCE_MS)
    expect(await notesOf(parcel)).toEqual(['first tab', 'second tab'])
  } finally {
    await restarted.close()
  }
})

test('a page whose database was upgraded elsewhere keeps nothing, says so, and stops sending', async () => {
  const { context, page, parcel } = await atCounter()
  const newer = await context.newPage()
  await newer.goto(`${world.line.url}/v2/console-sessions/current`)
  const opened = await newer.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('backhaul-counter', 1_000)
        request.onsuccess = () => resolve('opened')
        request.onblocked = () => resolve('blocked')
      }),
  )
  expect(opened).toBe('opened')
  await until('nobody sends', () => newer.evaluate(async () => (await navigator.locks.query()).held?.length === 0), PATIENCE_MS)
  expect(await add(page, refusal(parcel, 'too late'))).toEqual({
    reason: 'storage_broken',
    message: expect.stringContaining('Reload the page'),
  })
})
