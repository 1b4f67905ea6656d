// The API document and the pages under /docs, unsigned. The pages are made here (apidoc/site.ts), with one style sheet and one script of our
// own, under a Content-Security-Policy by which a browser fetches nothing from elsewhere. Each page is made at its first request, and each
// compressed form at the first request for it: all answers share one buffer, as a string would be copied for each of them, and kept for as
// long as its client does not read.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitReading } from '../http/connections.ts'
import { type Endpoint, READ } from '../http/endpoint.ts'
import { readEventExamples, recordedByTitle } from './event-examples.ts'
import { buildOpenApi } from './openapi.ts'
import type { OpenApi } from './openapi-document.ts'
import { Site } from './site.ts'

const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'self'; ${CLOSED}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
}
/** A page may also run our script, which reads the list of what can be searched, and which cannot write HTML. */
const PAGE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; ${CLOSED}; require-trusted-types-for 'script'`

const ASSETS = { 'style.css': 'text/css', 'script.js': 'text/javascript', 'icon.svg': 'image/svg+xml' } as const

type Encoding = 'br' | 'gzip' | 'identity'

/** Shorter than this, compression gains nothing. */
const LEAST_COMPRESSED_BYTES = 1_024
/** A page is compressed once and sent often; the highest level would take a second for the API document. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}

/** What the client takes, best for us first; RFC 9110 section 12.5.3. */
const encodingOf = (acceptEncoding: string | undefined): Encoding => {
  const taken = (acceptEncoding ?? '').split(',').map((part) => part.trim().toLowerCase())
  const takes = (name: string) => taken.some((part) => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

interface Sent {
  bytes: Buffer
  etag: string
  encoding: Encoding
}

/** One answer in the forms in which it was asked for. */
class Answer {
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
    const encoding = this.#bytes.length < LEAST_COMPRESSED_BYTES ? 'identity' : wanted
    const known = this.#forms.get(encoding)
    if (known) return known
    const made = compressed(this.#bytes, encoding)
    this.#forms.set(encoding, made)
    return made
  }
}

const compressed = async (whole: Buffer, encoding: Encoding): Promise<Sent> => {
  const bytes = await COMPRESS[encoding](whole)
  return { bytes, encoding, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

/** `make` runs at the first call only. */
const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Whether the client has the page already; RFC 9110 section 13.1.2. A proxy that compresses marks the tag as weak. */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === etag) ?? false

const send = async (request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> => {
  const { bytes, etag, encoding } = await answer.form(encodingOf(request.headers['accept-encoding']))
  reply.headers({ ...HEADERS, etag })
  if (answer.type === 'text/html') reply.header('content-security-policy', PAGE_POLICY)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  limitReading(reply.raw, bytes.length)
  return reply.header('content-type', `${answer.type}; charset=utf-8`).send(bytes)
}

const assets = (): [string, Answer][] =>
  Object.entries(ASSETS).map(([name, type]) => [
    `/docs/${name}`,
    new Answer(type, () => readFileSync(new URL(`../../assets/docs/${name}`, import.meta.url))),
  ])

/** `GET /v2/openapi.json`, everything under `/docs`, and `/`, which leads there. `docs`: the folder of the guides, that of this project by default. */
export const addReference = (app: FastifyInstance, endpoints: Record<string, Endpoint>, docs?: string): void => {
  const document = once((): OpenApi => buildOpenApi(endpoints, recordedByTitle(readEventExamples())))
  const answers = once(() => {
    const pages = [...new Site(document(), docs).pages].map(([path, { type, make }]): [string, Answer] => [path, new Answer(type, make)])
    return new Map([...assets(), ...pages])
  })
  const api = new Answer('application/json', () => JSON.stringify(document()))
  app.route({ method: READ, url: '/v2/openapi.json', handler: (request, reply) => send(request, reply, api) })
  const serve = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply => {
    const path = (request.url.split('?')[0] as string).replace(/\/$/, '')
    const answer = answers().get(path)
    return answer ? send(request, reply, answer) : (reply.callNotFound() as unknown as FastifyReply)
  }
  app.route({ method: READ, url: '/docs', handler: serve })
  app.route({ method: READ, url: '/docs/*', handler: serve })
  // Whoever opens the address of the service in a browser looks for this.
  app.route({ method: READ, url: '/', handler: (_request, reply) => reply.header('content-length', '0').redirect('/docs') })
}
