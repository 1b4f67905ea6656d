// The API document and its pages, unsigned. The pages are plain HTML made here from the document: no script, no font, no image, and a
// Content-Security-Policy under which a browser would refuse any. Everything is made once, at the first request, and served from memory.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readEventExamples, recordedByTitle } from '../docs/event-examples.ts'
import { referencePage } from '../docs/reference-html.ts'
import { signingPage } from '../docs/signing-html.ts'
import { STYLE } from '../docs/style.ts'
import type { Endpoint } from './endpoint.ts'
import { buildOpenApi } from './openapi.ts'
import type { OpenApi } from './openapi-document.ts'

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

/** `GET /v2/openapi.json`, `/docs`, `/docs/signing` and their style sheet; contract §1. */
export const addReference = (app: FastifyInstance, endpoints: Record<string, Endpoint>): void => {
  const document = once((): OpenApi => buildOpenApi(endpoints, recordedByTitle(readEventExamples())))
  const send = (path: string, type: string, make: () => string): void => {
    const body = once(make)
    app.get(path, (_request, reply: FastifyReply) => reply.headers({ ...SECURITY, 'content-type': `${type}; charset=utf-8` }).send(body()))
  }
  send('/v2/openapi.json', 'application/json', () => JSON.stringify(document()))
  send('/docs', 'text/html', () => referencePage(document()))
  send('/docs/signing', 'text/html', () => signingPage(readExample))
  send('/docs/style.css', 'text/css', () => STYLE)
}
