// Copies the pattern into a year of history, in slices of time, so that tables and feed have the order in which a service would have
// written them. Each slice is one transaction, which also records the progress. If a run is interrupted, the next run continues after the
// last complete slice.
import { copyInto } from './copy.mjs'
import { copyOf, MAX_COPIES, textOf } from './pattern.mjs'
import { DAYS, lineOf } from './simulated.mjs'

export const DAY_MS = 86_400_000
export const HISTORY_DAYS = 365
/** Approximate number of parcels in a slice. */
const SLICE = 1_000
const FEWEST_SLICES = 50
/** The number of days for which retention keeps rows (docs/operating/storage.md#storage). */
export const RETENTION_DAYS = { deliveries: 90, delivery_attempts: 30, idempotency_keys: 7, answers: 7 }
/** After this many days, retention clears the time of a delivery's first success. Attempts are removed a day earlier. */
const FORGOTTEN_DAYS = 31
/** Tables whose rows are kept for as long as events. Scans are among them, because carriers report many scans. */
const LIKE_EVENTS = new Set(['events', 'scans'])
/**
 * Tables in which only one row may be open at a time, each with its statuses of open and closed rows. Only the first copy of each group
 * stays open.
 */
const OPEN_ONCE = { manifests: ['open', 'closed'], sweeps: ['ordered', 'closed'] }

/**
 * Returns the rows of the pattern in order of time, each row split into parts. If `isOld` is set, returns only the rows of finished
 * parcels.
 */
const compile = (pattern, { tables, ended }, isOld) => {
  const has = new Set(ended)
  const rows = []
  for (const [table, { columns, rows: all, seq }] of Object.entries(tables)) {
    const forgotten = columns.indexOf('first_success')
    const members = columns.flatMap((name, i) => (name.endsWith('shipment_ids') ? [i] : []))
    for (const { values, at_ms, event, shipment } of all) {
      if (isOld && shipment !== null && !has.has(shipment)) continue
      const kept = values.map((value, i) =>
        isOld && members.includes(i)
          ? `{${value
              .slice(1, -1)
              .split(',')
              .filter((id) => has.has(id))
              .join(',')}}`
          : value,
      )
      const parts = pattern.partsOf(lineOf(kept))
      const aged = forgotten < 0 ? parts : pattern.partsOf(lineOf(kept.with(forgotten, null)))
      rows.push({ table, at_ms: pattern.simulated(at_ms), event, needsSeq: seq !== null, parts, aged, status: OPEN_ONCE[table] })
    }
  }
  // An event must precede its deliveries, even if both have the same millisecond.
  const order = Object.keys(tables)
  const byEvent = new Map(rows.filter(({ table }) => table === 'events').map((row) => [row.event, row.at_ms]))
  for (const row of rows) if (row.event !== null) row.at_ms = Math.max(row.at_ms, byEvent.get(row.event) ?? row.at_ms)
  return rows.sort((a, b) => a.at_ms - b.at_ms || order.indexOf(a.table) - order.indexOf(b.table))
}

/** Returns the group of each copy. Each group gets half as many copies as the previous group, spread evenly. */
const groupsOf = (count, groups) => {
  const weights = Array.from({ length: groups }, (_, g) => 2 ** -g)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const given = weights.map(() => 0)
  return Array.from({ length: count }, (_, i) => {
    const behind = weights.map((weight, g) => (weight / whole) * (i + 1) - given[g])
    // The first copies go to the groups in turn, so that each group has one.
    const group = i < groups ? i : behind.indexOf(Math.max(...behind))
    given[group] += 1
    return group
  })
}

const countOf = (rows, table) => rows.filter((row) => row.table === table).length

/** Returns the copies, and the time at which the kept events begin. */
const plan = ({ shipments, events, groups, now_ms, end_ms, recent, old, random }) => {
  const share = DAYS / HISTORY_DAYS
  const each = share * countOf(recent, 'shipments') + (1 - share) * countOf(old, 'shipments')
  const count = Math.max(groups.length, Math.round(shipments / each))
  if (count > MAX_COPIES) throw new Error(`at most ${Math.floor(MAX_COPIES * each)} shipments`)
  // There are enough recent copies that each partner has parcels in transit.
  const young = Math.max(groups.length, Math.round(count * share))
  const owners = groups.map((group) => new Map(group.flatMap((names, i) => names.map((name, j) => [groups[0][i][j], name]))))
  const group = groupsOf(count, groups.length)
  const copies = Array.from({ length: count }, (_, number) => {
    const isOld = number >= young
    // Recent copies end within the last hour. Each other copy ends at some time before the recent copies began.
    const ago_ms = isOld
      ? (DAYS + ((number - young + random()) / (count - young)) * (HISTORY_DAYS - 2 * DAYS)) * DAY_MS
      : random() * 3_600_000
    const copy = copyOf(number, Math.round(now_ms - ago_ms - end_ms), owners[group[number]])
    return { ...copy, rows: isOld ? old : recent, at: 0, isFirst: group.indexOf(group[number]) === number, places: new Map() }
  })
  return { copies, events_from_ms: beginningOf(copies, events, now_ms) }
}

/** Returns the time after which there are `wanted` events. */
const beginningOf = (copies, wanted, now_ms) => {
  const days = new Array(HISTORY_DAYS + 2).fill(0)
  for (const { rows, shift_ms } of copies)
    for (const { table, at_ms } of rows)
      if (table === 'events') days[Math.min(days.length - 1, Math.max(0, Math.floor((now_ms - at_ms - shift_ms) / DAY_MS)))] += 1
  let sum = 0
  const day = days.findIndex((count) => {
    sum += count
    return sum >= wanted
  })
  return day < 0 ? Number.NEGATIVE_INFINITY : now_ms - (day + 1 - (sum - wanted) / days[day]) * DAY_MS
}

/** Returns the rows of a slice by table, in order of time. Events get their feed positions. */
const takeSlice = (copies, { until_ms, from_ms, seq }) => {
  const taken = []
  for (const copy of copies) {
    const { rows, shift_ms } = copy
    for (; copy.at < rows.length && rows[copy.at].at_ms + shift_ms < until_ms; copy.at++) taken.push({ row: rows[copy.at], copy })
    if (copy.at === rows.length) copy.places.clear()
  }
  taken.sort((a, b) => a.row.at_ms + a.copy.shift_ms - b.row.at_ms - b.copy.shift_ms)
  const lines = new Map()
  for (const { row, copy } of taken) {
    const { table, event, needsSeq, status } = row
    const at_ms = row.at_ms + copy.shift_ms
    if (at_ms < from_ms[table]) continue
    if (table === 'events') copy.places.set(event, seq.next++)
    // The event is older than the kept part of the feed, so this row would refer to nothing.
    if (event !== null && !copy.places.has(event)) continue
    let line = textOf(at_ms < from_ms.forgotten ? row.aged : row.parts, copy)
    if (needsSeq) line += `\t${copy.places.get(event)}`
    if (status && !copy.isFirst) line = line.replace(`\t${status[0]}\t`, `\t${status[1]}\t`)
    const of = lines.get(table)
    if (of) of.push(line)
    else lines.set(table, [line])
  }
  return lines
}

/**
 * Skips rows that an earlier run has copied. An event and its deliveries are in the same slice, so no details of the skipped events are
 * needed later.
 */
const skip = (copies, until_ms, from_ms) => {
  for (const copy of copies)
    for (; copy.at < copy.rows.length && copy.rows[copy.at].at_ms + copy.shift_ms < until_ms; copy.at++) {
      const { table, at_ms, event } = copy.rows[copy.at]
      if (table === 'events' && at_ms + copy.shift_ms >= from_ms.events) copy.places.set(event, 0)
    }
}

/**
 * Copies the pattern until the history has about the requested number of shipments and events. `state` is the progress that `keep` last
 * wrote. `onProgress` gets the finished share and the number of shipments.
 */
export const grow = async (client, simulated, { pattern, shipments, events, now_ms, groups, random, state, keep, onProgress }) => {
  const [recent, old] = [compile(pattern, simulated, false), compile(pattern, simulated, true)]
  const end_ms = recent.at(-1).at_ms
  const { copies, events_from_ms } = plan({ shipments, events, groups, now_ms, end_ms, recent, old, random })
  const from_ms = Object.fromEntries(
    Object.keys(simulated.tables).map((table) => [
      table,
      LIKE_EVENTS.has(table) ? events_from_ms : now_ms - (RETENTION_DAYS[table] ?? 10_000) * DAY_MS,
    ]),
  )
  from_ms.forgotten = now_ms - FORGOTTEN_DAYS * DAY_MS
  const slices = Math.max(FEWEST_SLICES, Math.ceil(shipments / SLICE))
  const length_ms = (HISTORY_DAYS * DAY_MS) / slices
  const start_ms = now_ms - HISTORY_DAYS * DAY_MS
  const untilOf = (slice) => (slice === slices - 1 ? now_ms + DAY_MS : start_ms + (slice + 1) * length_ms)
  const seq = { next: state.seq }
  let made = state.shipments
  if (state.slices > 0) skip(copies, untilOf(state.slices - 1), from_ms)
  for (let slice = state.slices; slice < slices; slice++) {
    const lines = takeSlice(copies, { until_ms: untilOf(slice), from_ms, seq })
    await client.query('begin')
    for (const [table, { columns, seq: place }] of Object.entries(simulated.tables)) {
      const rows = lines.get(table)
      if (rows) await copyInto(client, table, place ? [...columns, place] : columns, rows)
    }
    made += lines.get('shipments')?.length ?? 0
    await keep({ slices: slice + 1, seq: seq.next, shipments: made, now_ms })
    await client.query('commit')
    onProgress((slice + 1) / slices, made)
  }
  await client.query(`select setval(pg_get_serial_sequence('events', 'seq'), $1)`, [seq.next])
  return made
}
