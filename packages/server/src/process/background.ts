/** Work that a request starts and that continues after the answer was sent. The work ends with the process. */
export class Background {
  readonly #works = new Set<Promise<void>>()
  readonly #end = new AbortController()

  /** `work` must end soon after its signal and must never reject. */
  begin(work: (signal: AbortSignal) => Promise<void>): void {
    const running = work(this.#end.signal).finally(() => this.#works.delete(running))
    this.#works.add(running)
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all(this.#works)
  }
}
