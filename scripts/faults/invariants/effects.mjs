// What was acknowledged is there, each thing once: for every shipment, the events that the answers stand for are in the feed, and no others.

/** The events that an acknowledged command certainly fired about its shipment, by name and type. */
const FIRED = {
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

/** What may have been fired besides, once each: whether it changed anything is not in the answer. */
const PERHAPS = {
  hold: 'shipment.held',
  release: 'shipment.released',
  amend: 'shipment.updated',
}

/** Every shipment that an answer made, with the command. */
export const created = (log) => {
  const found = new Map()
  for (const command of log.commands) {
    if (!command.name.startsWith('create') || !(command.answer?.status < 300)) continue
    const json = JSON.parse(command.answer.text)
    for (const shipment of json.data ?? [json]) found.set(shipment.id, { command, shipment })
  }
  return found
}

class Account {
  /** By type: how many events there have to be, and how many more there may be. */
  certain = new Map()
  perhaps = new Map()
  /** Ids that answers named, with the command. */
  named = new Map()

  add(kind, type) {
    this[kind].set(type, (this[kind].get(type) ?? 0) + 1)
  }
}

const accountsOf = (log) => {
  const accounts = new Map()
  const of = (shipment) => accounts.get(shipment) ?? accounts.set(shipment, new Account()).get(shipment)
  for (const [id, { shipment }] of created(log)) {
    of(id).add('certain', 'shipment.created')
    if (shipment.fulfillment === 'print_label') of(id).add('certain', 'shipment.label_ready')
    // Whoever reads it once it is due finds it expired.
    of(id).add('perhaps', 'shipment.expired')
  }
  for (const command of log.commands) {
    const { name, shipment, answer } = command
    if (!shipment || !accounts.has(shipment) || !(answer?.status < 300)) continue
    const json = JSON.parse(answer.text || '{}')
    if (PERHAPS[name]) of(shipment).add('perhaps', PERHAPS[name])
    for (const type of FIRED[name]?.(json) ?? []) of(shipment).add('certain', type)
    const scans = name === 'bulk' ? json.data.map(({ result }) => result) : [json]
    for (const scan of scans) for (const event of scan?.events ?? []) of(shipment).named.set(event, command)
  }
  // A PATCH without an answer may have changed what the next one found changed.
  for (const { name, shipment, answer } of log.commands) {
    if (name === 'amend' && accounts.has(shipment) && !(answer?.status < 300)) of(shipment).add('perhaps', PERHAPS.amend)
  }
  return accounts
}

const countOf = (list) => {
  const counts = new Map()
  for (const type of list) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

export function* effectsOnce(log, { events, by_shipment, answered }) {
  const accounts = accountsOf(log)
  const makers = created(log)
  const end = log.now()
  for (const command of log.commands) {
    if (command.key && !command.answer) {
      yield {
        at: end,
        shipment: command.shipment,
        text: `${command.name} (key ${command.key}) was never answered, however often it was repeated`,
      }
    }
  }
  for (const [shipment, { certain, perhaps, named }] of accounts) {
    const at = answered.get(makers.get(shipment).command) ?? end
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
      if (count < least) yield { at, shipment, text: `${least} ${type} were acknowledged, and ${count} are in the feed` }
      if (count > most) yield { at, shipment, text: `at most ${most} ${type} were asked for, and ${count} are in the feed` }
    }
    const read = log.final.shipments.get(shipment)
    if (read?.status !== 200) yield { at, shipment, text: `it was created, and reading it answers ${read ? read.status : 'nothing'}` }
  }
  for (const shipment of by_shipment.keys()) {
    if (!accounts.has(shipment)) yield { at: end, shipment, text: 'it is in the feed, and nobody was told that it was created' }
  }
}
