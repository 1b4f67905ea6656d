/** Work that a request begins and that goes on after its answer. It ends with the process. */
export class Background {
  readonly #works = new Set<Promise<void>>()
  readonly #end = new AbortController()

  /** `work` ends soon after its signal, and never rejects. */
  begin(work: (signal: AbortSignal) => Promise<void>): void {
    const running = work(this.#end.signal).finally(() => this.#works.delete(running))
    this.#works.add(running)
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all(this.#works)
  }
}
