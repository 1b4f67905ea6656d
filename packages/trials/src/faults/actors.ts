// The clients of the service. They carry out the lives of the plan, read the feeds, and advance the partners' clocks.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Json, UnderWay } from '../lib/run.ts'
import type { Planned } from './lives.ts'
import type { Command, Keys, Log, Page, Told } from './log.ts'
import type { Plan } from './plan.ts'
import { asked, type Sender } from './sender.ts'

/**
 * How long each of the two readers pauses at the end of the feed. The first reader hardly pauses, so that it notices even a short-lived
 * gap.
 */
const READ_EVERY_MS = [25, 400] as const
const PAGE = 50
const LIVES_AT_ONCE = 40

/**
 * `recordsOf` returns the id and the text of each record of a page. Records are parsed and serialized again, because only content and order
 * matter.
 */
type Known = Record<string, string>

const recordsOf = (log: Log, text: string): Page['records'] =>
  JSON.parse(text).data.map((record: Json) => ({ id: record.eventID, text: log.kept(JSON.stringify(record)) }))

const fill = (text: string, known: Known) => text.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? '{}')
const isKnown = (command: Planned, known: Known) =>
  [...`${command.path}${JSON.stringify(command.body ?? '')}`.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => known[name])

/** Remembers values that later commands refer to. */
const learn = (known: Known, { name }: Command, { status, text }: Told): void => {
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

interface Reading {
  first?: number
  limit?: number
  pause_ms?: number
  isOver?: () => boolean
}

export class Actors {
  begun = 0
  lived = 0
  /** Number of lives that were skipped because too many were in progress. */
  left_out = 0
  readonly #log: Log
  readonly #sender: Sender
  readonly #keys: Keys[]
  #stopping = false
  #passes = 0

  /** `keys` has the keys of each partner by the role of the sender. */
  constructor(log: Log, sender: Sender, keys: Keys[]) {
    this.#log = log
    this.#sender = sender
    this.#keys = keys
  }

  /** Resolves when all lives that were started have ended. Rejects if an answer cannot be read. */
  async live({ lives, until_ms }: Plan): Promise<void> {
    const underWay = new UnderWay()
    let failure: Error | null = null
    const began_ms = performance.now()
    for (const life of lives) {
      const wait_ms = life.at_ms - (performance.now() - began_ms)
      if (wait_ms > 0) await sleep(wait_ms)
      if (this.#stopping || performance.now() - began_ms > until_ms) break
      if (underWay.size >= LIVES_AT_ONCE) {
        this.left_out++
        continue
      }
      this.begun++
      const lived = () => void this.lived++
      underWay.add(
        this.#life(life).then(lived, (error) => {
          failure ??= error
        }),
      )
    }
    await underWay.ended()
    if (failure) throw failure
  }

  async #life({ name, partner, steps }: Plan['lives'][number]): Promise<void> {
    const known: Known = {}
    for (const { after_ms, commands } of steps) {
      if (!this.#stopping) await sleep(after_ms)
      await Promise.all(
        commands.filter((command) => isKnown(command, known)).map((command) => this.#carryOut(command, name, partner, known)),
      )
    }
  }

  async #carryOut(planned: Planned, life: string, partner: number, known: Known): Promise<void> {
    const { name, method, by, key } = planned
    const command: Command = {
      ...{ name, life, partner, by, method, key, shipment: known.id ?? null, answer: null },
      path: fill(planned.path, known),
      body: planned.body ? fill(JSON.stringify(planned.body), known) : '',
    }
    const answer = await this.#sender.send(command, (this.#keys[partner] as Keys)[by], planned)
    if (answer) learn(known, command, answer)
    command.shipment ??= known.id ?? null
  }

  /** Starts no further lives, and ends the pauses between the steps of lives. */
  hurry(): void {
    this.#stopping = true
  }

  /** Advances the partners' test clocks as planned. */
  async advance({ advances }: Plan): Promise<void> {
    const began_ms = performance.now()
    for (const { at_ms, partner, hours } of advances) {
      await sleep(Math.max(0, at_ms - (performance.now() - began_ms)))
      await this.pass(partner, hours)
    }
  }

  async pass(partner: number, hours: number): Promise<void> {
    const command = asked('pass-time', partner, 'POST', '/v2/test/clock/advance', JSON.stringify({ seconds: hours * 3600 }))
    await this.#sender.send({ ...command, key: `time-${this.#passes++}` }, (this.#keys[partner] as Keys).partner)
  }

  /** Reads each feed forward from its beginning until `isOver` returns true. */
  async readFeeds(isOver: () => boolean): Promise<void> {
    await Promise.all(
      this.#keys.flatMap(({ partner: key }, partner) =>
        READ_EVERY_MS.map(async (pause_ms, reader) => {
          for await (const page of this.pages(partner, key, { first: reader, limit: PAGE, pause_ms, isOver }))
            if (page.length > 0) this.#log.pages.push({ partner, reader, at: this.#log.now(), records: page })
        }),
      ),
    )
  }

  /**
   * Yields the pages of a feed from its beginning, using the APIs in turn. Without `isOver`, it stops at the end of the feed. With
   * `isOver`, it pauses there and continues until `isOver` returns true. In both cases, it stops when a request is given up.
   */
  async *pages(
    partner: number,
    key: Keys['partner'],
    { first = 0, limit = 500, pause_ms = 0, isOver }: Reading,
  ): AsyncGenerator<Page['records']> {
    for (let after = '', turn = first; !isOver?.(); turn++) {
      const path = `/v2/events?limit=${limit}${after && `&after=${after}`}`
      const answer = await this.#sender.read('feed', partner, path, key, turn)
      if (!answer) return
      if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`)
      const records = recordsOf(this.#log, answer.text)
      yield records
      after = records.at(-1)?.id ?? after
      if (JSON.parse(answer.text).has_more) continue
      if (!isOver) return
      await sleep(pause_ms)
    }
  }
}
