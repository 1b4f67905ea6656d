// The people and programs around the service: they live the lives of the plan, read the feeds, and let the partners' clocks go ahead.
import { setTimeout as sleep } from 'node:timers/promises'

/** One reader hardly waits when it has reached the end: it sees what is in order for a moment only. */
const READ_EVERY_MS = [25, 400]
const PAGE = 50
const LIVES_AT_ONCE = 40

/** The records of a page: id and text of each. Parsed and written again: what matters is what they say and in which order. */
const recordsOf = (log, text) => JSON.parse(text).data.map((record) => ({ id: record.eventID, text: log.kept(JSON.stringify(record)) }))

const fill = (text, known) => text.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? '{}')
const isKnown = (command, known) =>
  [...`${command.path}${JSON.stringify(command.body ?? '')}`.matchAll(/\{(\w+)\}/g)].every(([, name]) => known[name])

/** What later commands refer to. */
const learn = (known, { name }, { status, text }) => {
  if (status >= 300) return
  const json = JSON.parse(text)
  if (name === 'create' || name === 'create-batch') {
    const { id, tracking, qr_id } = json.data?.[0] ?? json
    Object.assign(known, { id, tracking, qr: qr_id })
  } else if (name === 'reissue-qr') known.qr = json.id
  else if (name === 'adjust') known.adjustment = json.id
  else if (name === 'claim') known.claim = json.id
  else if (name === 'tender') known.tender = json.id
}

export class Actors {
  begun = 0
  lived = 0
  /** Lives for which there was no room while others were under way. */
  left_out = 0
  #log
  #sender
  #keys
  #stopping = false
  #passes = 0

  /** `keys`: by partner and by who it is that sends. */
  constructor(log, sender, keys) {
    this.#log = log
    this.#sender = sender
    this.#keys = keys
  }

  /** Resolves when all lives that were begun have ended. Errors: an answer that cannot be read. */
  async live({ lives, until_ms }) {
    const under_way = new Set()
    let failure = null
    const began_ms = performance.now()
    for (const life of lives) {
      const wait_ms = life.at_ms - (performance.now() - began_ms)
      if (wait_ms > 0) await sleep(wait_ms)
      if (this.#stopping || performance.now() - began_ms > until_ms) break
      if (under_way.size >= LIVES_AT_ONCE) {
        this.left_out++
        continue
      }
      this.begun++
      const one = this.#life(life).then(
        () => this.lived++,
        (error) => {
          failure ??= error
        },
      )
      under_way.add(one)
      one.finally(() => under_way.delete(one))
    }
    await Promise.all(under_way)
    if (failure) throw failure
  }

  async #life({ name, partner, steps }) {
    const known = {}
    for (const { after_ms, commands } of steps) {
      if (!this.#stopping) await sleep(after_ms)
      await Promise.all(
        commands.filter((command) => isKnown(command, known)).map((command) => this.#carryOut(command, { name, partner, known })),
      )
    }
  }

  async #carryOut(planned, { name: life, partner, known }) {
    const { name, method, by, key } = planned
    const command = {
      ...{ name, life, partner, by, method, key, shipment: known.id ?? null, answer: null },
      path: fill(planned.path, known),
      body: planned.body ? fill(JSON.stringify(planned.body), known) : '',
    }
    const answer = await this.#sender.send(command, this.#keys[partner][by], planned)
    if (answer) learn(known, command, answer)
    command.shipment ??= known.id ?? null
  }

  /** No more waiting between the steps of a life. */
  hurry() {
    this.#stopping = true
  }

  /** Lets the partners' own clocks go ahead as planned. */
  async advance({ advances }) {
    const began_ms = performance.now()
    for (const { at_ms, partner, hours } of advances) {
      await sleep(Math.max(0, at_ms - (performance.now() - began_ms)))
      await this.pass(partner, hours)
    }
  }

  async pass(partner, hours) {
    const body = JSON.stringify({ seconds: hours * 3600 })
    const key = `time-${this.#passes++}`
    const command = { name: 'pass-time', life: null, partner, by: 'partner', method: 'POST', key, shipment: null, answer: null, body }
    await this.#sender.send({ ...command, path: '/v2/test/clock/advance' }, this.#keys[partner].partner)
  }

  /** Reads each feed from its beginning, forward, over and over, until `isOver` says so. */
  async readFeeds(isOver) {
    await Promise.all(
      this.#keys.flatMap(({ partner: key }, partner) => READ_EVERY_MS.map((_, reader) => this.#readFeed({ partner, reader, key, isOver }))),
    )
  }

  async #readFeed({ partner, reader, key, isOver }) {
    for (let after = '', turn = reader; !isOver(); turn++) {
      const page = await this.page(partner, key, after, { via: turn, limit: PAGE })
      if (!page) return
      if (page.records.length > 0) this.#log.pages.push({ partner, reader, at: this.#log.now(), records: page.records })
      after = page.records.at(-1)?.id ?? after
      if (!page.has_more) await sleep(READ_EVERY_MS[reader])
    }
  }

  /** One page of a feed; null when it was given up. */
  async page(partner, key, after, { via, limit }) {
    const path = `/v2/events?limit=${limit}${after && `&after=${after}`}`
    const answer = await this.#sender.read('feed', partner, path, key, via)
    if (!answer) return null
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`)
    return { records: recordsOf(this.#log, answer.text), has_more: JSON.parse(answer.text).has_more }
  }
}
