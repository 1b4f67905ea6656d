/** Prints the demo for people: one line per step, with indented lines for its effects. Uses colors only on a terminal. */
export class Narrator {
  readonly #write: (text: string) => void
  readonly #colors: boolean

  constructor(write: (text: string) => void, colors: boolean) {
    this.#write = write
    this.#colors = colors
  }

  heading(text: string): void {
    this.#write(`\n${this.#styled('1', text)}\n`)
  }

  step(number: number, request: string, status: number, note: string): void {
    this.#write(`${String(number).padStart(3)}  ${this.#styled(status < 400 ? '32' : '33', String(status))}  ${request}: ${note}\n`)
  }

  webhook(type: string, status: string | null, latency_ms: number): void {
    const text = `webhook ${type.padEnd(26)} ${(status ?? '-').padEnd(18)} ${String(latency_ms).padStart(4)} ms`
    this.#write(`          ${this.#styled('2', text)}\n`)
  }

  line(text: string): void {
    this.#write(`${text}\n`)
  }

  failure(text: string): void {
    this.#write(`${this.#styled('31', `WRONG: ${text}`)}\n`)
  }

  #styled(code: string, text: string): string {
    return this.#colors ? `\u001b[${code}m${text}\u001b[0m` : text
  }
}
