// Draws labels, QR images, manifests and proofs of delivery in separate threads. A drawing is a pure function of its input, so any thread
// can do it. If a thread dies, another one draws its tasks again.
//
// One thread runs from the start, so that the first label does not have to wait. More threads start while all are busy, up to one per
// processor. The additional threads end after an idle period. They run at a lower priority than request handling.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { type Drawing, READY, type RenderAnswer, type RenderRequest } from './drawing.ts'
import { Busy, Gate, PATIENCE_MS } from './gate.ts'
import type { Ledger } from './ledger.ts'

export const MAX_THREADS = 4
/** Number of drawings assigned to a thread at a time. It draws the next one while the answer with the previous one is being sent. */
const AHEAD = 2
/**
 * At a thousand drawings a second, this many take half a second. If more would have to wait, it is better to tell their senders to try
 * again.
 */
const MAX_WAITING = 500
/** A drawing takes milliseconds. A document of 500 labels takes half a second. */
const DRAWING_LIMIT_MS = 30_000
const IDLE_END_MS = 30_000
const RESTART_PAUSE_MS = 500
const START_LIMIT_MS = 5_000
/** If the thread of a drawing dies, the drawing is tried once more. If the second thread dies too, the drawing is at fault. */
const MAX_TRIES = 2
const HEAP_LIMIT_MB = 256
/** By default V8 would use eight times as much memory for objects that live only as long as one drawing, and would be no faster. */
const YOUNG_HEAP_MB = 6

interface Task {
  request: RenderRequest
  tries: number
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  isReady: boolean
  tasks: Map<number, Task>
  idle_since_ms: number
}

export interface RenderersOptions {
  /** Path of a thread's program: app/renderer.ts. */
  entry: URL
  log: Logger
  most?: number
}

export class Renderers {
  readonly #entry: URL
  readonly #log: Logger
  readonly #most: number
  readonly #gate: Gate
  readonly #large: Gate
  readonly #threads = new Set<Thread>()
  /** Drawings that have no thread yet, because none is ready. */
  readonly #unassigned: Task[] = []
  readonly #whenReady: (() => void)[] = []
  #next_id = 1
  #restart: NodeJS.Timeout | null = null
  #upkeep: NodeJS.Timeout | null = null
  #isClosed = false

  constructor({ entry, log, most = Math.min(MAX_THREADS, availableParallelism()) }: RenderersOptions) {
    this.#entry = entry
    this.#log = log
    this.#most = most
    this.#gate = new Gate(most * AHEAD, PATIENCE_MS, MAX_WAITING)
    this.#large = new Gate(most, PATIENCE_MS, MAX_WAITING)
  }

  /** Adds the running and the waiting drawings to the ledger. */
  register(ledger: Ledger): void {
    this.#gate.register(ledger, 'drawings')
    this.#large.register(ledger, 'large_drawings')
  }

  /** Number of drawings that wait or are being drawn. */
  get depth(): number {
    return this.#gate.depth
  }

  /** Number of threads. Only tests use it. */
  get threads(): number {
    return this.#threads.size
  }

  /** Starts the first thread. Resolves when the thread has loaded everything and is ready to draw, or after a time limit. */
  async start(): Promise<void> {
    if ([...this.#threads].some(({ isReady }) => isReady) || this.#isClosed) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, START_LIMIT_MS)
      this.#whenReady.push(resolve)
      if (this.#threads.size === 0 && !this.#restart) this.#addThread()
    })
    clearTimeout(timer)
  }

  /**
   * Draws for `owner` (null: the operator). Owners are served round-robin. If `input` is a function, it is called when the drawing starts.
   * Errors: Busy if too many drawings wait or this one takes too long; errors of the drawing itself.
   */
  run<Input>(owner: string | null, { name }: Drawing<Input>, input: Input | (() => Promise<Input>)): Promise<Uint8Array> {
    return this.#gate.run(owner, async () => {
      const value = typeof input === 'function' ? await (input as () => Promise<Input>)() : input
      return this.#draw({ id: this.#next_id++, name, input: value })
    })
  }

  /** Draws a large document, which takes hundreds of times longer than a label. Large drawings never occupy all places. */
  runLarge<Input>(owner: string | null, drawing: Drawing<Input>, input: Input | (() => Promise<Input>)): Promise<Uint8Array> {
    return this.#large.run(owner, () => this.run(owner, drawing, input))
  }

  /** Ends the threads. Unfinished drawings fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#restart) clearTimeout(this.#restart)
    if (this.#upkeep) clearInterval(this.#upkeep)
    for (const task of this.#unassigned.splice(0)) task.reject(new Busy())
    for (const resolve of this.#whenReady.splice(0)) resolve()
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  async #draw(request: RenderRequest): Promise<Uint8Array> {
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        const task: Task = { request, tries: 0, resolve, reject }
        timer = setTimeout(() => this.#giveUp(task), DRAWING_LIMIT_MS)
        this.#assign(task)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Assigns a drawing to the ready thread with the fewest drawings. If all threads are busy, one more starts for later drawings. */
  #assign(task: Task): void {
    if (this.#isClosed) {
      task.reject(new Busy())
      return
    }
    let best: Thread | null = null
    for (const thread of this.#threads) if (thread.isReady && (!best || thread.tasks.size < best.tasks.size)) best = thread
    if (!best || (best.tasks.size > 0 && [...this.#threads].every(({ isReady }) => isReady))) {
      if (this.#threads.size < this.#most && !this.#restart) this.#addThread()
    }
    if (!best) {
      this.#unassigned.push(task)
      return
    }
    task.tries++
    best.tasks.set(task.request.id, task)
    best.worker.postMessage(task.request)
  }

  #addThread(): void {
    // The thread's environment is empty, so it has no secrets of the service.
    const worker = new Worker(this.#entry, {
      name: 'renderer',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    const thread: Thread = { worker, isReady: false, tasks: new Map(), idle_since_ms: performance.now() }
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (message: typeof READY | RenderAnswer) =>
      message === READY ? this.#onReady(thread) : this.#onAnswer(thread, message),
    )
    worker.on('error', (error) => this.#log.error({ err: error }, 'a renderer failed'))
    worker.on('exit', () => this.#onExit(thread))
    this.#upkeep ??= setInterval(() => this.#endIdle(), IDLE_END_MS / 2).unref()
  }

  #onReady(thread: Thread): void {
    thread.isReady = true
    for (const resolve of this.#whenReady.splice(0)) resolve()
    for (const task of this.#unassigned.splice(0)) this.#assign(task)
  }

  #onAnswer(thread: Thread, answer: RenderAnswer): void {
    const task = thread.tasks.get(answer.id)
    thread.tasks.delete(answer.id)
    thread.idle_since_ms = performance.now()
    if (!task) return
    if ('bytes' in answer) task.resolve(answer.bytes)
    else task.reject(new Error(answer.error))
  }

  #onExit(thread: Thread): void {
    this.#threads.delete(thread)
    if (this.#isClosed) {
      for (const task of thread.tasks.values()) task.reject(new Busy())
      return
    }
    if (!this.#threads.size && !this.#restart) {
      // If no thread became ready, the next one would probably fail immediately too. So there is a pause before it starts.
      const pause = thread.isReady ? 0 : RESTART_PAUSE_MS
      this.#restart = setTimeout(() => {
        this.#restart = null
        if (!this.#isClosed && this.#threads.size === 0) this.#addThread()
      }, pause)
    }
    for (const task of thread.tasks.values()) {
      if (task.tries < MAX_TRIES) this.#assign(task)
      else task.reject(new Error(`the thread that drew "${task.request.name}" ended ${MAX_TRIES} times`))
    }
  }

  /** Ends the thread of a drawing that takes too long. */
  #giveUp(task: Task): void {
    task.tries = MAX_TRIES
    task.reject(new Busy())
    const at = this.#unassigned.indexOf(task)
    if (at >= 0) this.#unassigned.splice(at, 1)
    for (const { worker, tasks } of this.#threads) if (tasks.has(task.request.id)) void worker.terminate()
  }

  #endIdle(): void {
    const now = performance.now()
    for (const { worker, tasks, isReady, idle_since_ms } of this.#threads) {
      if (this.#threads.size === 1) return
      if (!isReady || tasks.size > 0 || now - idle_since_ms < IDLE_END_MS) continue
      void worker.terminate()
      return
    }
  }
}
