// Everything the auditor knows: requests, answers, webhook receipts, and the final reads. Times are milliseconds since the start, by a
// clock that is never stepped.
import { closeSync, openSync, writeSync } from 'node:fs'

import type { Credentials } from '../lib/client.ts'

export interface Told {
  status: number
  text: string
}

/** A command. It may be sent several times. */
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
  /** The first final answer. */
  answer: Told | null
}

export type By = 'partner' | 'operator' | 'handler'
export type Keys = Record<By, Credentials>

/** One request for a command. */
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
  /** Address of the worker that sent the delivery. */
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

/** A page of a feed, as read by one reader of a partner. */
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

/** Yields JSON in parts of one item each, because the value may be too long for one string. */
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
  /** Number of answered commands. */
  answered = 0
  readonly attempts: Attempt[] = []
  readonly receipts: Receipt[] = []
  readonly pages: Page[] = []
  readonly faults: Fault[] = []
  /** Price by weight, from the quotes requested at the start of the run. */
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

  /** Returns one shared copy of equal texts, because an event appears in pages of the feed, in deliveries, and in the final read. */
  kept(text: string): string {
    const kept = this.#texts.get(text) ?? text
    this.#texts.set(kept, kept)
    return kept
  }

  now(): number {
    return Math.round((performance.now() - this.#began_ms) * 10) / 10
  }

  /** Writes the log as JSON for further investigation. It is written in parts, because the log of an hour is too long for one string. */
  write(file: string): void {
    const fd = openSync(file, 'w')
    try {
      for (const part of partsOf(this)) writeSync(fd, part)
    } finally {
      closeSync(fd)
    }
  }
}
