// After the calamities: waits until everything that was begun is answered and everything that happened is delivered, then reads what there is.
// It waits as long as something still moves: how fast the machine is decides nothing.
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 250
/** Without any progress for so long, what is missing is missing: a lease that a killed worker held runs out sooner, and so does an attempt. */
const STANDSTILL_MS = 180_000
/** Beyond the last retry, on the partners' own clocks. */
const RETRIES_H = 25
const ADVANCE_EVERY_MS = 4000
const FINAL_PAGE = 500
const READS_AT_ONCE = 16

const isWanted = ({ types }, { type }) => types.includes('*') || types.includes(type)

/** A worker that slept, or is late itself, may take an answer that is late. So such a one proves nothing, neither way. */
const mayHaveDone = ({ answered }) => answered === '200' || answered === 'late'

/** Webhook and event of everything that has to have been answered 200 and was not. */
export const undelivered = (log) => {
  const done = new Set(log.receipts.filter(mayHaveDone).map(({ webhook, event }) => `${webhook} ${event}`))
  return log.partners.flatMap(({ webhooks }, partner) =>
    (log.final.feeds[partner] ?? []).flatMap(({ id, type }) =>
      webhooks
        .filter((webhook) => isWanted(webhook, { type }) && !done.has(`${webhook.id} ${id}`))
        .map((webhook) => ({ webhook, event: id })),
    ),
  )
}

const inParallel = async (items, most, act) => {
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: most }, work))
}

export class Settling {
  #log
  #sender
  #actors
  #keys
  #say

  constructor({ log, sender, actors, keys, say }) {
    this.#log = log
    this.#sender = sender
    this.#actors = actors
    this.#keys = keys
    this.#say = say
  }

  async run() {
    await this.#readFeeds()
    await this.#deliver()
    // Retries may have let shipments expire, and a late scan may have had its say.
    await this.#readFeeds()
    this.#say('reading everything again')
    await this.#readShipments()
    await this.#readFeeds()
    await this.#deliver()
    await this.#replay()
  }

  /** Until every webhook has what it wants, or nothing comes any more. */
  async #deliver() {
    let [advanced_ms, moved_ms, least] = [Number.NEGATIVE_INFINITY, performance.now(), Number.POSITIVE_INFINITY]
    for (;;) {
      const { length } = undelivered(this.#log)
      if (length === 0) return
      if (length < least) [least, moved_ms] = [length, performance.now()]
      if (performance.now() - moved_ms > STANDSTILL_MS) return
      if (performance.now() - advanced_ms > ADVANCE_EVERY_MS) {
        this.#say(`${length} deliveries are still to come`)
        const behind = new Set(undelivered(this.#log).map(({ webhook }) => webhook.partner))
        for (const partner of behind) await this.#actors.pass(partner, RETRIES_H)
        advanced_ms = performance.now()
      }
      await sleep(LOOK_MS)
    }
  }

  /** The feeds as they are now. The end may be held back, so each is read until it has what webhooks got, and has grown no more. */
  async #readFeeds() {
    for (const [partner, { partner: key }] of this.#keys.entries()) {
      const until_ms = performance.now() + STANDSTILL_MS
      for (let before = -1; performance.now() < until_ms; await sleep(LOOK_MS)) {
        const feed = await this.#readFeed(partner, key)
        this.#log.final.feeds[partner] = feed
        if (feed.length === before && this.#hasWhatCame(partner, feed)) break
        before = feed.length
      }
    }
  }

  #hasWhatCame(partner, feed) {
    const ids = new Set(feed.map(({ id }) => id))
    const own = new Set(this.#log.partners[partner].webhooks.map(({ id }) => id))
    return this.#log.receipts.every(({ webhook, event }) => !own.has(webhook) || ids.has(event))
  }

  async #readFeed(partner, key) {
    const feed = []
    for (let after = '', turn = 0; ; turn++) {
      const page = await this.#actors.page(partner, key, after, { via: turn, limit: FINAL_PAGE })
      if (!page) return feed
      for (const { id, text } of page.records) {
        const { type, identifiers, event_info } = JSON.parse(text)
        feed.push({ id, type, shipment: identifiers.shipment ?? null, status: event_info.status ?? null, text })
      }
      after = page.records.at(-1)?.id ?? after
      if (!page.has_more) return feed
    }
  }

  /** Every shipment that anybody was told of, and its adjustments. */
  async #readShipments() {
    const { final, commands } = this.#log
    const known = new Map()
    for (const { name, answer, partner } of commands) {
      if (!name.startsWith('create') || !(answer?.status < 300)) continue
      const json = JSON.parse(answer.text)
      for (const { id } of json.data ?? [json]) known.set(id, partner)
    }
    await inParallel([...known], READS_AT_ONCE, async ([id, partner]) => {
      final.shipments.set(id, await this.#read(partner, `/v2/shipments/${id}`))
      final.adjustments.set(id, await this.#read(partner, `/v2/shipments/${id}/adjustments?limit=100`))
    })
  }

  async #read(partner, path) {
    return this.#sender.read('final', partner, path, this.#keys[partner].partner, path.length % 2)
  }

  /** Every command with a key once more: what was answered must be answered again. */
  async #replay() {
    const asked = this.#log.commands.filter(({ key, answer }) => key && answer)
    await inParallel(asked, READS_AT_ONCE, async (command) => {
      const { partner, by } = command
      const copy = { ...command, name: 'replay' }
      const answer = await this.#sender.send(copy, this.#keys[partner][by], { via: command.path.length % 2 })
      this.#log.final.replays.push({ command, answer })
    })
  }
}
