// docs/states.md from the transition table, so that the document cannot say anything else than the code.
import { STATUSES } from '../domain/shipment.ts'
import {
  BEFORE_HANDOVER,
  COMMANDS,
  type Command,
  IN_NETWORK,
  LADDER,
  type Move,
  outcomeOf,
  PRE_DROP_OFF,
  RANKS,
  RULES,
  type Rule,
  SCAN_KINDS,
  STANDINGS,
  type Standing,
  statusOf,
  TERMINAL,
} from '../domain/transitions.ts'

/** Sets of standings that read better by a name of their own. */
const NAMED: readonly (readonly [name: string, node: string, set: readonly Standing[]])[] = [
  ['any', 'any', STANDINGS],
  ['any before the drop-off', 'before_drop_off', PRE_DROP_OFF],
  ['any in the network', 'in_network', IN_NETWORK],
  ['any from ready_for_pickup to sorted', 'before_hand_over', BEFORE_HANDOVER],
]

const same = (a: readonly Standing[], b: readonly Standing[]): boolean => a.length === b.length && a.every((one) => b.includes(one))
const nameOf = (standings: readonly Standing[]) => NAMED.find(([, , set]) => same(set, standings))

const text = (standing: Standing): string => {
  const status = statusOf(standing)
  if (status !== 'rejected') return `\`${standing}\``
  return standing === 'rejected_labeled' ? '`rejected` with a label' : '`rejected` without a label'
}

const list = (standings: readonly Standing[]): string => nameOf(standings)?.[0] ?? standings.map(text).join(', ')

const isScan = (command: Command): boolean => (SCAN_KINDS as readonly Command[]).includes(command)
const isCounter = (command: Command): boolean => ['walk-in', 'accept', 'reject'].includes(command)

/** A scan of the network applies from every lower rank; the diagram draws the rung of the usual way, and the exceptions that it ends. */
const isDrawn = (command: Command, from: Standing): boolean => {
  if (!isScan(command) || isCounter(command)) return true
  const rung = LADDER[statusOf(from)]
  return rung?.qr_code === command || rung?.print_label === command || from === 'undeliverable' || from === 'unclaimed'
}

const edges = (command: Command, { from, to }: Move): string[] => {
  if (to === 'same') return []
  const drawn = from.filter((standing) => isDrawn(command, standing))
  const named = NAMED.find(([, , set]) => set.every((standing) => drawn.includes(standing)))
  const rest = drawn.filter((standing) => !named?.[2].includes(standing)).map(statusOf)
  return [...(named ? [named[1]] : []), ...rest].map((node) => `  ${node} --> ${to}: ${command}`)
}

const diagram = (): string => {
  const lines = COMMANDS.flatMap((command) => (RULES[command] as Rule).moves.flatMap((move) => edges(command, move)))
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...NAMED.slice(1).map(([name, node]) => `  state "${name}" as ${node}`),
    '  [*] --> created: qr_code',
    '  [*] --> label_ready: print_label, retail',
    ...new Set(lines),
    ...TERMINAL.map((standing) => `  ${standing} --> [*]`),
    '```',
  ].join('\n')
}

const fires = ({ events, sometimes, note }: Move): string => {
  const fired = [...events.map((type) => `\`${type}\``), ...(sometimes ?? []).map((type) => `sometimes \`${type}\``)].join(', ') || '–'
  return note ? `${fired} (${note})` : fired
}

const elsewhere = ({ late, refusal }: Rule): string => {
  const refused = refusal === null ? 'nothing happens' : `409 \`${refusal}\``
  if (late.length === 0) return refused
  return same(late, IN_NETWORK) ? `recorded in the network, otherwise ${refused}` : `recorded; ${refused} without a label`
}

const commandRows = (): string[] =>
  COMMANDS.flatMap((command) => {
    const rule: Rule = RULES[command]
    const hold = rule.stoppedByHold ? '; 409 `shipment_held` on hold' : ''
    const all = rule.moves.every(({ from }) => same(from, STANDINGS))
    return rule.moves.map(
      (move) =>
        `| \`${command}\` | ${list(move.from)} | ${move.to === 'same' ? 'the same' : `\`${move.to}\``} | ${fires(move)} | ${all ? '–' : elsewhere(rule)}${hold} |`,
    )
  })

const statusRows = (): string[] =>
  STANDINGS.map((standing) => {
    const takes = COMMANDS.filter((command) => outcomeOf(command, standing).kind === 'move')
    const rank = RANKS[standing] ?? '–'
    return `| ${text(standing)} | ${rank} | ${TERMINAL.includes(standing) ? 'yes' : ''} | ${takes.map((command) => `\`${command}\``).join(' ')} |`
  })

const ladder = (fulfillment: 'qr_code' | 'print_label'): string => {
  const rungs = STATUSES.filter((status) => LADDER[status]).map((status) => `${status} → \`${LADDER[status]?.[fulfillment]}\``)
  return `- ${fulfillment}: ${rungs.join(', ')}`
}

/** The whole document as Markdown. */
export const renderStates = (): string =>
  [
    '# States of a shipment',
    '',
    '<!-- Generated from packages/server/src/domain/transitions.ts; do not edit. -->',
    '',
    `A shipment has one of ${STATUSES.length} statuses. A command moves it only as this table says. In every other status the command answers the`,
    'code named here and changes nothing. Scans are facts: a scan that arrives late, out of order or for an ended shipment is kept in the',
    'history with `applied: false` and never reverts a status. A hold does not change the status. It stops what the network decides, that is',
    '`tender`, `redeliver` and the sandbox ladder; it never stops what has physically happened.',
    '',
    `What counts is when a scan happened (\`occurred_at\`), not when it was uploaded. Every scan but \`reject\` proves that the network had the parcel.`,
    'So a scan from `expires_at` or before takes effect even after that time, unless the shipment has already been found expired. If it has',
    'expired by then, or was cancelled between scan and upload, such a scan (including `walk-in` and `accept`) is recorded with `applied: false`',
    'and opens a discrepancy (`stage` custody, `reason` late_custody, one per shipment), reported by `shipment.discrepancy_reported`.',
    '',
    diagram(),
    '',
    'The diagram draws a network scan from the step before it. The scan applies from every labeled status of lower rank.',
    '',
    '## Commands',
    '',
    '| Command | From | To | Fires, in this order | Otherwise |',
    '|---|---|---|---|---|',
    ...commandRows(),
    '',
    '## Statuses',
    '',
    '| Status | Rank | Ends | Commands that apply |',
    '|---|---|---|---|',
    ...statusRows(),
    '',
    'At rank 0 there is no label yet: network scans are refused only there.',
    '',
    '## The sandbox ladder',
    '',
    '`POST /v2/test/shipments/{id}/advance` runs one command, depending on the status and the fulfillment:',
    '',
    ladder('qr_code'),
    ladder('print_label'),
    '',
  ].join('\n')
