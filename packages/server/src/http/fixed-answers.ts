// Answers that are the same for every client: pages, scripts, styles. Each is made at its first request, and each compressed form at the
// first request for it. All answers share one buffer. A string would be copied for each answer and kept until its client has read it.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitReading } from './connections.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Shorter than this, compression gains nothing. */
const MIN_COMPRESSED_BYTES = 1_024
/** A script is compressed once and sent often. The highest level would take a second. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}
/** Types that are already compressed. */
const DENSE = /^image\/(png|jpeg|webp)$/

/** Whether compressed forms of the answer are worthwhile. */
export const gainsByCompression = (type: string, bytes: Buffer): boolean => bytes.length >= MIN_COMPRESSED_BYTES && !DENSE.test(type)

/** Returns the best encoding that the client accepts (RFC 9110 section 12.5.3). */
const encodingOf = (acceptEncoding: string | undefined): Encoding => {
  const taken = (acceptEncoding ?? '').split(',').map((part) => part.trim().toLowerCase())
  const takes = (name: string) => taken.some((part) => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

export interface Sent {
  bytes: Buffer
  /** The entity tag without its quotes. */
  tag: string
  encoding: Encoding
}

/** An answer that has several forms. */
export interface Formed {
  readonly type: string
  form(wanted: Encoding): Promise<Sent>
}

export const tagOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url')

/** An answer whose forms are made when they are first requested. */
export class FixedAnswer implements Formed {
  readonly type: string
  readonly #make: () => string | Buffer
  #bytes: Buffer | null = null
  readonly #forms = new Map<Encoding, Promise<Sent>>()

  constructor(type: string, make: () => string | Buffer) {
    this.type = type
    this.#make = make
  }

  form(wanted: Encoding): Promise<Sent> {
    this.#bytes ??= Buffer.from(this.#make())
    const encoding = gainsByCompression(this.type, this.#bytes) ? wanted : 'identity'
    const known = this.#forms.get(encoding)
    if (known) return known
    const made = compressed(this.#bytes, encoding)
    this.#forms.set(encoding, made)
    return made
  }
}

const compressed = async (whole: Buffer, encoding: Encoding): Promise<Sent> => {
  const bytes = await COMPRESS[encoding](whole)
  return { bytes, encoding, tag: tagOf(bytes) }
}

/** Whether the client already has the page (RFC 9110 section 13.1.2). A proxy that compresses answers marks their tags as weak. */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === etag) ?? false

const isText = (type: string): boolean => !/^(image\/(?!svg)|application\/wasm)/.test(type)

/** Sends the answer with these headers and its tag, or 304 to a client that already has it. */
export const sendFixed = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Formed,
  headers: Record<string, string>,
): Promise<FastifyReply> => {
  const { bytes, tag, encoding } = await answer.form(encodingOf(request.headers['accept-encoding']))
  const etag = `"${tag}"`
  reply.headers({ ...headers, vary: 'Accept-Encoding', etag })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  limitReading(reply.raw, bytes.length)
  return reply.header('content-type', isText(answer.type) ? `${answer.type}; charset=utf-8` : answer.type).send(bytes)
}
