// `/sign-in`, `/console` and `/counter`: the pages that people use, and what they are made of. They have no API of their own: everything
// that they show they read from /v2, with a session in the place of key and signature.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READ } from '../http/endpoint.ts'
import { FixedAnswer, sendFixed } from '../http/fixed-answers.ts'
import { BUILT_PAGES, BuiltPages } from './build.ts'
import { fileHeaders, pageHeaders } from './headers.ts'

/** By the path at which each begins. A page finds its way below it by itself. */
const PAGES = ['sign-in', 'console', 'counter'] as const
type Page = (typeof PAGES)[number]

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The pages are not built</title>
<main>
<h1>The pages are not built</h1>
<p>On a clone, <code>npm run build</code> builds them and says what is wrong. A package that lacks them must be installed again.</p>
<p>The API works; its documentation is at <a href="/docs">/docs</a>.</p>
</main>
</html>
`

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] as string
const notFound = (reply: FastifyReply): FastifyReply => reply.callNotFound() as unknown as FastifyReply

/** `folder`: what scripts/pages.mjs built, by default. */
export const addPages = (app: FastifyInstance, folder = BUILT_PAGES): void => {
  const pages = new BuiltPages(folder)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> => {
    const answer = await pages.file(`/${page}.html`)
    if (answer) return sendFixed(request, reply, answer, pageHeaders(page))
    return sendFixed(request, reply.code(503), new FixedAnswer('text/html', () => NOT_BUILT), {
      ...fileHeaders('/not-built'),
      'cache-control': 'no-store',
    })
  }
  const sendFile = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request)
    const answer = await pages.file(path)
    return answer ? sendFixed(request, reply, answer, fileHeaders(path)) : notFound(reply)
  }
  app.route({ method: READ, url: '/assets/*', handler: sendFile })
  app.route({ method: READ, url: '/sign-in', handler: (request, reply) => sendPage(request, reply, 'sign-in') })
  app.route({ method: READ, url: '/console', handler: (request, reply) => sendPage(request, reply, 'console') })
  app.route({ method: READ, url: '/console/*', handler: (request, reply) => sendPage(request, reply, 'console') })
  // Its service worker is responsible for what lies below /counter/ only, and must find the page there.
  app.route({ method: READ, url: '/counter', handler: (_request, reply) => reply.header('content-length', '0').redirect('/counter/') })
  const serveCounter = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    /\.\w+$/.test(pathOf(request)) ? sendFile(request, reply) : sendPage(request, reply, 'counter')
  app.route({ method: READ, url: '/counter/*', handler: serveCounter })
}
