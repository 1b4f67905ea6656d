// `npm run dev` serves the pages from their sources and passes everything else to the service.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

const DEV = fileURLToPath(new URL('../../../../scripts/dev.mjs', import.meta.url))

test('a page comes from its sources, and the API, guides and shopper pages from the service', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-dev-'))
  const [port, pagesPort] = [await freePort(), await freePort()]
  const env = { ...process.env, DATABASE_URL: '', BACKHAUL_DATA_DIR: dataDir, PORT: `${port}`, PAGES_PORT: `${pagesPort}` }
  const dev = spawn(process.execPath, [DEV], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (data) => (output += data))
  atEndOfTest(async () => {
    const ended = once(dev, 'exit')
    dev.kill('SIGINT')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  await until('the service listens', () => output.includes(`listening on http://127.0.0.1:${port}`))
  expect(output).toContain(`http://127.0.0.1:${pagesPort}/sign-in#`)

  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${pagesPort}${path}`, { headers: { accept: 'text/html' } })
    return { status: answer.status, text: await answer.text() }
  }
  for (const [path, source] of [
    ['/console/shipments', '/src/console/main.tsx'],
    ['/counter/', '/src/counter/main.tsx'],
    ['/sign-in', '/src/sign-in/main.tsx'],
  ] as const) {
    const page = await get(path)
    expect([path, page.status, page.text.includes('/@vite/client'), page.text.includes(source)]).toEqual([path, 200, true, true])
    expect((await get(source)).status).toBe(200)
  }
  expect((await get('/src/console/today/today-page.tsx')).text).toContain('import.meta.hot')
  expect(JSON.parse((await get('/v2/openapi.json')).text).openapi).toMatch(/^3\./)
  expect((await get('/healthz')).status).toBe(200)
})
