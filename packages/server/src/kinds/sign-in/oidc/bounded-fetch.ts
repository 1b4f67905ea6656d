// Requests to the provider. Its address is the operator's own choice, so it may be anywhere; but whatever answers there may hang, drip or never
// stop, and holds up nobody but the one request that asked.
const MOST_BYTES = 256 * 1024
export const PATIENCE_MS = 8_000

type Fetch = (url: string, options: object) => Promise<Response>

/** Of a body, at most so many bytes. */
const readAll = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new Error(`the answer is longer than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return Uint8Array.from(Buffer.concat(parts))
}

/**
 * `fetch`, with an end. The whole answer is here when it resolves. `ending`: the process stops. `look` is shown the answer before anything
 * else is done with it.
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
    // A status that has no body allows none here.
    const isEmpty = response.status === 204 || response.status === 304
    return new Response(isEmpty ? null : bytes, { status: response.status, headers: response.headers })
  }
