// Runs after the faults: waits until every command that was started is answered and every event is delivered, then reads the final state.
// It waits as long as there is progress, so a slow machine does not fail.
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../lib/run.ts'
import type { Actors } from './actors.ts'
import { created } from './invariants/effects.ts'
import type { Event, Keys, Log, Receipt, Told, Webhook } from './log.ts'
import type { Sender } from './sender.ts'

const CHECK_INTERVAL_MS = 250
/**
 * If there is no progress for this long, missing deliveries count as lost. The lease of a killed worker and every attempt expire sooner.
 */
const STANDSTILL_MS = 180_000
/** The number of hours by which the partners' test clocks are advanced: longer than all retries. */
const RETRIES_H = 25
const ADVANCE_EVERY_MS = 4000
const READS_AT_ONCE = 16

const isWanted = ({ types }: Webhook, { type }: { type: string }) => types.includes('*') || types.includes(type)

/** A worker that was frozen or is late may still accept a late answer, so a late answer proves neither success nor failure. */
const mayHaveDone = ({ answered }: Receipt) => answered === '200' || answered === 'late'

/** Returns the webhook and the event of each delivery that should have been answered with 200 but was not. */
export const undelivered = (log: Log): { webhook: Webhook; event: string }[] => {
  const done = new Set(log.receipts.filter(mayHaveDone).map(({ webhook, event }) => `${webhook} ${event}`))
  return log.partners.flatMap(({ webhooks }, partner) =>
    (log.final.feeds[partner] ?? []).flatMap(({ id, type }) =>
      webhooks
        .filter((webhook) => isWanted(webhook, { type }) && !done.has(`${webhook.id} ${id}`))
        .map((webhook) => ({ webhook, event: id })),
    ),
  )
}

const inParallel = async <T>(items: T[], most: number, act: (item: T) => Promise<void>): Promise<void> => {
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: most }, work))
}

export class Settling {
  readonly #log: Log
  readonly #sender: Sender
  readonly #actors: Actors
  readonly #keys: Keys[]

  constructor(log: Log, sender: Sender, actors: Actors, keys: Keys[]) {
    this.#log = log
    this.#sender = sender
    this.#actors = actors
    this.#keys = keys
  }

  async run(): Promise<void> {
    await this.#readFeeds()
    await this.#deliver()
    // The feeds are read again, because retries may have made shipments expire, and a late scan may have taken effect.
    await this.#readFeeds()
    say('reading everything again')
    await this.#readShipments()
    await this.#readFeeds()
    await this.#deliver()
    await this.#replay()
  }

  /** Waits until every webhook has all its events, or no longer receives any. */
  async #deliver(): Promise<void> {
    let [advanced_ms, moved_ms, least] = [Number.NEGATIVE_INFINITY, performance.now(), Number.POSITIVE_INFINITY]
    for (;;) {
      const { length } = undelivered(this.#log)
      if (length === 0) return
      if (length < least) [least, moved_ms] = [length, performance.now()]
      if (performance.now() - moved_ms > STANDSTILL_MS) return
      if (performance.now() - advanced_ms > ADVANCE_EVERY_MS) {
        say(`${length} deliveries have not arrived yet`)
        const behind = new Set(undelivered(this.#log).map(({ webhook }) => webhook.partner))
        for (const partner of behind) await this.#actors.pass(partner, RETRIES_H)
        advanced_ms = performance.now()
      }
      await sleep(CHECK_INTERVAL_MS)
    }
  }

  /**
   * Reads the current feeds. The end of a feed may be held back, so each feed is read until it contains all delivered events and stops
   * growing.
   */
  async #readFeeds(): Promise<void> {
    for (const [partner, { partner: key }] of this.#keys.entries()) {
      const until_ms = performance.now() + STANDSTILL_MS
      for (let before = -1; performance.now() < until_ms; await sleep(CHECK_INTERVAL_MS)) {
        const feed = await this.#readFeed(partner, key)
        this.#log.final.feeds[partner] = feed
        if (feed.length === before && this.#hasWhatCame(partner, feed)) break
        before = feed.length
      }
    }
  }

  #hasWhatCame(partner: number, feed: Event[]): boolean {
    const ids = new Set(feed.map(({ id }) => id))
    const own = new Set(this.#log.partners[partner]?.webhooks.map(({ id }) => id))
    return this.#log.receipts.every(({ webhook, event }) => !own.has(webhook) || ids.has(event))
  }

  async #readFeed(partner: number, key: Keys['partner']): Promise<Event[]> {
    const feed: Event[] = []
    for await (const records of this.#actors.pages(partner, key, {}))
      for (const { id, text } of records) {
        const { type, identifiers, event_info } = JSON.parse(text)
        feed.push({ id, type, shipment: identifiers.shipment ?? null, status: event_info.status ?? null, text })
      }
    return feed
  }

  /** Reads every shipment whose create was answered, with its adjustments. */
  async #readShipments(): Promise<void> {
    const { final } = this.#log
    await inParallel(
      [...created(this.#log)],
      READS_AT_ONCE,
      async ([
        id,
        {
          command: { partner },
        },
      ]) => {
        final.shipments.set(id, await this.#read(partner, `/v2/shipments/${id}`))
        final.adjustments.set(id, await this.#read(partner, `/v2/shipments/${id}/adjustments?limit=100`))
      },
    )
  }

  #read(partner: number, path: string): Promise<Told | null> {
    return this.#sender.read('final', partner, path, (this.#keys[partner] as Keys).partner, path.length % 2)
  }

  /** Repeats every answered command that has a key. The answer must be the same. */
  async #replay(): Promise<void> {
    const asked = this.#log.commands.filter(({ key, answer }) => key && answer)
    await inParallel(asked, READS_AT_ONCE, async (command) => {
      const { partner, by } = command
      const copy = { ...command, name: 'replay' }
      const answer = await this.#sender.send(copy, (this.#keys[partner] as Keys)[by], { via: command.path.length % 2 })
      this.#log.final.replays.push({ command, answer })
    })
  }
}
