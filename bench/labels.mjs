// Label measurements. One draws labels in a process that does nothing else. The others request labels over HTTP, one at a time and many in
// one document.

import { setTimeout as sleep } from 'node:timers/promises'
import { oneRound, times } from './report.mjs'
import { BATCH, CREATE, fire, unsigned } from './requests.mjs'
import { Helper } from './stage.mjs'

const CONNECTIONS = 8
const PRINTED_AT_ONCE = 500
/** Labels per second drawn by one processor at 203 dpi. The data differs in every label. */
const TARGETS = { pdf: 1000, png: 1000, zpl: 5000 }
/** Minimum rate with several connections, as a share of the rate of signed reads. */
const RATE_TARGETS = { zpl: 0.7, pdf: 0.5 }
const WARM_UP_S = 1
/** Length of a measurement of drawing, in seconds. */
const DRAWING_S = 0.3
const FLOOD_CONNECTIONS = 256
/** Time between the start of the flood and the first request of other callers, in seconds. */
const LEAD_IN_S = 1
const TRICKLE_CONNECTIONS = 8
const CREATES_PER_S = 50
const CHEAP_PER_S = 200

/** Measures the labels per second that one processor draws, with `drawing-floor.mjs`. */
const measureDrawing = async ({ report, seconds }) => {
  const floors = {}
  const helper = new Helper('drawing-floor.mjs')
  try {
    for (const { script, format, dpi } of [
      { script: 'latin', format: 'pdf', dpi: 203 },
      { script: 'latin', format: 'png', dpi: 203 },
      { script: 'latin', format: 'zpl', dpi: 203 },
      { script: 'latin', format: 'pdf', dpi: 300 },
      { script: 'latin', format: 'png', dpi: 300 },
      { script: 'polish', format: 'pdf', dpi: 203 },
      { script: 'polish', format: 'png', dpi: 203 },
      { script: 'japanese', format: 'pdf', dpi: 203 },
      { script: 'japanese', format: 'png', dpi: 203 },
      { script: 'arabic', format: 'pdf', dpi: 203 },
      { script: 'arabic', format: 'png', dpi: 203 },
    ]) {
      const { per_s, bytes } = await helper.ask({ script, format, dpi, seconds })
      const isMain = script === 'latin' && dpi === 203
      if (isMain) floors[format] = per_s
      report.add(`drawing, ${format}, ${script}, ${dpi} dpi`, {
        value: per_s,
        unit: 'labels/s of processor',
        ...(isMain && { target: ['>=', TARGETS[format]] }),
        notes: `${(1000 / per_s).toFixed(2)} ms and ${Math.round(bytes / 1000)} kB each`,
      })
    }
  } finally {
    helper.stop()
  }
  return floors
}

const labelShapes = (stage, ids, format) => ids.map((id) => stage.shape('GET', `/v2/shipments/${id}/label?format=${format}`))

/** Compares labels with signed reads of the same shipments, and with drawing alone. `isShort`: over one connection only. */
const measureRequests = async (bench, ids, isShort = false) => {
  const { stage, seconds, pairs } = bench
  const helper = new Helper('drawing-floor.mjs')
  const reads = ids.map((id) => stage.shape('GET', `/v2/shipments/${id}`))
  const shapes = { reads, ...Object.fromEntries(['zpl', 'pdf', 'png'].map((format) => [format, labelShapes(stage, ids, format)])) }
  const requests = (count) =>
    Object.entries(shapes).map(([name, some]) => [`${name}${count}`, () => fire(bench, some, count, seconds, 200)])
  const drawings = ['zpl', 'pdf', 'png'].map((format) => [
    `draw_${format}`,
    () => helper.ask({ script: 'latin', format, dpi: 203, seconds: DRAWING_S }),
  ])
  const measurements = Object.fromEntries([...requests(1).slice(0, -1), ...(isShort ? [] : requests(CONNECTIONS)), ...drawings])
  const rounds = []
  try {
    for (const some of Object.values(shapes)) await fire(bench, some, CONNECTIONS, WARM_UP_S, 200)
    for (let pair = 0; pair < pairs; pair++) rounds.push(await oneRound(measurements, pair % 2 === 1))
  } finally {
    helper.stop()
  }
  for (const [format, least] of Object.entries(RATE_TARGETS)) {
    const drawing_ms = (found) => 1000 / found[`draw_${format}`].per_s
    bench.report.addRatio(`labels, ${format}, 1 connection`, rounds, {
      ratio: (found) => found[`${format}1`].p50_ms / (found.reads1.p50_ms + drawing_ms(found)),
      unit: 'times the p50 of a signed read and a drawing',
      target: ['<=', 1.5],
      figures: { 'p50 in ms': (found) => found[`${format}1`].p50_ms, read: ({ reads1 }) => reads1.p50_ms, drawing: drawing_ms },
    })
    if (isShort) continue
    bench.report.addRatio(`labels, ${format}, ${CONNECTIONS} connections`, rounds, {
      ratio: (found) => found[`${format}${CONNECTIONS}`].per_s / found[`reads${CONNECTIONS}`].per_s,
      unit: 'of the rate of signed reads',
      target: ['>=', least],
      figures: { 'labels/s': (found) => found[`${format}${CONNECTIONS}`].per_s, 'reads/s': (found) => found[`reads${CONNECTIONS}`].per_s },
    })
  }
  if (isShort) return
  bench.report.addRatio(`labels, png, ${CONNECTIONS} connections`, rounds, {
    ratio: (found) => found[`png${CONNECTIONS}`].per_s / found.draw_png.per_s,
    unit: 'of the rate of drawing on one processor',
    target: ['>=', 0.6],
    figures: { 'labels/s': (found) => found[`png${CONNECTIONS}`].per_s, 'drawings/s': ({ draw_png }) => draw_png.per_s },
  })
}

/**
 * Measures what other callers notice while one key fetches labels at full speed: the delay of the service's event loops, the time of a
 * request that costs nearly nothing, and the time of another partner's creates. The times include waiting for a processor, which three load
 * generators, the service and PostgreSQL share.
 */
const measureFlood = async (bench, ids) => {
  const { stage, seconds, pairs } = bench
  const [other] = await stage.partners(1)
  const [creator, watcher] = [new Helper('http-load.mjs'), new Helper('http-load.mjs')]
  const creates = [stage.shape('POST', '/v2/shipments', { ...CREATE, to: { ...CREATE.from, name: 'Returns' } }, other)]
  const cheap = [unsigned('/healthz')]
  const trickle = async () => {
    const [created, seen] = await Promise.all([
      fire({ stage, load: creator }, creates, TRICKLE_CONNECTIONS, seconds, 201, { rate_per_s: CREATES_PER_S }),
      fire({ stage, load: watcher }, cheap, TRICKLE_CONNECTIONS, seconds, 200, { rate_per_s: CHEAP_PER_S }),
    ])
    return { created, seen }
  }
  try {
    for (const format of ['zpl', 'pdf']) {
      const shapes = labelShapes(stage, ids, format)
      const flooded = async () => {
        const flood = fire(bench, shapes, FLOOD_CONNECTIONS, seconds + 2 * LEAD_IN_S, 200)
        await sleep(LEAD_IN_S * 1000)
        await stage.eventLoopDelay_ms()
        const found = { ...(await trickle()), delay_ms: await stage.eventLoopDelay_ms() }
        return { ...found, labels: await flood }
      }
      const rounds = []
      for (let pair = 0; pair < pairs; pair++) {
        await stage.settle()
        rounds.push(await oneRound({ quiet: trickle, flooded }, pair % 2 === 1))
      }
      bench.report.addRatio(`other partners' creates while one key fetches ${format} on ${FLOOD_CONNECTIONS} connections`, rounds, {
        ratio: ({ quiet, flooded: busy }) => busy.created.p99_ms / quiet.created.p99_ms,
        unit: 'times the p99',
        target: ['<=', 2],
        figures: {
          'p99 in ms': ({ flooded: busy }) => busy.created.p99_ms,
          quiet: ({ quiet }) => quiet.created.p99_ms,
          'labels/s': ({ flooded: busy }) => busy.labels.per_s,
        },
      })
      bench.report.addRatio('delay of the event loop, meanwhile', rounds, {
        ratio: ({ flooded: busy }) => busy.delay_ms,
        unit: 'ms (p99)',
        target: ['<=', 10],
        figures: {
          'request that costs nearly nothing, p50 in ms': ({ flooded: busy }) => busy.seen.p50_ms,
          p99: ({ flooded: busy }) => busy.seen.p99_ms,
          'quiet p99': ({ quiet }) => quiet.seen.p99_ms,
        },
      })
    }
  } finally {
    creator.stop()
    watcher.stop()
  }
}

/** Measures the labels per second when many are printed as one document. */
const measureDocuments = async (bench, floors, ids) => {
  const { stage, report, seconds } = bench
  for (const format of ['pdf', 'zpl']) {
    const shape = { ...stage.shape('POST', '/v2/labels', { shipment_ids: ids.slice(0, PRINTED_AT_ONCE), format }), idempotent: false }
    const result = await fire(bench, [shape], 2, seconds, 200)
    report.add(`${PRINTED_AT_ONCE} labels as one ${format}, 2 connections`, {
      value: result.per_s * PRINTED_AT_ONCE,
      unit: 'labels/s',
      floor: floors[format],
      notes: `${times(result)}; floor: drawing on one processor`,
    })
  }
}

const makeShipments = async ({ stage }) => {
  const { data } = await stage.call('POST', '/v2/shipments/batch', BATCH)
  await stage.drained()
  return data.map(({ id }) => id)
}

/** Measures labels over one connection. */
export const compareLabels = async (bench) => measureRequests(bench, await makeShipments(bench), true)

export const measureLabels = async (bench) => {
  const floors = await measureDrawing(bench)
  const ids = await makeShipments(bench)
  await measureRequests(bench, ids)
  await measureDocuments(bench, floors, ids)
  await measureFlood(bench, ids)
}
