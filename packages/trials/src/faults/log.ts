// All that the auditor knows: what was sent, what was answered, what receivers saw, and what was read at the end. Times are milliseconds since
// the beginning, by a clock that nobody steps.
import { closeSync, openSync, writeSync } from 'node:fs'

import type { Credentials } from '../lib/client.ts'

export interface Told {
  status: number
  text: string
}

/** What somebody wanted once, however often it was sent. */
export interface Command {
  name: string
  life: string | null
  partner: number
  by: By
  method: string
  path: string
  body: string
  key: string | null
  shipment: string | null
  /** The first one that settles it. */
  answer: Told | null
}

export type By = 'partner' | 'operator' | 'handler'
export type Keys = Record<By, Credentials>

/** One request of it. */
export interface Attempt {
  command: Command
  at: string
  began: number
  ended: number | null
  answer: Told | null
  failure?: string
}

export interface Receipt {
  at: number
  webhook: string
  event: string
  attempt: number
  /** The address of the worker that sent it. */
  from: string | undefined
  body: string
  genuine: boolean
  answered: string
  manner?: string
}

export interface Webhook {
  id: string
  secret: string
  types: string[]
  signing: string
  partner: number
}

export interface Event {
  id: string
  type: string
  shipment: string | null
  status: string | null
  text: string
}

/** A page of a feed, as a reader of a partner got it. */
export interface Page {
  partner: number
  reader: number
  at: number
  records: { id: string; text: string }[]
}

export interface Fault {
  began: number
  ended: number
  name: string
  what: string
}

/** JSON of a value that may be too long for one text, in parts of an item each. */
function* partsOf(value: unknown): Generator<string> {
  if (value instanceof Map) yield* partsOf([...value])
  else if (Array.isArray(value)) {
    yield '['
    for (const [i, item] of value.entries())
      yield `${i > 0 ? ',' : ''}\n${JSON.stringify(item, (_, one) => (one instanceof Map ? [...one] : one))}`
    yield ']'
  } else if (typeof value === 'object' && value !== null) {
    yield '{'
    for (const [i, [name, one]] of Object.entries(value).entries()) {
      yield `${i > 0 ? ',\n' : '\n'}${JSON.stringify(name)}: `
      yield* partsOf(one)
    }
    yield '}'
  } else yield JSON.stringify(value) ?? 'null'
}

export class Log {
  readonly partners: { name: string; id: string; webhooks: Webhook[] }[] = []
  readonly commands: Command[] = []
  /** How many of them have their answer. */
  answered = 0
  readonly attempts: Attempt[] = []
  readonly receipts: Receipt[] = []
  readonly pages: Page[] = []
  readonly faults: Fault[] = []
  /** By weight: what a parcel cost in the quote before anything else. */
  readonly prices = new Map<number, number>()
  /** Read after everything has settled. */
  readonly final = {
    feeds: [] as Event[][],
    shipments: new Map<string, Told | null>(),
    adjustments: new Map<string, Told | null>(),
    replays: [] as { command: Command; answer: Told | null }[],
  }
  readonly #began_ms = performance.now()
  readonly #texts = new Map<string, string>()

  /** The same text once, however often it is seen: an event comes by pages, by webhooks, and at the end. */
  kept(text: string): string {
    const kept = this.#texts.get(text) ?? text
    this.#texts.set(kept, kept)
    return kept
  }

  now(): number {
    return Math.round((performance.now() - this.#began_ms) * 10) / 10
  }

  /** All of it as JSON in a file, for those who look further than at the first violation. Written in parts: an hour is too long for one text. */
  write(file: string): void {
    const fd = openSync(file, 'w')
    try {
      for (const part of partsOf(this)) writeSync(fd, part)
    } finally {
      closeSync(fd)
    }
  }
}
