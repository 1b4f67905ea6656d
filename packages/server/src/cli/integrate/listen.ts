// `backhaul listen` forwards a sandbox partner's events to a local program, which needs no public address. It reads the event feed, which
// needs no inbound connection, and posts each record as the delivery engine would: same bytes, same headers, signed with a secret that it
// prints.
//
// Promise: every event after the starting point is forwarded once, in the feed's order, one at a time. Not promised: retries. A failed forward
// is shown and the next event follows. `--since` restarts from any point.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestClock } from '@backhaul/client'
import { type AttemptResult, createSender, type Sender } from '../../delivery/http1/http1.ts'
import { attemptHeaders, Signer, StandardSigner } from '../../delivery/sign.ts'
import { newId } from '../../process/ids.ts'
import { StartupError } from '../../process/startup-error.ts'
import { type DemoClient, reasonOfRefusal } from '../demo/client.ts'

export interface ListenOptions {
  forward: string
  /** Event types; an empty list means all. */
  types: readonly string[]
  /** An eventID, or an ISO 8601 time; null starts at the present. */
  since: string | null
  secret: string
  /** Adds a Standard Webhooks signature. */
  standard?: boolean
  /** Called after each forward. */
  onForward(event: { eventID: string; type: string }, result: AttemptResult): void
  signal: AbortSignal
}

interface EventPage {
  data: { eventID: string; type: string }[]
  has_more: boolean
}

/** At this interval, polling uses half of the default rate limit of a key. */
const POLL_MS = 1_200
const PAGE = 100
const EVENT_ID = /^evt_/

/**
 * Returns the query parameters of the first page. By default the forwarding starts at the present of the sandbox's clock, which may be
 * ahead of real time.
 */
const startingPoint = async (client: DemoClient, since: string | null): Promise<string> => {
  if (since !== null) return EVENT_ID.test(since) ? `after=${since}` : `created_after=${encodeURIComponent(since)}`
  const answer = await client.send<TestClock>('GET', '/v2/test/clock')
  if (answer.status !== 200) throw new StartupError(`cannot read the sandbox's clock: ${reasonOfRefusal(answer)}`)
  return `created_after=${encodeURIComponent(answer.json.now)}`
}

type Forward = Pick<ListenOptions, 'forward' | 'secret' | 'standard'>

export const forward = (
  sender: Sender,
  { forward: url, secret, standard }: Forward,
  event: { eventID: string },
): Promise<AttemptResult> => {
  // These are exactly the stored bytes: JSON.stringify made the record, and parsing kept the order of its keys.
  const body = JSON.stringify(event)
  const facts = { signer: new Signer(secret), next_signer: null, event_id: event.eventID, delivery_id: newId('delivery'), attempt: 1 }
  const signers = standard ? [new StandardSigner(secret)] : []
  const headers = attemptHeaders({ ...facts, standard: signers, timestamp_s: Math.floor(Date.now() / 1000), body })
  return new Promise((resolve) => sender.send({ url, body, headers }, resolve))
}

/** Forwards events until the signal aborts. Throws StartupError when the feed refuses the filters. */
export const listen = async (client: DemoClient, options: ListenOptions): Promise<void> => {
  const sender = createSender({ allowPrivate: true })
  const types = options.types.map((type) => `&type=${encodeURIComponent(type)}`).join('')
  let from = await startingPoint(client, options.since)
  try {
    while (!options.signal.aborted) {
      const answer = await client.send<EventPage>('GET', `/v2/events?limit=${PAGE}&${from}${types}`)
      if (answer.status !== 200) throw new StartupError(`cannot read the feed: ${reasonOfRefusal(answer)}`)
      for (const event of answer.json.data) {
        if (options.signal.aborted) return
        options.onForward(event, await forward(sender, options, event))
        from = `after=${event.eventID}`
      }
      if (!answer.json.has_more) await sleep(POLL_MS, undefined, { signal: options.signal }).catch(() => {})
    }
  } finally {
    sender.close()
  }
}
