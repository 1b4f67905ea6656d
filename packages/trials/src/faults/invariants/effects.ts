// Invariant: every acknowledged effect exists exactly once. For every shipment the feed has the events that the answers imply, and no
// others.
import type { Json } from '../../lib/run.ts'
import { type Facts, type Found, isAccepted } from '../facts.ts'
import type { Command, Log } from '../log.ts'

/** Event types that an acknowledged command must have fired, by command name. */
const FIRED: Record<string, (answer: Json) => string[]> = {
  cancel: () => ['shipment.cancelled'],
  reprint: () => ['shipment.label_reprinted'],
  'reissue-qr': () => ['qr.reissued'],
  'invalidate-qr': () => ['qr.invalidated'],
  redirect: () => ['shipment.redirected'],
  claim: () => ['claim.opened'],
  adjust: () => ['shipment.adjusted'],
  dispute: () => ['adjustment.disputed'],
  discrepancy: ({ adjustment_id }) => ['shipment.discrepancy_reported', ...(adjustment_id ? ['shipment.adjusted'] : [])],
  disposition: ({ status }) => [`shipment.${status}`],
  'accept-tender': () => ['shipment.injected'],
}

/**
 * Event types that a command may have fired, at most once for each command. The answer does not show whether the command changed anything.
 */
const PERHAPS: Record<string, string> = {
  hold: 'shipment.held',
  release: 'shipment.released',
  amend: 'shipment.updated',
}

/** Returns every shipment that an answer reported as created, with the command that created it. */
export const created = (log: Log): Map<string, { command: Command; shipment: Json }> => {
  const found = new Map<string, { command: Command; shipment: Json }>()
  for (const command of log.commands) {
    if (!command.name.startsWith('create') || !command.answer || !isAccepted(command)) continue
    const json = JSON.parse(command.answer.text)
    for (const shipment of json.data ?? [json]) found.set(shipment.id, { command, shipment })
  }
  return found
}

class Account {
  /** The expected events by type: `certain` is the number that must exist, and `perhaps` the number that may exist in addition. */
  readonly certain = new Map<string, number>()
  readonly perhaps = new Map<string, number>()
  /** The event ids that answers contain, each with the command that was answered. */
  readonly named = new Map<string, Command>()

  add(kind: 'certain' | 'perhaps', type: string): void {
    this[kind].set(type, (this[kind].get(type) ?? 0) + 1)
  }
}

const accountsOf = (log: Log): Map<string, Account> => {
  const accounts = new Map<string, Account>()
  const of = (shipment: string): Account => {
    const account = accounts.get(shipment) ?? new Account()
    accounts.set(shipment, account)
    return account
  }
  for (const [id, { shipment }] of created(log)) {
    of(id).add('certain', 'shipment.created')
    if (shipment.fulfillment === 'print_label') of(id).add('certain', 'shipment.label_ready')
    // A read after the expiry time makes the shipment expire.
    of(id).add('perhaps', 'shipment.expired')
  }
  for (const command of log.commands) {
    const { name, shipment, answer } = command
    if (!shipment || !accounts.has(shipment) || !answer || !isAccepted(command)) continue
    const json = JSON.parse(answer.text || '{}')
    const perhaps = PERHAPS[name]
    if (perhaps) of(shipment).add('perhaps', perhaps)
    for (const type of FIRED[name]?.(json) ?? []) of(shipment).add('certain', type)
    const scans = name === 'bulk' ? json.data.map(({ result }: Json) => result) : [json]
    for (const scan of scans) for (const event of scan?.events ?? []) of(shipment).named.set(event, command)
  }
  // A PATCH without an answer may have made a change that a later PATCH reports as already done.
  for (const { name, shipment, answer } of log.commands) {
    if (name === 'amend' && shipment && accounts.has(shipment) && !isAccepted({ answer })) of(shipment).add('perhaps', 'shipment.updated')
  }
  return accounts
}

const countOf = (list: string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const type of list) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

export function* effectsOnce(log: Log, { events, by_shipment, answered }: Facts): Found {
  const accounts = accountsOf(log)
  const makers = created(log)
  const end = log.now()
  for (const command of log.commands) {
    if (command.key && !command.answer) {
      yield {
        at: end,
        shipment: command.shipment,
        text: `${command.name} (key ${command.key}) was never answered, although it was repeated`,
      }
    }
  }
  for (const [shipment, { certain, perhaps, named }] of accounts) {
    const maker = makers.get(shipment)?.command
    const at = (maker && answered.get(maker)) ?? end
    const found = by_shipment.get(shipment) ?? []
    for (const [id, command] of named) {
      const event = events.get(id)
      if (!event)
        yield {
          at: answered.get(command) ?? end,
          shipment,
          text: `the event ${id} that ${command.name} (key ${command.key}) named is not in the feed`,
        }
    }
    const counts = countOf(found.filter(({ id }) => !named.has(id)).map(({ type }) => type))
    for (const type of new Set([...certain.keys(), ...counts.keys()])) {
      const [least, count] = [certain.get(type) ?? 0, counts.get(type) ?? 0]
      const most = least + (perhaps.get(type) ?? 0)
      if (count < least) yield { at, shipment, text: `${least} ${type} were acknowledged, but ${count} are in the feed` }
      if (count > most) yield { at, shipment, text: `at most ${most} ${type} were requested, but ${count} are in the feed` }
    }
    const read = log.final.shipments.get(shipment)
    if (read?.status !== 200)
      yield { at, shipment, text: `the shipment was created, but reading it answers ${read ? read.status : 'nothing'}` }
  }
  for (const shipment of by_shipment.keys()) {
    if (!accounts.has(shipment))
      yield { at: end, shipment, text: 'the shipment is in the feed, but no client got the answer that it was created' }
  }
}
