// The files of deploy/, each judged by the program that it is for, and the steps of the container file carried out:
// `node scripts/check-deploy.mjs [--base FOLDER]`, a step of .ci/run. What is not on the machine is skipped, with a line that says so.
// `--base`: a root file system with Node and npm that the container begins with; else it is a copy of this machine's, made as it is written to.
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
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

const main = async (work, base) => {
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
    const nginx = copyOf(work, 'nginx.conf', { [`${tls}/certificate.pem`]: certificate, [`${tls}/key.pem`]: key })
    judge('nginx.conf', ['nginx', '-t', '-q', '-p', work, '-c', nginx, '-g', `pid ${work}/nginx.pid; error_log stderr;`])
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
