// Prints a table of what was done, and the violations.

import { counted as n } from '../lib/run.ts'
import { isAccepted, type Violation } from './facts.ts'
import { historyOf } from './history.ts'
import { takenOver } from './invariants/deliveries.ts'
import type { Log } from './log.ts'

const MAX_LINES = 120
const row = (name: string, value: string) => `${name.padEnd(22)}${value}`

const tally = (list: string[]): string[] => {
  const counts = new Map<string, number>()
  for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${n(count)}`)
}

const INNER = ['feed', 'final', 'replay']

export interface Done {
  lives: number
  left_out: number
  /** Number of faults by name. */
  calamities: Record<string, number>
  /** Number of archived events at the end. */
  archived?: number
}

export const tableOf = (log: Log, { lives, left_out, calamities, archived }: Done): string[] => {
  const commands = log.commands.filter(({ name }) => !INNER.includes(name))
  const accepted = commands.filter(isAccepted)
  const refused = commands.flatMap(({ answer }) => (answer && answer.status >= 300 ? answer : []))
  const attempts = log.attempts.filter(({ command }) => !INNER.includes(command.name))
  const codes = refused.map(({ status, text }) => `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`)
  const failures = attempts
    .filter(({ answer }) => !answer || answer.status >= 500)
    .map(({ answer, failure }) => failure ?? String(answer?.status))
  return [
    row('parcels', `${n(lives)} lives${left_out > 0 ? `, and ${n(left_out)} skipped because too many were in progress` : ''}`),
    row('commands', `${n(commands.length)}, ${n(accepted.length)} accepted: ${tally(accepted.map(({ name }) => name)).join(', ')}`),
    row('refused', `${n(refused.length)}: ${tally(codes).join(', ')}`),
    row('requests', `${n(attempts.length)}, ${n(failures.length)} of them without an answer or with 5xx: ${tally(failures).join(', ')}`),
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

/** Describes the first violation, with the history of its shipment. */
export const violationOf = (log: Log, violations: (Violation & { invariant: string })[]): string[] => {
  const [first, ...others] = violations
  if (!first) return []
  const { invariant, at, shipment, text } = first
  const history = shipment ? historyOf(log, shipment) : []
  return [
    `violated: ${invariant}`,
    `  at ${(at / 1000).toFixed(3)} s${shipment ? `, shipment ${shipment}` : ''}: ${text}`,
    ...(history.length > 0 ? ['history of the shipment:', ...history.slice(0, MAX_LINES).map((line) => `  ${line}`)] : []),
    ...(history.length > MAX_LINES ? [`  and ${history.length - MAX_LINES} more lines`] : []),
    ...(others.length > 0 ? [`${n(others.length)} more violations: ${tally(others.map((other) => other.invariant)).join('; ')}`] : []),
  ]
}
