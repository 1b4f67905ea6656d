// The files of deploy/, each judged by the program that it is for, and the steps of the container file carried out:
// `node scripts/check-deploy.mjs [--base FOLDER]`, a step of .ci/full. What is not on the machine is skipped, with a line that says so.
// `--base`: a root file system with Node and npm that the container begins with; else it is a copy of this machine's, made as it is written to.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as https from 'node:https'
import * as net from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'
import { runContainerfile } from './containerfile.mjs'
import { check } from './program.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const deploy = (name) => join(root, 'deploy', name)
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Runs it and throws with what it says. `isGood`: whether what it says is, beside its exit code. */
const judge = (what, [program, ...args], isGood = () => true) => {
  if (!has(program)) return console.log(`skipped: ${what}: there is no ${program} on this machine`)
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  const said = `${stdout}${stderr}`.trim()
  check(status === 0 && isGood(said), `${what} is what ${program} wants${status === 0 && isGood(said) ? '' : `:\n${said}`}`)
}

/** A copy of a file of deploy/ with other paths in it: those of this machine, which has no certificate of the operator's. */
const copyOf = (work, name, changes) => {
  const copy = join(work, name)
  let text = fs.readFileSync(deploy(name), 'utf8')
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not name ${from}`)
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

/** Names of settings in the files of deploy/ that config.ts does not read: a typo there is a setting that nobody has. */
const unknownSettings = () => {
  const source = ['config', 'object-settings', 'provider-settings']
    .map((name) => fs.readFileSync(join(root, `packages/server/src/platform/${name}.ts`), 'utf8'))
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

/** Tokens are as long as those of service/links.ts; `left`: what may be logged of the path. */
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

/** Until it works; gives up after five seconds. */
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

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Runs nginx with its configuration and no machine behind it, and reads what it logs about requests that contain secrets. */
const checkNginxLog = async (work, { key, certificate }) => {
  if (!has('nginx')) return console.log('skipped: what nginx logs: there is no nginx on this machine')
  const port = await freePort()
  const config = copyOf(work, 'nginx.conf', {
    '/etc/backhaul/tls/certificate.pem': certificate,
    '/etc/backhaul/tls/key.pem': key,
    '/var/log/nginx': work,
    'listen 443': `listen 127.0.0.1:${port}`,
    '10.0.0.11:8080': '127.0.0.1:1',
    '10.0.0.12:8080': '127.0.0.1:2',
  })
  const settings = `daemon off; master_process off; pid ${work}/running.pid;`
  const nginx = spawn('nginx', ['-p', work, '-c', config, '-e', `${work}/start.log`, '-g', settings], { stdio: 'inherit' })
  const ended = new Promise((resolve) => nginx.once('close', resolve))
  try {
    await expectSoon(() => get(port, '/'))
    for (const { path } of REQUESTS) await get(port, path)
  } finally {
    nginx.kill('SIGQUIT')
    await ended
  }
  const logs = ['access.log', 'error.log', 'start.log'].map((name) => join(work, name)).filter((file) => fs.existsSync(file))
  const logged = logs.map((file) => fs.readFileSync(file, 'utf8')).join('')
  check(!logged.includes('SECRET') && !logged.includes(TOKEN.slice(-24)), `nginx logs no query and no token`)
  const missing = REQUESTS.filter(({ left }) => !logged.includes(`"GET ${left} HTTP/1.1" 502`))
  check(missing.length === 0, `nginx logs each request without them ${missing.map(({ path }) => path)}\n`)
}

const main = async (work, base) => {
  for (const name of ['haproxy.cfg', 'ha/haproxy.cfg'])
    check(!/^\s*(log\b|option (http|tcp)log)/m.test(fs.readFileSync(deploy(name), 'utf8')), `${name} logs no requests`)
  const unknown = unknownSettings()
  check(unknown.length === 0, `every setting in deploy/ exists ${unknown}`)
  judge(
    'backhaul.service',
    ['systemd-analyze', 'verify', '--man=no', copyOf(work, 'backhaul.service', { '/usr/bin/node': process.execPath })],
    (said) =>
      // It goes on after a setting that it does not know.
      !said.includes('backhaul.service:'),
  )
  if (has('openssl')) {
    const { key, certificate, both } = certificates(work)
    const tls = '/etc/backhaul/tls'
    const nginx = copyOf(work, 'nginx.conf', { [`${tls}/certificate.pem`]: certificate, [`${tls}/key.pem`]: key, '/var/log/nginx': work })
    judge('nginx.conf', ['nginx', '-t', '-q', '-p', work, '-c', nginx, '-g', `pid ${work}/nginx.pid; error_log stderr;`])
    await checkNginxLog(work, { key, certificate })
    judge('haproxy.cfg', ['haproxy', '-c', '-q', '-f', copyOf(work, 'haproxy.cfg', { [`${tls}/both.pem`]: both })])
  } else console.log('skipped: nginx.conf, haproxy.cfg: there is no openssl to make a certificate with')
  judge('ha/haproxy.cfg', ['haproxy', '-c', '-q', '-f', deploy('ha/haproxy.cfg')])
  judge('alerts.yml', ['promtool', 'check', 'rules', deploy('prometheus/alerts.yml')])
  judge('what fires the alerts', ['promtool', 'test', 'rules', deploy('prometheus/alerts.test.yml')])
  const yaml = 'import sys, yaml; d = yaml.safe_load(open(sys.argv[1])); assert {"database", "api", "worker"} == set(d["services"]), d'
  if (spawnSync('python3', ['-c', 'import yaml']).status === 0) judge('compose.yaml', ['python3', '-c', yaml, deploy('compose.yaml')])
  else console.log('skipped: compose.yaml: there is no Python with a reader of YAML')
  await runContainerfile({ file: deploy('Containerfile'), context: root, work, base })
}

const { values } = parseArgs({ options: { base: { type: 'string' } } })
bootstrap()
const work = fs.mkdtempSync(join(tmpdir(), 'backhaul-deploy-'))
fs.chmodSync(work, 0o711)
try {
  await main(work, values.base && resolve(values.base))
} finally {
  fs.rmSync(work, { recursive: true, force: true })
}
