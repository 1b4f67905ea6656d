// Runs the workflows of .github/workflows on this machine: `node scripts/try-workflows.mjs [FILE…]`, such as `release.yml`, which is a step
// of .ci/full. Each job begins with a fresh clone of the last commit. Every step with a command is run in it, except those that publish.
// The end of the output lists what was not run. RELEASE_BASE has the same meaning as for scripts/release.mjs.
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const WORKFLOWS = join(root, '.github/workflows')
/** Replaces settings that the owner has not decided, so that everything but publishing can be run. */
const INVENTED = {
  repository: 'https://example.com/example/backhaul',
  npmScope: '@example',
  contact: 'security@example.com',
  imageRegistry: 'registry.example.com/backhaul',
}

/** Returns the reason why a step is not run, or null if it is run. */
const reasonNotToRun = ({ name, uses, run, env }) => {
  if (uses) return `an action of the host: ${uses}`
  if (/^Publish\b/.test(name)) return `it publishes: ${name}`
  if (JSON.stringify([run, env ?? {}]).includes('${{'))
    throw new Error(`the step "${name}" uses an expression; only steps that publish may use one`)
  return null
}

/** Runs the steps of a job. Returns the names of those that were not run. Throws if a step fails. */
const runJob = (work, { uses, steps, env }) => {
  if (uses) return [`another workflow: ${uses}`]
  const clone = join(work, 'clone')
  execFileSync('git', ['clone', '--quiet', root, clone])
  const config = join(work, 'release.config.json')
  fs.writeFileSync(config, JSON.stringify(INVENTED))
  const { version } = JSON.parse(fs.readFileSync(join(clone, 'package.json'), 'utf8'))
  const host = {
    ...{ CI: 'true', RUNNER_TEMP: join(work, 'temporary'), GITHUB_WORKSPACE: clone, GITHUB_REF_NAME: `v${version}` },
    // `git config --global` must not change the current user's settings.
    GIT_CONFIG_GLOBAL: join(work, 'gitconfig'),
    RELEASE_CONFIG: config,
  }
  fs.mkdirSync(host.RUNNER_TEMP)
  const left = []
  for (const step of steps) {
    const reason = reasonNotToRun(step)
    if (reason !== null) {
      left.push(reason)
      continue
    }
    console.log(`-- ${step.name}`)
    const { status } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-c', step.run], {
      cwd: clone,
      env: { ...process.env, ...host, ...env, ...step.env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (status !== 0) throw new Error(`the step "${step.name}" ended with ${status}`)
  }
  return left
}

const files = process.argv.length > 2 ? process.argv.slice(2) : fs.readdirSync(WORKFLOWS)
for (const file of files) {
  const { jobs, env } = parse(fs.readFileSync(join(WORKFLOWS, file), 'utf8'))
  for (const [name, job] of Object.entries(jobs)) {
    const work = fs.mkdtempSync(join(tmpdir(), 'backhaul-workflow-'))
    fs.chmodSync(work, 0o711)
    try {
      console.log(`${file}, job ${name}:`)
      for (const reason of runJob(work, { ...job, env: { ...env, ...job.env } })) console.log(`not run: ${reason}`)
    } finally {
      fs.rmSync(work, { recursive: true, force: true })
    }
  }
}
console.log('not run: containers and images of the host, the public base image, provenance and permissions')
