// What was done, as a table, and what was wrong.
import { historyOf } from './history.mjs'
import { takenOver } from './invariants/deliveries.mjs'

const MOST_LINES = 120
const n = (count) => count.toLocaleString('en')
const row = (name, value) => `${name.padEnd(22)}${value}`

const tally = (list) => {
  const counts = new Map()
  for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${n(count)}`)
}

const INNER = ['feed', 'final', 'replay']

/** @param {import('./log.mjs').Log} log */
export const tableOf = (log, { lives, left_out, calamities, archived }) => {
  const commands = log.commands.filter(({ name }) => !INNER.includes(name))
  const accepted = commands.filter(({ answer }) => answer?.status < 300)
  const refused = commands.filter(({ answer }) => answer && answer.status >= 300)
  const attempts = log.attempts.filter(({ command }) => !INNER.includes(command.name))
  const codes = refused.map(({ answer }) => `${answer.status} ${/"code":"(\w+)"/.exec(answer.text)?.[1] ?? ''}`)
  const failures = attempts
    .filter(({ answer }) => !answer || answer.status >= 500)
    .map(({ answer, failure }) => failure ?? String(answer?.status))
  return [
    row('parcels', `${n(lives)} lives${left_out > 0 ? `, and ${n(left_out)} for which there was no room` : ''}`),
    row('commands', `${n(commands.length)}, ${n(accepted.length)} accepted: ${tally(accepted.map(({ name }) => name)).join(', ')}`),
    row('refused', `${n(refused.length)}: ${tally(codes).join(', ')}`),
    row('requests', `${n(attempts.length)}, of which ${n(failures.length)} had no answer or 5xx: ${tally(failures).join(', ')}`),
    row('repeated at the end', n(log.final.replays.length)),
    row(
      'events',
      `${n(log.final.feeds.flat().length)}, read on ${n(log.pages.length)} pages${archived ? `; ${n(archived)} were in the archive at the end` : ''}`,
    ),
    row(
      'deliveries',
      `${n(log.receipts.length)} attempts seen, answered ${tally(log.receipts.map(({ answered }) => answered)).join(', ')}`,
    ),
    row('webhooks', `went ${n([...takenOver(log)].length)} times from one worker to the other`),
    row(
      'calamities',
      Object.entries(calamities)
        .map(([name, count]) => `${name.replace('_', ' ')} ${n(count)}`)
        .join(', '),
    ),
  ]
}

/** The first violation, with everything that is known of its shipment. */
export const violationOf = (log, [{ invariant, at, shipment, text }, ...others]) => {
  const history = shipment ? historyOf(log, shipment) : []
  return [
    `violated: ${invariant}`,
    `  at ${(at / 1000).toFixed(3)} s${shipment ? `, shipment ${shipment}` : ''}: ${text}`,
    ...(history.length > 0 ? ['history of the shipment:', ...history.slice(0, MOST_LINES).map((line) => `  ${line}`)] : []),
    ...(history.length > MOST_LINES ? [`  and ${history.length - MOST_LINES} lines more`] : []),
    ...(others.length > 0 ? [`${n(others.length)} more violations: ${tally(others.map((other) => other.invariant)).join('; ')}`] : []),
  ]
}
