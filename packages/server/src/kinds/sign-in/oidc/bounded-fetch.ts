// Limits for requests to the provider. The operator configures the provider's address, so it may be any server. A server that hangs, is
// slow or never stops sending delays only the request that waits for its answer.
const MAX_BYTES = 256 * 1024
export const PATIENCE_MS = 8_000

type Fetch = (url: string, options: object) => Promise<Response>

/** Reads a whole body. Throws if it is longer than the limit. */
const readAll = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Uint8Array.from(Buffer.concat(parts))
}

/**
 * A `fetch` with a time limit that resolves when the whole answer has arrived. `ending` aborts the request when the process stops. `look`
 * sees the answer before any other code does.
 */
export const boundedFetch =
  (
    ending: AbortSignal,
    look: (response: Response, bytes: Uint8Array) => Promise<void> = async () => {},
    patience_ms: number = PATIENCE_MS,
  ): Fetch =>
  async (url, options) => {
    const { signal, ...init } = options as RequestInit
    const signals = [ending, AbortSignal.timeout(patience_ms), ...(signal ? [signal] : [])]
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) })
    const bytes = await readAll(response)
    await look(response, bytes)
    // With these statuses, a `Response` must not have a body.
    const isEmpty = response.status === 204 || response.status === 304
    return new Response(isEmpty ? null : bytes, { status: response.status, headers: response.headers })
  }
