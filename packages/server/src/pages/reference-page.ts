// The API document and the pages under /docs. They need no signature. The pages use one style sheet and one script, and the
// Content-Security-Policy keeps browsers from fetching anything from other sites. packages/docs-site builds them in advance.
import { refuse } from '@backhaul/core/refusal.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READ } from '../http/endpoint.ts'
import { sendFixed } from '../http/fixed-answers.ts'
import { sendRefusal } from '../http/responding.ts'
import { BuiltReference, NotBuilt } from './built-reference.ts'

const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'self'; ${CLOSED}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}
/** A page may also run the service's script. The script reads the search index and cannot write HTML. */
const PAGE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; ${CLOSED}; require-trusted-types-for 'script'`
const PAGE_HEADERS = { ...HEADERS, 'content-security-policy': PAGE_POLICY }

/** Serves `GET /v2/openapi.json`, everything under `/docs`, and `/`, which redirects there. */
export const addReference = (app: FastifyInstance, reference = new BuiltReference()): void => {
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    try {
      const answer = await reference.find(path)
      if (!answer) return reply.callNotFound() as unknown as FastifyReply
      return await sendFixed(request, reply, answer, answer.type === 'text/html' ? PAGE_HEADERS : HEADERS)
    } catch (error) {
      if (error instanceof NotBuilt) return sendRefusal(reply, refuse('unavailable', error.message))
      throw error
    }
  }
  const serve = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, (request.url.split('?')[0] as string).replace(/\/$/, ''))
  const api = '/v2/openapi.json'
  app.route({ method: READ, url: api, handler: (request, reply) => send(request, reply, api) })
  for (const url of ['/docs', '/docs/*']) app.route({ method: READ, url, handler: serve })
  // Redirects people who open the address of the service in a browser.
  app.route({ method: READ, url: '/', handler: (_request, reply) => reply.header('content-length', '0').redirect('/docs') })
}
