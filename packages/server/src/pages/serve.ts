// Serves the pages `/sign-in`, `/console` and `/counter` and their files. They have no API of their own: they read everything from /v2,
// with a session instead of a key and signatures.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READ } from '../http/endpoint.ts'
import { FixedAnswer, sendFixed } from '../http/fixed-answers.ts'
import { BUILT_PAGES, BuiltPages } from './build.ts'
import { fileHeaders, pageHeaders } from './headers.ts'

/** The path at which each page begins. A page handles the paths below it itself. */
const PAGES = ['sign-in', 'console', 'counter'] as const
type Page = (typeof PAGES)[number]

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The pages are not built</title>
<main>
<h1>The pages are not built</h1>
<p>In a clone, run <code>npm run build</code>, which also reports errors. If the pages are missing from a package, install the package again.</p>
<p>The API works. Its documentation is at <a href="/docs">/docs</a>.</p>
</main>
</html>
`

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] as string
const notFound = (reply: FastifyReply): FastifyReply => reply.callNotFound() as unknown as FastifyReply

/** Adds the pages. `folder` is by default the output of scripts/pages.mjs. */
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
  // The counter's service worker controls only paths below /counter/, so the page must have such a path.
  app.route({ method: READ, url: '/counter', handler: (_request, reply) => reply.header('content-length', '0').redirect('/counter/') })
  const serveCounter = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    /\.\w+$/.test(pathOf(request)) ? sendFile(request, reply) : sendPage(request, reply, 'counter')
  app.route({ method: READ, url: '/counter/*', handler: serveCounter })
}
