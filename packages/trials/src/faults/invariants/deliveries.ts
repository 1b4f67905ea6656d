// Invariant: every webhook answered 200 to every event it wants, with the bytes of the feed and a valid signature, and received nothing
// else.
import type { Facts, Found } from '../facts.ts'
import type { Log, Webhook } from '../log.ts'
import { undelivered } from '../settle.ts'

/**
 * Matches faults that lose the results of attempts: a worker is killed or frozen, or loses its database. The attempts are then repeated. A
 * webhook has at most 10 open attempts.
 */
const LOSES_RESULTS = /worker|database|session/
const MAX_REPEATED = 20

/** Finds webhooks that received events again after answering them, more often than the faults of the run explain. */
function* repeatsAreFew(log: Log): Found {
  const most = MAX_REPEATED * (1 + log.faults.filter(({ name }) => LOSES_RESULTS.test(name)).length)
  const answered = new Set<string>()
  const repeated = new Map<string, number>()
  for (const { at, webhook, event, answered: answer } of log.receipts) {
    const of = `${webhook} ${event}`
    if (answered.has(of)) {
      const count = (repeated.get(webhook) ?? 0) + 1
      repeated.set(webhook, count)
      if (count === most + 1)
        yield {
          at,
          shipment: null,
          text: `more than ${most} events reached ${webhook} again although it had answered 200: two workers send to it`,
        }
    }
    if (answer === '200') answered.add(of)
  }
}

/**
 * Limit of handovers for each fault. A webhook moves to the other worker when its worker loses the lease. This happens when that worker is
 * killed or frozen, when it loses its database, or when the other worker has come back and takes its share. Deliveries that are still in
 * transit then arrive from both workers alternately.
 */
const MOST_TAKEN_OVER = 5

/** Yields each change of the worker that sends to a webhook. `count` is the number of changes at this webhook so far. */
export function* takenOver(log: Log): Generator<{ at: number; webhook: string; count: number }> {
  const last = new Map<string, string | undefined>()
  const changes = new Map<string, number>()
  for (const { at, webhook, from } of log.receipts) {
    const isOther = last.has(webhook) && last.get(webhook) !== from
    last.set(webhook, from)
    if (!isOther) continue
    const count = (changes.get(webhook) ?? 0) + 1
    changes.set(webhook, count)
    yield { at, webhook, count }
  }
}

/** Finds webhooks at which the two workers alternate more often than the faults of the run explain. */
function* oneSends(log: Log): Found {
  const most = MOST_TAKEN_OVER * (1 + log.faults.filter(({ name }) => LOSES_RESULTS.test(name)).length)
  for (const { at, webhook, count } of takenOver(log))
    if (count === most + 1)
      yield { at, shipment: null, text: `the workers alternated in sending to ${webhook} more than ${most} times: both hold its lease` }
}

export function* deliveriesComplete(log: Log, { events }: Facts): Found {
  const webhooks = new Map(
    log.partners.flatMap(({ webhooks }, partner) => webhooks.map((webhook) => [webhook.id, { ...webhook, partner }] as const)),
  )
  for (const { webhook, event } of undelivered(log)) {
    yield {
      at: log.now(),
      shipment: events.get(event)?.shipment ?? null,
      text: `${event} (${events.get(event)?.type}) was never delivered to ${webhook.id}`,
    }
  }
  for (const { at, webhook: id, event: event_id, body, genuine } of log.receipts) {
    const event = events.get(event_id)
    const webhook = webhooks.get(id) as Webhook
    const shipment = event?.shipment ?? null
    if (!genuine) yield { at, shipment, text: `${event_id} reached ${id} with an invalid signature` }
    if (!event) yield { at, shipment, text: `${event_id} reached ${id} and is not in the feed` }
    else if (event.partner !== webhook.partner) yield { at, shipment, text: `${event_id} reached ${id}, another partner's webhook` }
    else if (!webhook.types.includes('*') && !webhook.types.includes(event.type)) {
      yield { at, shipment, text: `${event_id} (${event.type}) reached ${id}, which did not subscribe to it` }
    } else if (event.text !== body) yield { at, shipment, text: `${event_id} reached ${id} with other bytes than the feed has` }
  }
  yield* repeatsAreFew(log)
  yield* oneSends(log)
}
