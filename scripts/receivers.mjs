// Checks that the receivers printed in docs/guide/webhooks.md work. Each is saved, started with its framework and tested by `backhaul
// verify-receiver`. `node scripts/receivers.mjs [name…]`; a step of .ci/full, because it installs frameworks from npm and PyPI. A receiver
// whose packages cannot be installed here is skipped.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const guide = readFileSync(join(root, 'docs/guide/webhooks.md'), 'utf8')
const SECRET = 'the-secret-of-the-receivers'
const INSTALL_LIMIT_MS = 300_000
const START_LIMIT_MS = 60_000

/** Returns the code that the guide tells readers to save under this name. */
const saved = (name) => {
  const [, code] = new RegExp(`Save this as \`${name}\`[^\\n]*\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? []
  if (code === undefined) throw new Error(`docs/guide/webhooks.md has no ${name}`)
  return code
}

/** Imitates a Lambda function URL: one event per request, with a base64 body every other time. */
const LAMBDA_HOST = `import { createServer } from 'node:http'
import { handler } from './lambda.mjs'

let isBase64Encoded = false
createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  isBase64Encoded = !isBase64Encoded
  const body = Buffer.concat(chunks).toString(isBase64Encoded ? 'base64' : 'utf8')
  const { statusCode } = await handler({ body, isBase64Encoded, headers: request.headers })
  response.writeHead(statusCode).end()
}).listen(Number(process.env.PORT))
`

const DJANGO = `import os

from django.conf import settings

settings.configure(ROOT_URLCONF="django_app", SECRET_KEY="s", ALLOWED_HOSTS=["*"])

from django.core.asgi import get_asgi_application
from django.urls import path

import views

urlpatterns = [path("backhaul", views.backhaul)]
app = get_asgi_application()
`

const uvicorn = (module) => (port) => ['-m', 'uvicorn', '--port', port, '--log-level', 'warning', module]

/** `files` are files in addition to those of the guide. `start` returns the arguments of Node or Python. */
const RECIPES = [
  { name: 'receiver.py', packages: [], start: (port) => ['receiver.py', port] },
  { name: 'express.mjs', packages: ['express@5'], start: () => ['express.mjs'] },
  { name: 'fastify.mjs', packages: ['fastify@5'], start: () => ['fastify.mjs'] },
  { name: 'hono.mjs', packages: ['hono@4', '@hono/node-server@1'], start: () => ['hono.mjs'] },
  {
    name: 'route.js',
    at: 'app/backhaul/route.js',
    packages: ['next@15', 'react@19', 'react-dom@19'],
    start: (port) => ['node_modules/next/dist/bin/next', 'dev', '-p', port],
  },
  { name: 'lambda.mjs', packages: [], files: { 'host.mjs': LAMBDA_HOST }, start: () => ['host.mjs'] },
  {
    name: 'flask_app.py',
    packages: ['flask==3.*', 'waitress==3.*'],
    start: (port) => ['-m', 'waitress', `--listen=127.0.0.1:${port}`, 'flask_app:app'],
  },
  { name: 'views.py', packages: ['django==5.*', 'uvicorn==0.*'], files: { 'django_app.py': DJANGO }, start: uvicorn('django_app:app') },
  { name: 'fastapi_app.py', packages: ['fastapi==0.*', 'uvicorn==0.*'], start: uvicorn('fastapi_app:app') },
]

const run = (command, args, cwd) => spawnSync(command, args, { cwd, encoding: 'utf8', timeout: INSTALL_LIMIT_MS })
const lastLine = (text) => String(text).trim().split('\n').at(-1)

/** Installs the packages of a recipe. Returns the command that runs the receiver, or says what is missing. */
const installed = (folder, { name, packages }, client) => {
  const isPython = name.endsWith('.py')
  if (!isPython) {
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    const { status, stderr } = run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', client, ...packages], folder)
    return status === 0 ? { command: process.execPath } : { missing: `${packages.join(' ')} (cannot be installed: ${lastLine(stderr)})` }
  }
  if (run('python3', ['--version']).status !== 0) return { missing: 'python3 on this machine' }
  if (packages.length === 0) return { command: 'python3' }
  if (run('python3', ['-m', 'venv', 'venv'], folder).status !== 0) return { missing: 'venv module in this Python' }
  const command = join(folder, 'venv/bin/python')
  const { status, stderr } = run(command, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages], folder)
  return status === 0 ? { command } : { missing: `${packages.join(' ')} (cannot be installed: ${lastLine(stderr)})` }
}

const reaches = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(Boolean(socket.destroy())))
    socket.on('error', () => setTimeout(resolve, 200, false))
  })

const verify = (url) =>
  new Promise((resolve) => {
    const args = [join(root, 'packages/server/bin/backhaul.js'), 'verify-receiver', url, '--secret', SECRET]
    execFile(process.execPath, args, (error, stdout, stderr) => resolve({ passed: error === null, said: stdout + stderr }))
  })

const attempt = async (recipe, folder, client) => {
  const { command, missing } = installed(folder, recipe, client)
  if (missing) return console.log(`skipped: no ${missing} (${recipe.name})`)
  const place = join(folder, recipe.at ?? recipe.name)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(join(folder, 'receiver.py'), saved('receiver.py'))
  writeFileSync(place, saved(recipe.name))
  for (const [name, text] of Object.entries(recipe.files ?? {})) writeFileSync(join(folder, name), text)
  const port = String(await freePort())
  const env = { ...process.env, PORT: port, WEBHOOK_SECRET: SECRET, NEXT_TELEMETRY_DISABLED: '1' }
  const child = spawn(command, recipe.start(port), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed = (printed + text).slice(-4000)))
  try {
    const until_ms = Date.now() + START_LIMIT_MS
    while (!(await reaches(Number(port)))) {
      if (child.exitCode !== null || Date.now() > until_ms) throw new Error(`${recipe.name} does not start:\n${printed}`)
    }
    const url = `http://127.0.0.1:${port}/backhaul`
    // A development server compiles a page at its first request.
    await fetch(url, { method: 'POST', body: '{}' }).catch(() => {})
    const { passed, said } = await verify(url)
    if (!passed) throw new Error(`${recipe.name} fails:\n${said}${printed}`)
    console.log(`ok: ${recipe.name} passes verify-receiver`)
  } finally {
    // Kills the whole process group, because some programs start child processes.
    if (child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
}

bootstrap()
const { freePort } = await import('../packages/trials/dist/lib/run.js')
const directory = mkdtempSync(join(tmpdir(), 'backhaul-receivers-'))
try {
  const packed = run('npm', ['pack', '-w', '@backhaul/client', '--json', '--pack-destination', directory], root)
  const client = join(directory, JSON.parse(packed.stdout)[0].filename)
  const wanted = process.argv.slice(2)
  for (const recipe of RECIPES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const folder = join(directory, recipe.name.replace('.', '-'))
    mkdirSync(folder)
    try {
      await attempt(recipe, folder, client)
    } catch (error) {
      console.error(error.message)
      process.exitCode = 1
    }
  }
} finally {
  if (existsSync(directory)) rmSync(directory, { recursive: true, force: true })
}
