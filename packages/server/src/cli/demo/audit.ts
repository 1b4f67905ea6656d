import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoAnswer } from './client.ts'
import { DemoFailure } from './failure.ts'
import type { Play } from './play.ts'

const SETTLE_LIMIT_MS = 30_000
const POLL_MS = 250
const PAGE = 500

interface EventPage {
  data: { eventID: string; type: string; identifiers: { shipment?: string } }[]
  has_more: boolean
}

/** Reads the feed from the demo's first event to its end. */
export class FeedReader {
  readonly events: EventPage['data'] = []
  /** The pages of the feed as text, with the exact bytes that webhooks deliver. */
  #text = ''
  readonly #play: Play

  constructor(play: Play) {
    this.#play = play
  }

  /** Reads all events after the last one that was read. */
  async read(): Promise<void> {
    for (let more = true; more; ) {
      const { json, bytes } = await this.#page()
      this.events.push(...json.data)
      this.#text += bytes.toString()
      more = json.has_more
    }
  }

  async #page(): Promise<DemoAnswer<EventPage>> {
    const first = this.#play.receiver.arrivals[0]
    const last = this.events.at(-1)
    // The feed may cover years. The first shipment's own events show where the demo begins.
    const where = last ? `after=${last.eventID}&limit=${PAGE}` : `shipment=${first?.shipment}&limit=1`
    const answer = await this.#play.client.send<EventPage>('GET', `/v2/events?${where}`)
    if (answer.status !== 200) throw new DemoFailure(`GET /v2/events?${where} answered ${answer.status}: ${answer.bytes.toString()}`)
    return answer
  }

  /**
   * Returns the differences between the feed and the received webhooks. Empty: every event arrived with the same bytes, and nothing else
   * arrived.
   */
  differences(): string[] {
    const { receiver } = this.#play
    const listed = new Set(this.events.map(({ eventID }) => eventID))
    const arrived = new Set(receiver.arrivals.map(({ event_id }) => event_id))
    const told = new Set(this.#play.steps.flatMap(({ webhooks }) => webhooks.map(({ event_id }) => event_id)))
    return [
      ...this.events
        .filter(({ eventID }) => !arrived.has(eventID))
        .map(({ eventID, type }) => `${type} ${eventID} is in the feed but did not arrive`),
      ...[...told].filter((id) => !listed.has(id)).map((id) => `${id} arrived but is not in the feed`),
      ...receiver.arrivals
        .filter(({ event_id, body }) => listed.has(event_id) && !this.#text.includes(body))
        .map(({ event_id }) => `${event_id} arrived with other bytes than in the feed`),
      ...this.#play.unexpected().map(({ type, event_id }) => `${type} ${event_id} arrived, but no step expected it`),
    ]
  }
}

/**
 * Reads the feed to its end and compares it with the received webhooks. Repeats this until they agree or the time limit has passed, because
 * the feed shows recent commits only after all older transactions have ended. Returns the remaining problems.
 */
export const auditFeed = async (play: Play): Promise<{ events: number; problems: string[] }> => {
  play.narrator.heading('The complete feed')
  const feed = new FeedReader(play)
  const end_ms = Date.now() + SETTLE_LIMIT_MS
  for (;;) {
    await feed.read()
    const problems = feed.differences()
    if (problems.length === 0 || Date.now() > end_ms) {
      play.narrator.line(`          ${feed.events.length} events since the demo began, ${play.receiver.arrivals.length} webhooks received`)
      return { events: feed.events.length, problems }
    }
    await sleep(POLL_MS)
  }
}
