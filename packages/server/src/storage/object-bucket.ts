// Objects in a bucket of an S3-compatible server. `aws4fetch` signs the requests, because signing is the error-prone part. Node's own
// `fetch` sends the three kinds of request.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../process/object-settings.ts'
import type { Place } from './objects.ts'

/** Maximum size of an error response, which is a short XML document. */
const MAX_ERROR_BYTES = 16 * 1024
const EMPTY_SHA256 = createHash('sha256').digest('hex')
const NOT_THERE = 'NoSuchKey'
/** Requests are repeated, because a large S3 service fails about one request in ten thousand, and closes idle connections. */
const TRIES = 3
const FIRST_REST_MS = 100
const PASSING: readonly number[] = [429, 500, 502, 503, 504]

class BadAnswer extends Error {
  readonly isPassing: boolean

  constructor(status: number, code: string) {
    super(`it answered ${status}${code && ` ${code}`}`)
    this.isPassing = PASSING.includes(status)
  }
}

/** Whether a request may be repeated after this error. All requests are idempotent. A TypeError is a broken connection. */
const isPassing = (error: unknown): boolean => (error instanceof BadAnswer ? error.isPassing : error instanceof TypeError)

const persistently = async <T>(ending: AbortSignal, work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isPassing(error) || ending.aborted) throw error
      await sleep(Math.random() * FIRST_REST_MS * 4 ** tries, undefined, { signal: ending })
    }
  }
}

interface Request {
  method: 'PUT' | 'GET' | 'DELETE'
  id: string
  sha256?: string
  body?: Uint8Array
  ending: AbortSignal
}

/** Reads the body. Stops once it has more than `most` bytes, so a longer result shows that the body is too large. */
const readUpTo = async (response: Response, most: number): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    size += part.length
    // Leaving the loop closes the connection.
    if (size > most) break
  }
  return Buffer.concat(parts)
}

/** Error code of the server, such as `AccessDenied`; empty if it sent none. */
const codeOf = async (response: Response): Promise<string> => {
  const text = await readUpTo(response, MAX_ERROR_BYTES)
  return /<Code>(\w{1,60})<\/Code>/.exec(text.toString())?.[1] ?? ''
}

export class Bucket implements Place {
  readonly #settings: S3Settings
  readonly #base: string

  constructor(settings: S3Settings) {
    const { endpoint, bucket, prefix, isPathStyle } = settings
    this.#settings = settings
    const url = new URL(endpoint)
    this.#base = isPathStyle ? `${url.origin}/${bucket}/${prefix}` : `${url.protocol}//${bucket}.${url.host}/${prefix}`
  }

  get name(): string {
    const { bucket, endpoint } = this.#settings
    return `the bucket ${bucket} of ${endpoint}`
  }

  async put(id: string, body: Uint8Array, sha256: string, ending: AbortSignal): Promise<void> {
    await persistently(ending, async () => {
      // The hash is signed, so the server refuses bytes that were changed in transit.
      const response = await this.#send({ method: 'PUT', id, sha256, body, ending })
      if (response.status !== 200) throw new BadAnswer(response.status, await codeOf(response))
      await readUpTo(response, MAX_ERROR_BYTES)
    })
  }

  get(id: string, most: number, ending: AbortSignal): Promise<Buffer | null> {
    return persistently(ending, async () => {
      const response = await this.#send({ method: 'GET', id, ending })
      return response.status === 200 ? readUpTo(response, most) : this.#notThere(response)
    })
  }

  async remove(id: string, ending: AbortSignal): Promise<void> {
    await persistently(ending, async () => {
      const response = await this.#send({ method: 'DELETE', id, ending })
      if (response.ok) await readUpTo(response, MAX_ERROR_BYTES)
      else await this.#notThere(response)
    })
  }

  /** Returns null if the object does not exist. Any other 404 means that the bucket does not exist. */
  async #notThere(response: Response): Promise<null> {
    const code = await codeOf(response)
    if (response.status === 404 && code === NOT_THERE) return null
    throw new BadAnswer(response.status, code)
  }

  async #send({ method, id, sha256 = EMPTY_SHA256, body, ending }: Request): Promise<Response> {
    const { accessKey, secretKey, region } = this.#settings
    const headers = { 'x-amz-content-sha256': sha256, ...(body && { 'content-type': 'application/octet-stream' }) }
    const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region }
    const signed = await new AwsV4Signer({ method, url: this.#base + id, headers, ...credentials }).sign()
    const sent = { method, headers: signed.headers, ...(body && { body: body as Uint8Array<ArrayBuffer> }) }
    return fetch(signed.url, { ...sent, redirect: 'manual', signal: ending })
  }
}
