// The API document and the pages under /docs, unsigned. The pages are made here (apidoc/site.ts), with one style sheet and one script of our
// own, under a Content-Security-Policy by which a browser fetches nothing from elsewhere. Each page is made at its first request.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, READ } from '../http/endpoint.ts'
import { FixedAnswer, sendFixed } from '../http/fixed-answers.ts'
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
}
/** A page may also run our script, which reads the list of what can be searched, and which cannot write HTML. */
const PAGE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; ${CLOSED}; require-trusted-types-for 'script'`

const ASSETS = { 'style.css': 'text/css', 'script.js': 'text/javascript', 'icon.svg': 'image/svg+xml' } as const

/** `make` runs at the first call only. */
const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const send = (request: FastifyRequest, reply: FastifyReply, answer: FixedAnswer): Promise<FastifyReply> =>
  sendFixed(request, reply, answer, answer.type === 'text/html' ? { ...HEADERS, 'content-security-policy': PAGE_POLICY } : HEADERS)

const assets = (): [string, FixedAnswer][] =>
  Object.entries(ASSETS).map(([name, type]) => [
    `/docs/${name}`,
    new FixedAnswer(type, () => readFileSync(new URL(`../../assets/docs/${name}`, import.meta.url))),
  ])

/** `GET /v2/openapi.json`, everything under `/docs`, and `/`, which leads there. `docs`: the folder of the guides, that of this project by default. */
export const addReference = (app: FastifyInstance, endpoints: Record<string, Endpoint>, docs?: string): void => {
  const document = once((): OpenApi => buildOpenApi(endpoints, recordedByTitle(readEventExamples())))
  const answers = once(() => {
    const pages = [...new Site(document(), docs).pages].map(([path, { type, make }]): [string, FixedAnswer] => [
      path,
      new FixedAnswer(type, make),
    ])
    return new Map([...assets(), ...pages])
  })
  const api = new FixedAnswer('application/json', () => JSON.stringify(document()))
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
