// The API document and its pages, unsigned. The pages are plain HTML made here from the document: no script, no font, no image, and a
// Content-Security-Policy under which a browser would refuse any. Everything is made once, at the first request: all answers share one
// buffer, as a string would be copied for each of them, and kept for as long as its client does not read.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitReading } from '../http/connections.ts'
import { type Endpoint, READ } from '../http/endpoint.ts'
import { readEventExamples, recordedByTitle } from './event-examples.ts'
import { buildOpenApi } from './openapi.ts'
import type { OpenApi } from './openapi-document.ts'
import { referencePage } from './reference-html.ts'
import { signingPage } from './signing-html.ts'
import { STYLE } from './style.ts'

const SECURITY = {
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

const SIGNING_DIRECTORY = new URL('../../../../docs/signing/', import.meta.url)
const readExample = (name: string): string => readFileSync(new URL(name, SIGNING_DIRECTORY), 'utf8')

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

/** `GET /v2/openapi.json`, `/docs`, `/docs/signing` and their style sheet, and `/`, which leads there. */
export const addReference = (app: FastifyInstance, endpoints: Record<string, Endpoint>): void => {
  const document = once((): OpenApi => buildOpenApi(endpoints, recordedByTitle(readEventExamples())))
  const send = (path: string, type: string, make: () => string): void => {
    const page = once(() => {
      const bytes = Buffer.from(make())
      return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
    })
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const { bytes, etag } = page()
      reply.headers({ ...SECURITY, etag })
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
      limitReading(reply.raw, bytes.length)
      return reply.header('content-type', `${type}; charset=utf-8`).send(bytes)
    }
    app.route({ method: READ, url: path, handler })
  }
  // Whoever opens the address of the service in a browser looks for this.
  app.route({ method: READ, url: '/', handler: (_request, reply) => reply.header('content-length', '0').redirect('/docs') })
  send('/v2/openapi.json', 'application/json', () => JSON.stringify(document()))
  send('/docs', 'text/html', () => referencePage(document()))
  send('/docs/signing', 'text/html', () => signingPage(readExample))
  send('/docs/style.css', 'text/css', () => STYLE)
}
