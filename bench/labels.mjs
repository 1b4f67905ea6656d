// Label measurements. One draws labels in a process that does nothing else. The others request labels over HTTP, one at a time and many in
// one document.

import { times } from './report.mjs'
import { BATCH, fire } from './requests.mjs'
import { Helper } from './stage.mjs'

const CONNECTIONS = 8
const PRINTED_AT_ONCE = 500
/** Labels per second drawn by one processor at 203 dpi. The data differs in every label. */
const TARGETS = { pdf: 1000, png: 1000, zpl: 5000 }
/** Minimum rate over HTTP, as a share of the rate of drawing alone. */
const HTTP_TARGET = 0.5

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

export const measureLabels = async (bench) => {
  const { stage, report, seconds } = bench
  const floors = await measureDrawing(bench)
  const { data } = await stage.call('POST', '/v2/shipments/batch', BATCH)
  await stage.drained()
  for (const format of ['pdf', 'png', 'zpl']) {
    const shapes = data.map(({ id }) => stage.shape('GET', `/v2/shipments/${id}/label?format=${format}`))
    await fire(bench, shapes, CONNECTIONS, 1, 200)
    const result = await fire(bench, shapes, CONNECTIONS, seconds, 200)
    report.add(`labels, ${format}, ${CONNECTIONS} connections`, {
      value: result.per_s,
      unit: 'labels/s',
      floor: floors[format],
      ...(format !== 'zpl' && { target: ['>=', HTTP_TARGET] }),
      notes: `${times(result)}; floor: drawing on one processor`,
    })
  }
  for (const format of ['pdf', 'zpl']) {
    const ids = data.slice(0, PRINTED_AT_ONCE).map(({ id }) => id)
    const shape = { ...stage.shape('POST', '/v2/labels', { shipment_ids: ids, format }), idempotent: false }
    const result = await fire(bench, [shape], 2, seconds, 200)
    report.add(`${PRINTED_AT_ONCE} labels as one ${format}, 2 connections`, {
      value: result.per_s * PRINTED_AT_ONCE,
      unit: 'labels/s',
      floor: floors[format],
      notes: `${times(result)}; floor: drawing on one processor`,
    })
  }
}
