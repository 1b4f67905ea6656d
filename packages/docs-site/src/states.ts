// Generates docs/states.md from the transition table, so that the document cannot contradict the code.
import { STATUSES } from '@backhaul/core/shipment.ts'
import {
  BEFORE_HANDOVER,
  COMMANDS,
  LADDER,
  type Move,
  NETWORK_STATES,
  PRE_DROP_OFF,
  RANKS,
  RULES,
  type Rule,
  SCAN_KINDS,
  SHIPMENT_STATES,
  type ShipmentCommand,
  type ShipmentState,
  statusOf,
  TERMINAL,
  UNCLAIMED,
  verdictOf,
} from '@backhaul/core/transitions.ts'

/** Sets of states that are more readable with a name. */
const NAMED: readonly (readonly [name: string, node: string, set: readonly ShipmentState[]])[] = [
  ['any', 'any', SHIPMENT_STATES],
  ['any before the drop-off', 'before_drop_off', PRE_DROP_OFF],
  ['any in the network', 'in_network', NETWORK_STATES],
  ['any from ready_for_pickup to sorted', 'before_hand_over', BEFORE_HANDOVER],
]

const same = (a: readonly ShipmentState[], b: readonly ShipmentState[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))
const nameOf = (states: readonly ShipmentState[]) => NAMED.find(([, , set]) => same(set, states))

const isUnclaimed = (state: ShipmentState): boolean => statusOf(state) === 'unclaimed'
/** Returns the status that an unclaimed parcel had before. */
const before = (state: ShipmentState): string => `\`${state.replace('unclaimed_', '')}\``

const text = (state: ShipmentState): string => {
  if (isUnclaimed(state)) return `\`unclaimed\` after ${before(state)}`
  if (statusOf(state) !== 'rejected') return `\`${state}\``
  return state === 'rejected_labeled' ? '`rejected` with a label' : '`rejected` without a label'
}

const list = (states: readonly ShipmentState[]): string => {
  const unclaimed = states.filter(isUnclaimed)
  const after = unclaimed.length < UNCLAIMED.length ? ` (after ${unclaimed.map(before).join(', ')})` : ''
  const named = states.filter((state) => !isUnclaimed(state)).map(text)
  return nameOf(states)?.[0] ?? [...named, ...(unclaimed.length > 0 ? [`\`unclaimed\`${after}`] : [])].join(', ')
}

const isScan = (command: ShipmentCommand): boolean => (SCAN_KINDS as readonly ShipmentCommand[]).includes(command)
const isCounter = (command: ShipmentCommand): boolean => ['walk-in', 'accept', 'reject'].includes(command)

/**
 * A network scan applies in every state of a lower rank. The diagram shows only the scans of the usual order, and the scans that move an
 * undeliverable or unclaimed parcel on.
 */
const isDrawn = (command: ShipmentCommand, from: ShipmentState): boolean => {
  if (!isScan(command) || isCounter(command)) return true
  const rung = LADDER[statusOf(from)]
  return rung?.qr_code === command || rung?.print_label === command || from === 'undeliverable' || isUnclaimed(from)
}

const edges = (command: ShipmentCommand, { from, to }: Move): string[] => {
  if (to === 'same') return []
  const drawn = from.filter((state) => isDrawn(command, state))
  const named = NAMED.find(([, , set]) => set.every((state) => drawn.includes(state)))
  const rest = drawn.filter((state) => !named?.[2].includes(state)).map(statusOf)
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
    ...TERMINAL.map((state) => `  ${state} --> [*]`),
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
  return same(late, NETWORK_STATES) ? `recorded in the network, otherwise ${refused}` : `recorded; ${refused} without a label`
}

const commandRows = (): string[] =>
  COMMANDS.flatMap((command) => {
    const rule: Rule = RULES[command]
    const hold = rule.stoppedByHold ? '; 409 `shipment_held` on hold' : ''
    const all = rule.moves.every(({ from }) => same(from, SHIPMENT_STATES))
    return rule.moves.map(
      (move) =>
        `| \`${command}\` | ${list(move.from)} | ${move.to === 'same' ? 'the same' : `\`${move.to}\``} | ${fires(move)} | ${all ? '–' : elsewhere(rule)}${hold} |`,
    )
  })

const statusRows = (): string[] =>
  SHIPMENT_STATES.map((state) => {
    const takes = COMMANDS.filter((command) => verdictOf(command, state).kind === 'move')
    const rank = RANKS[state] ?? '–'
    return `| ${text(state)} | ${rank} | ${TERMINAL.includes(state) ? 'yes' : ''} | ${takes.map((command) => `\`${command}\``).join(' ')} |`
  })

const ladder = (fulfillment: 'qr_code' | 'print_label'): string => {
  const rungs = STATUSES.filter((status) => LADDER[status]).map((status) => `${status} → \`${LADDER[status]?.[fulfillment]}\``)
  return `- ${fulfillment}: ${rungs.join(', ')}`
}

/** Renders the whole document as Markdown. */
export const renderStates = (): string =>
  [
    '# States of a shipment',
    '',
    '<!-- Generated from packages/core/src/transitions.ts; do not edit. -->',
    '',
    `A shipment has one of ${STATUSES.length} statuses. A command moves it only as this table says. In every other status the command is refused with the`,
    'code named here and changes nothing. Scans are facts: a scan that arrives late, out of order or for an ended shipment is kept in the',
    'history with `applied: false` and never reverts a status. A hold does not change the status. It stops what the network decides, that is',
    '`tender`, `redeliver` and the sandbox ladder; it never stops what has physically happened.',
    '',
    `The time of a scan (\`occurred_at\`) counts, not the time of its upload. Every scan except \`reject\` proves that the network had the parcel.`,
    'So a scan that happened by `expires_at` takes effect even if it is uploaded later, unless the shipment has already been found expired. If it has',
    'expired by then, or was cancelled between scan and upload, such a scan (including `walk-in` and `accept`) is recorded with `applied: false`',
    'and opens a discrepancy (`reason` late_custody, one per shipment), reported by `shipment.discrepancy_reported`.',
    '',
    diagram(),
    '',
    'In the diagram, each network scan starts only at the step before it. The scan also applies from every labeled status of lower rank.',
    'An `unclaimed` parcel has the rank of its last status before it became unclaimed, so a scan of a higher rank moves it forward.',
    '',
    '## Commands',
    '',
    '| Command | From | To | Events, in this order | Otherwise |',
    '|---|---|---|---|---|',
    ...commandRows(),
    '',
    '## Statuses',
    '',
    '| Status | Rank | Final | Commands that apply |',
    '|---|---|---|---|',
    ...statusRows(),
    '',
    'Network scans are refused only at rank 0, where there is no label yet.',
    '',
    '## The sandbox ladder',
    '',
    '`POST /v2/test/shipments/{id}/advance` runs one command, depending on the status and the fulfillment:',
    '',
    ladder('qr_code'),
    ladder('print_label'),
    '',
  ].join('\n')
