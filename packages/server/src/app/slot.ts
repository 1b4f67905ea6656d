// The slot of one of a machine's processes. It starts the process, and starts a new process when that one dies.
import { type ChildProcess, fork } from 'node:child_process'
import type { Logger } from 'pino'
import { newWorkerId } from '../process/ids.ts'
import { StartupError } from '../process/startup-error.ts'
import type { Assignment } from './assignment.ts'
import { type Handler, Link, Unanswered } from './link.ts'

/**
 * The program that the processes run. A test runner reads the TypeScript sources directly, but a child process cannot. So in tests, the
 * processes run the compiled program.
 */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? '../../dist/app/process.js' : '../app/process.js', import.meta.url)
/** Size in MB of each of the two halves of the heap's young generation. V8 would let it grow to 16 MB. */
const YOUNG_HEAP_MB = 8
/** Size in MB of each half for processes whose short pauses nobody notices. */
const YOUNG_HEAP_OTHERS_MB = 4
/**
 * Settings for the C library of Linux. With them, memory of bodies, documents and answers returns to the system when it is freed. By
 * default the library would keep this memory, in several heaps. An operator's own settings win.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
/** The first process that dies is replaced at once. Each further death within this time doubles the pause before the replacement. */
const RECENT_MS = 30_000
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 5_000
/** Maximum number of consecutive failed starts. */
const MAX_FAILURES = 5
/** Time limit for a process to stop. Its running requests get 8 s (http/connections.ts), and container runtimes kill after 10 s. */
const STOP_LIMIT_MS = 9_000

export interface SlotOptions {
  role: Assignment['role']
  name: string
  /** Number of API processes of the machine. */
  processes: number
  log: Logger
  /** Returns the handlers for the calls of the process with this id. */
  handlers: (id: number) => Record<string, Handler>
  onReady: (id: number, link: Link) => void
  onExit: (id: number) => void
  /** Called when the process fails to start again and again. */
  onHopeless: (slot: Slot, reason: StartupError) => void
}

/** If the heap of a process is full, Node logs this reason itself and then aborts. */
const howEnded = (code: number | null, signal: NodeJS.Signals | null): string => {
  const isOutOfMemory = signal === 'SIGABRT' || signal === 'SIGTRAP'
  return isOutOfMemory ? `${signal}: it ran out of memory; give the machine or Node's heap more memory` : (signal ?? `code ${code}`)
}

let nextId = 1

export class Slot {
  readonly role: Assignment['role']
  readonly name: string
  readonly #options: SlotOptions
  #child: ChildProcess | null = null
  #link: Link | null = null
  #assignment: Omit<Assignment, 'worker'> | null = null
  #lastWorker: string | null = null
  #id = 0
  #isReady = false
  #isStopping = false
  #deaths: number[] = []
  #failures = 0
  #replaced = 0
  #retry: NodeJS.Timeout | null = null
  #lastReason = ''

  constructor(options: SlotOptions) {
    this.#options = options
    this.role = options.role
    this.name = options.name
  }

  /** Starts the process, which then loads its program. Loading takes a while. */
  launch(): void {
    const { processes, handlers } = this.#options
    const young_mb = this.role === 'api' ? YOUNG_HEAP_MB : YOUNG_HEAP_OTHERS_MB
    // Gives the process a session of its own. Linux may divide processor time among sessions first, and each connection to PostgreSQL has
    // its own session.
    const child = fork(PROGRAM, [String(processes), this.name], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
      execArgv: [...process.execArgv, `--max-semi-space-size=${young_mb}`],
      env: { ...MALLOC, ...process.env },
    })
    const id = nextId++
    this.#child = child
    this.#id = id
    this.#link = new Link(child, handlers(id))
    child.on('error', (error) => {
      child.kill('SIGKILL')
      this.#gone(child, id, error.message)
    })
    child.once('exit', (code, signal) => this.#gone(child, id, howEnded(code, signal)))
  }

  /** Gives the launched process its assignment. Throws StartupError if the process cannot carry it out. */
  async begin(assignment: Omit<Assignment, 'worker'>): Promise<void> {
    this.#assignment = assignment
    const [link, id] = [this.#link, this.#id]
    if (!link) throw new StartupError(`${this.name} ended before it was ready`)
    const worker = { id: newWorkerId(), predecessor: this.#lastWorker }
    try {
      await link.call('start', { ...assignment, worker })
    } catch (error) {
      throw error instanceof Unanswered
        ? new StartupError(`${this.name} ended before it was ready`)
        : new StartupError((error as Error).message)
    }
    this.#isReady = true
    this.#lastWorker = worker.id
    this.#failures = 0
    this.#options.onReady(id, link)
  }

  /**
   * Launches the process and gives it its assignment. Used for a process that starts later than the machine. Such a process may start
   * several times.
   */
  start(assignment: Omit<Assignment, 'worker'>): void {
    this.#isStopping = false
    this.launch()
    const child = this.#child
    this.begin(assignment).catch((error) => {
      this.#lastReason = (error as Error).message
      child?.kill('SIGKILL')
    })
  }

  /** The link to the process. Null if the process is not ready. */
  get link(): Link | null {
    return this.#isReady ? this.#link : null
  }

  get id(): number {
    return this.#id
  }

  /** Number of processes that replaced a dead one. */
  get replaced(): number {
    return this.#replaced
  }

  /** Lets the process finish its work. Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#retry) clearTimeout(this.#retry)
    const child = this.#child
    if (!child) return
    const exited = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    if (this.#isReady) this.#link?.note('stop', null)
    else child.kill('SIGKILL')
    await exited
    clearTimeout(limit)
  }

  #gone(child: ChildProcess, id: number, how: string): void {
    if (child !== this.#child) return
    const wasReady = this.#isReady
    this.#child = null
    this.#link = null
    this.#isReady = false
    this.#options.onExit(id)
    if (this.#isStopping || !this.#assignment) return
    if (!wasReady) this.#failures++
    this.#options.log.warn({ part: this.name, how, reason: this.#lastReason || undefined }, 'a process ended and will be replaced')
    if (this.#failures >= MAX_FAILURES) {
      const why = this.#lastReason || `it ended with ${how}`
      this.#failures = 0
      this.#options.onHopeless(this, new StartupError(`${this.name} failed to start ${MAX_FAILURES} times: ${why}`))
    }
    this.#startAgain()
  }

  #startAgain(): void {
    if (this.#isStopping) return
    const now_ms = performance.now()
    this.#deaths = [...this.#deaths.filter((at_ms) => now_ms - at_ms < RECENT_MS), now_ms]
    const further = this.#deaths.length - 1
    const pause_ms = further === 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** further)
    this.#retry = setTimeout(() => {
      this.#replaced++
      this.#lastReason = ''
      this.start({ ...(this.#assignment as Omit<Assignment, 'worker'>), seeds: false })
    }, pause_ms)
  }
}
