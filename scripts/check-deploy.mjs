// Checks each file of deploy/ with the program that it is for: `node scripts/check-deploy.mjs`, a step of .ci/full. A check is skipped with
// a message if its program is not on the machine. scripts/try-container.mjs checks the container file.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { bootstrap } from './bootstrap.mjs'
import { check } from './program.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const deploy = (name) => join(root, 'deploy', name)
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Runs a program, and throws with its output if it fails. `isGood` also checks the output. */
const judge = (what, [program, ...args], isGood = () => true) => {
  if (!has(program)) return console.log(`skipped: ${what}: ${program} is not installed on this machine`)
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  const said = `${stdout}${stderr}`.trim()
  check(status === 0 && isGood(said), `${program} accepts ${what}${status === 0 && isGood(said) ? '' : `:\n${said}`}`)
}

/** Copies a file of deploy/ with the paths of this machine, which does not have the operator's certificate. */
const copyOf = (work, name, changes) => {
  const copy = join(work, name)
  let text = fs.readFileSync(deploy(name), 'utf8')
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not contain ${from}`)
    text = text.replaceAll(from, to)
  }
  fs.writeFileSync(copy, text)
  return copy
}

const certificates = (work) => {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) => join(work, name))
  const subject = ['-subj', '/CN=api.example.com', '-days', '1', '-nodes', '-newkey', 'rsa:2048', '-x509']
  execFileSync('openssl', ['req', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  fs.writeFileSync(both, fs.readFileSync(certificate, 'utf8') + fs.readFileSync(key, 'utf8'))
  return { key, certificate, both }
}

/** Returns settings in the files of deploy/ that config.ts does not read. They are probably misspelled. */
const unknownSettings = () => {
  const source = ['config', 'object-settings', 'provider-settings']
    .map((name) => fs.readFileSync(join(root, `packages/server/src/process/${name}.ts`), 'utf8'))
    .join()
  const files = fs.readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap((entry) => {
    const text = fs.readFileSync(join(entry.parentPath, entry.name), 'utf8')
    const named = text.match(/\b(BACKHAUL_[A-Z_]+[A-Z]|DATABASE_URL(_FILE)?)\b/g) ?? []
    return named
      .filter((name) => !new RegExp(`'${name.replace(/_FILE$/, '')}'|env\\.${name}\\b`).test(source))
      .map((name) => `${entry.name}: ${name}`)
  })
}

/** A sample token, as long as the tokens of service/links.ts. In each request, `left` is the part of the path that may be logged. */
const TOKEN = `${'0123456789abcdefghjkmnpqrs'}${'Abc_-9'.repeat(4)}`
const REQUESTS = [
  { path: `/p/${TOKEN}?lang=en`, left: '/p/-' },
  { path: `/p/${TOKEN}/label`, left: '/p/-/label' },
  { path: `/r/${TOKEN}?postal_code=SECRET`, left: '/r/-' },
  { path: `/%70/${TOKEN}`, left: '/p/-' },
  { path: `//r//${TOKEN}/logo`, left: '/r/-/logo' },
  { path: `/see/${TOKEN}/x`, left: '/see/-/x' },
  { path: `/see:${TOKEN}`, left: '/-' },
  { path: '/sign-in/oidc/callback?code=SECRET&state=SECRET', left: '/sign-in/oidc/callback' },
  { path: '/v2/tracking/SECRET', left: '/v2/tracking/-' },
  { path: '/v2/shipments?order_id=SECRET', left: '/v2/shipments' },
]

/** Repeats the attempt until it succeeds, for up to five seconds. */
const expectSoon = async (attempt) => {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= 50) throw error
      await sleep(100)
    }
  }
}

const get = (port, path) =>
  new Promise((resolve, reject) => {
    const headers = { Referer: `https://api.example.com/p/${TOKEN}` }
    https
      .get({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false }, (answer) => answer.resume().once('end', resolve))
      .once('error', reject)
  })

/**
 * Resolves with the status and body of an answer. A request body is announced but not sent, because a server that refuses the request need
 * not read it.
 */
const ask = (port, { method = 'GET', path, headers = {}, agent }) =>
  new Promise((resolve, reject) => {
    const sent = https.request({ host: '127.0.0.1', port, method, path, headers, agent, rejectUnauthorized: false }, async (answer) => {
      let body = ''
      for await (const piece of answer) body += piece
      resolve({ status: answer.statusCode, body })
    })
    sent.once('error', reject)
    if (headers['Content-Length']) sent.flushHeaders()
    else sent.end()
  })

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Runs nginx with its configuration in front of two machines until `use` has ended. */
const withNginx = async (work, { key, certificate }, machines, use) => {
  const port = await freePort()
  const config = copyOf(work, 'nginx.conf', {
    '/etc/backhaul/tls/certificate.pem': certificate,
    '/etc/backhaul/tls/key.pem': key,
    '/var/log/nginx': work,
    'listen 443': `listen 127.0.0.1:${port}`,
    '10.0.0.11:8080': machines[0],
    '10.0.0.12:8080': machines[1],
  })
  const settings = `daemon off; master_process off; pid ${work}/running.pid;`
  const nginx = spawn('nginx', ['-p', work, '-c', config, '-e', `${work}/start.log`, '-g', settings], { stdio: 'inherit' })
  const ended = new Promise((resolve) => nginx.once('close', resolve))
  try {
    await expectSoon(() => get(port, '/'))
    await use(port)
  } finally {
    nginx.kill('SIGTERM')
    await ended
  }
}

/** Sends requests with secrets to nginx while no machine behind it is running. Checks its answers and its log. */
const checkNginxLog = async (work, tls) => {
  await withNginx(work, tls, ['127.0.0.1:1', '127.0.0.1:2'], async (port) => {
    for (const { path } of REQUESTS) await get(port, path)
    const gone = await ask(port, { path: '/v2/shipments' })
    const large = await ask(port, { method: 'POST', path: '/v2/shipments', headers: { 'Content-Length': 17 * 1024 * 1024 } })
    const codes = [gone, large].map(({ status, body }) => [status, JSON.parse(body).error.code].join())
    check(
      `${codes}` === '503,unavailable,413,payload_too_large',
      `errors of nginx itself have the same form as errors of the service (${codes})`,
    )
  })
  const logs = ['access.log', 'error.log', 'start.log'].map((name) => join(work, name)).filter((file) => fs.existsSync(file))
  const logged = logs.map((file) => fs.readFileSync(file, 'utf8')).join('')
  check(!logged.includes('SECRET') && !logged.includes(TOKEN.slice(-24)), `nginx logs no query strings and no tokens`)
  const missing = REQUESTS.filter(({ left }) => !logged.includes(`"GET ${left} HTTP/1.1" 503`))
  check(missing.length === 0, `nginx logs each request without query and token ${missing.map(({ path }) => path)}`)
}

const CLIENTS = 2_000

/**
 * Checks that nginx sends repeatable requests to the other machine when one machine is not ready, and that one nginx can hold the promised
 * number of clients.
 */
const checkNginxCarries = async (work, tls) => {
  let isReady = true
  const taken = { first: 0, second: 0 }
  const machine = (name) =>
    http.createServer((request, response) => {
      request.resume()
      if (request.url !== '/v2/shipments') return response.end('{}')
      taken[name]++
      const status = name === 'first' && !isReady ? 503 : 200
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
    })
  const machines = { first: machine('first'), second: machine('second') }
  for (const server of Object.values(machines))
    await new Promise((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: CLIENTS }, resolve))
  const at = ({ first, second }) => [first, second].map((server) => `127.0.0.1:${server.address().port}`)
  try {
    await withNginx(work, tls, at(machines), async (port) => {
      isReady = false
      const post = async (headers) => (await ask(port, { method: 'POST', path: '/v2/shipments', headers })).status
      const statuses = async (headers) => {
        const seen = new Set()
        for (let i = 0; i < 4; i++) {
          seen.add(await post(headers))
          // After this time nginx tries the first machine again.
          await sleep(2_100)
        }
        return [...seen].sort().join()
      }
      check((await statuses({ 'Idempotency-Key': 'a' })) === '200', 'a POST with an Idempotency-Key is forwarded to the ready machine')
      check((await statuses({})).includes('503'), 'a POST without an Idempotency-Key is not repeated by nginx')
      check(taken.first > 0, 'the machine that is not ready received a request')
      isReady = true
      const agents = Array.from({ length: CLIENTS }, () => new https.Agent({ keepAlive: true }))
      const all = []
      // Every client keeps its connection open. The clients connect in batches, because this process runs both ends and would be too slow
      // for all at once.
      for (let i = 0; i < CLIENTS; i += 50)
        all.push(...(await Promise.all(agents.slice(i, i + 50).map((agent) => ask(port, { path: '/v2/shipments', agent })))))
      const open = agents.filter(({ freeSockets }) => Object.values(freeSockets).flat().length === 1).length
      for (const agent of agents) agent.destroy()
      const good = all.filter(({ status }) => status === 200).length
      check(
        good === CLIENTS && open === CLIENTS,
        `${good} of ${CLIENTS} simultaneous clients get an answer, each on its own connection (${open})`,
      )
    })
  } finally {
    for (const server of Object.values(machines)) server.closeAllConnections()
    for (const server of Object.values(machines)) server.close()
  }
}

const main = async (work) => {
  for (const name of ['haproxy.cfg', 'ha/haproxy.cfg'])
    check(!/^\s*(log\b|option (http|tcp)log)/m.test(fs.readFileSync(deploy(name), 'utf8')), `${name} logs no requests`)
  const unknown = unknownSettings()
  check(unknown.length === 0, `every setting in deploy/ exists ${unknown}`)
  judge(
    'backhaul.service',
    ['systemd-analyze', 'verify', '--man=no', copyOf(work, 'backhaul.service', { '/usr/bin/node': process.execPath })],
    (said) =>
      // systemd-analyze succeeds even if it finds an unknown setting.
      !said.includes('backhaul.service:'),
  )
  if (has('openssl')) {
    const { key, certificate, both } = certificates(work)
    const tls = '/etc/backhaul/tls'
    const nginx = copyOf(work, 'nginx.conf', { [`${tls}/certificate.pem`]: certificate, [`${tls}/key.pem`]: key, '/var/log/nginx': work })
    judge('nginx.conf', ['nginx', '-t', '-q', '-p', work, '-c', nginx, '-g', `pid ${work}/nginx.pid; error_log stderr;`])
    if (has('nginx')) {
      await checkNginxLog(work, { key, certificate })
      await checkNginxCarries(work, { key, certificate })
    } else console.log('skipped: behavior of nginx: nginx is not installed on this machine')
    judge('haproxy.cfg', ['haproxy', '-c', '-q', '-f', copyOf(work, 'haproxy.cfg', { [`${tls}/both.pem`]: both })])
  } else console.log('skipped: nginx.conf, haproxy.cfg: openssl is not installed, so there is no certificate')
  judge('ha/haproxy.cfg', ['haproxy', '-c', '-q', '-f', deploy('ha/haproxy.cfg')])
  judge('alerts.yml', ['promtool', 'check', 'rules', deploy('prometheus/alerts.yml')])
  judge('the tests of the alerts', ['promtool', 'test', 'rules', deploy('prometheus/alerts.test.yml')])
  const { services } = parse(fs.readFileSync(deploy('compose.yaml'), 'utf8'), { merge: true })
  check(Object.keys(services).sort().join() === 'api,database,worker', 'compose.yaml has a database, an API and a worker')
}

bootstrap()
const work = fs.mkdtempSync(join(tmpdir(), 'backhaul-deploy-'))
fs.chmodSync(work, 0o711)
try {
  await main(work)
} finally {
  fs.rmSync(work, { recursive: true, force: true })
}
