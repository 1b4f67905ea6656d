// `npm run dev`: serves the console, counter and sign-in pages from their sources, with hot module replacement, and restarts the service
// when its sources change. Options are those of `npm start`. The service answers everything that is not one of these pages. The
// documentation is not built: `npm run build` builds it. /gallery shows the components of the console.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import config from '../packages/console/vite.config.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Packages of which a change restarts the service. */
const SERVICE = ['server', 'core', 'client', 'embedded-postgres', 'simulator', 'carrier-easypost', 'carrier-replay'].map((name) =>
  join(root, 'packages', name, 'src'),
)
/** Restarts wait this long for further changes, such as those of a branch switch. */
const QUIET_MS = 200
const options = process.argv.slice(2)
const port = Number(process.env.PORT ?? 8080)
const pagesPort = Number(process.env.PAGES_PORT ?? 5173)

let service
let timer
let isEnding = false

const start = () => {
  const own = spawn(process.execPath, [join(root, 'scripts/dev-service.mjs'), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  service = own
  // The links for signing in must lead to the pages of this program.
  for (const name of ['stdout', 'stderr'])
    own[name].on('data', (data) => process[name].write(String(data).replaceAll(`:${port}/sign-in`, `:${pagesPort}/sign-in`)))
  own.once('exit', (code) => {
    service = undefined
    if (isEnding) process.exit()
    if (own.isReplaced) start()
    else console.error(`The service ended with code ${code}. Change a source to start it again.`)
  })
}

const restart = () => {
  if (!service) return start()
  service.isReplaced = true
  service.kill('SIGTERM')
}

/** Vite serves an HTML file by its name, the service by the path of its page. */
const pageOf = (url = '') => /^\/(sign-in|console|counter|gallery)(\/|\?|$)/.exec(url)?.[1]
/** The gallery of components is only for developers. */
const fileOf = (page) => (page === 'gallery' ? 'test/gallery/index.html' : `${page}.html`)
const isPage = ({ url, headers }) => pageOf(url) !== undefined && headers.accept?.includes('text/html')
const isSource = (url) => /^\/(@|src\/|test\/gallery\/|node_modules\/|packages\/|counter\/.*\.(png|webmanifest)$)/.test(url)

const pages = await createServer({
  ...config,
  appType: 'custom',
  server: {
    port: pagesPort,
    strictPort: true,
    host: '127.0.0.1',
    // `bypass` returns a path for everything that Vite itself serves.
    proxy: {
      '/': { target: `http://127.0.0.1:${port}`, bypass: (request) => (isPage(request) || isSource(request.url) ? request.url : null) },
    },
  },
  plugins: [
    ...config.plugins,
    {
      name: 'pages',
      configureServer: (server) => () => {
        server.middlewares.use(async (request, response, next) => {
          const page = pageOf(request.originalUrl)
          if (!page) return next()
          const html = readFileSync(join(config.root, fileOf(page)), 'utf8')
          response.setHeader('content-type', 'text/html').end(await server.transformIndexHtml(request.originalUrl, html))
        })
      },
    },
  ],
})
await pages.listen()
pages.watcher.add(SERVICE)
pages.watcher.on('all', (_event, path) => {
  if (!SERVICE.some((folder) => path.startsWith(`${folder}/`))) return
  clearTimeout(timer)
  timer = setTimeout(restart, QUIET_MS)
})
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    isEnding = true
    await pages.close()
    if (service) service.kill('SIGTERM')
    else process.exit()
  })
console.log(`Console: http://127.0.0.1:${pagesPort}/console. Changes of pages appear immediately. Changes of the service restart it.`)
start()
