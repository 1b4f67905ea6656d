// The process for large requests (http/large.ts). It uses as much memory as an API process, so it runs only on demand. It starts when an
// API process has a large request, and ends after some idle time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Assignment } from './assignment.ts'
import type { Slot } from './slot.ts'

/** Every system allows at least 103 bytes for the address of a Unix socket. The directory must leave room for the file name. */
const MAX_DIRECTORY_CHARACTERS = 60
const base = (): string => (tmpdir().length <= MAX_DIRECTORY_CHARACTERS ? tmpdir() : '/tmp')

/**
 * Creates a directory that no other account can enter. Null: no file can be created, so the API processes run large requests themselves.
 */
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

  /** Allows the process to be started on demand from now on. */
  allow(assignment: Omit<Assignment, 'worker'>): void {
    this.#assignment = assignment
  }

  /** Starts the process because there is a large request. */
  want(): void {
    if (this.#state !== 'ended' || !this.#assignment || this.#directory === null) return
    this.#state = 'started'
    this.#slot.start(this.#assignment)
  }

  /** Ends the process because it is idle or cannot be started. The caller must have stopped all handovers to it before. */
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
