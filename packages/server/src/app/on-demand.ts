// The process that does what is large (http/large.ts). It is there while it is needed, as it takes the memory of an API process: started when
// one has something for it, and ended when it had nothing to do for a while.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Assignment } from './assignment.ts'
import type { Slot } from './slot.ts'

/** An address of such a socket holds 103 bytes on every system. */
const MAX_DIRECTORY_CHARACTERS = 60
const base = (): string => (tmpdir().length <= MAX_DIRECTORY_CHARACTERS ? tmpdir() : '/tmp')

/** That nobody else can enter; null where no file can be made: the API processes do what is large themselves then. */
const makeDirectory = (): string | null => {
  try {
    return mkdtempSync(join(base(), 'backhaul-large-'))
  } catch {
    return null
  }
}

export class OnDemand {
  readonly #slot: Slot
  readonly #directory = makeDirectory()
  /** Null until the machine is ready. */
  #assignment: Omit<Assignment, 'worker'> | null = null
  #state: 'ended' | 'started' | 'ending' | 'closed' = 'ended'

  constructor(slot: Slot) {
    this.#slot = slot
  }

  get socket(): string {
    return join(this.#directory ?? '', 'socket')
  }

  /** From now on it is started when it is wanted. */
  allow(assignment: Omit<Assignment, 'worker'>): void {
    this.#assignment = assignment
  }

  /** There is something for it. */
  want(): void {
    if (this.#state !== 'ended' || !this.#assignment || this.#directory === null) return
    this.#state = 'started'
    this.#slot.start(this.#assignment)
  }

  /** It has nothing to do, or cannot be started. By now nobody hands anything over to it. */
  async end(): Promise<void> {
    if (this.#state !== 'started') return
    this.#state = 'ending'
    await this.#slot.stop()
    if (this.#state === 'ending') this.#state = 'ended'
  }

  async close(): Promise<void> {
    this.#state = 'closed'
    await this.#slot.stop()
    if (this.#directory !== null) rmSync(this.#directory, { recursive: true, force: true })
  }
}
