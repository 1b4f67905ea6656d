// Invariant: statuses follow the published table. Every status change in a shipment's events is a move in that table. A read from any
// process never shows a status older than an earlier answer did. The final status is that of the last event.
import type { Json } from '../../lib/run.ts'
import type { Facts, Found } from '../facts.ts'
import type { Command, Event, Log, Told } from '../log.ts'
import { isMove, movesOf } from '../states.ts'

/**
 * Whether an event shows a status of the shipment. Events about other objects have the status of those objects, and an amendment event
 * always has the status `created` (docs/guide/shipments.md#amend).
 */
const tells = ({ type, status }: Event) => status !== null && type.startsWith('shipment.') && type !== 'shipment.updated'

/** Returns the shipment in an answer, if there is one. */
const shownBy = ({ name, shipment }: Command, { status, text }: Told): Json => {
  if (!shipment || status !== 200 || name === 'bulk') return null
  const json = JSON.parse(text)
  const shown = json.object === 'shipment' ? json : json.shipment
  return shown?.id === shipment ? shown : null
}

function* eventsFollow(moves: ReturnType<typeof movesOf>, shipment: string, events: Event[], at: number): Found {
  let before = events[0] as Event
  for (const event of events.slice(1)) {
    const { type, status } = event
    if (!tells(event)) continue
    if (status !== before.status && !isMove(moves, type, before.status, status)) {
      yield {
        at,
        shipment,
        text: `${before.type} left the shipment ${before.status}, and then ${event.id} (${type}) reported ${status}: docs/states.md has no such move`,
      }
    }
    before = event
  }
}

/**
 * An answer that shows a shipment. It must not show an older version than any answer that was complete before its request began. Replayed
 * answers are left out, because they are as old as the first answer.
 */
interface Shown {
  at_api: string
  began: number
  ended: number
  shown: Json
  isRead: boolean
}

function* readsAdvance(shipment: string, answers: Shown[]): Found {
  const ended = [...answers].sort((a, b) => a.ended - b.ended)
  let newest: Shown | undefined
  let next = 0
  for (const answer of [...answers].sort((a, b) => a.began - b.began)) {
    for (let one = ended[next]; one && one.ended < answer.began; one = ended[++next]) {
      if (!newest || one.shown.version > newest.shown.version) newest = one
    }
    if (newest && answer.isRead && answer.shown.version < newest.shown.version) {
      const [then, now] = [newest.shown, answer.shown]
      const text = `${answer.at_api} showed version ${now.version} (${now.status}) after version ${then.version} (${then.status}) had been returned`
      yield { at: answer.ended, shipment, text }
    }
  }
}

const answersOf = (log: Log): Map<string | null, Shown[]> => {
  const of = new Map<string | null, Shown[]>()
  for (const { command, at, began, ended, answer } of log.attempts) {
    const shown = answer && command.name !== 'replay' ? shownBy(command, answer) : null
    if (!shown) continue
    const one = { at_api: at, began, ended: ended ?? log.now(), shown, isRead: command.name === 'read' }
    of.set(command.shipment, [...(of.get(command.shipment) ?? []), one])
  }
  return of
}

export function* statusesAdvance(log: Log, { by_shipment }: Facts): Found {
  const moves = movesOf()
  const answers = answersOf(log)
  for (const [shipment, events] of by_shipment) {
    yield* eventsFollow(moves, shipment, events, log.now())
    yield* readsAdvance(shipment, answers.get(shipment) ?? [])
    const read = log.final.shipments.get(shipment)
    if (read?.status !== 200) continue
    const told = events.findLast(tells)?.status
    const { status } = JSON.parse(read.text)
    if (told && status !== told) yield { at: log.now(), shipment, text: `the shipment is ${status}, but the last event reported ${told}` }
  }
}
