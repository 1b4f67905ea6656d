// Checks that clients generated from the API document work: `node scripts/generators.mjs`; a step of .ci/full, because it installs the
// generators. Each generator makes a client, which is compiled and calls a running service: it creates a return, fetches its label, reads
// two pages of events, is refused, and reads an event. Requests are signed as docs/clients/ shows. Then the client calls an address that
// redirects, which it must not follow. A generator that cannot be installed here is skipped with a message.
// `node scripts/generators.mjs hey-api oapi-codegen` tries only these.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bootstrap } from './bootstrap.mjs'

const INSTALL_LIMIT_MS = 300_000
const LIMIT_MS = 300_000
const NPM = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'typescript@5.9.3',
  'esbuild@0.28.1',
  '@types/node@20.19.43',
]
const PYTHON = 'openapi-python-client==0.29.1'
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const programs = join(root, 'scripts/generators')
const hooks = join(root, 'docs/clients')
const execute = promisify(execFile)

class Skipped extends Error {}

/** Throws with the command's output if the command fails. If `reason` is set, a failure skips the generator instead. */
const run = async (command, args, { cwd, env = {}, timeout = LIMIT_MS, reason = null }) => {
  try {
    const options = { cwd, env: { ...process.env, ...env }, timeout, maxBuffer: 64 * 1024 * 1024 }
    return (await execute(command, args, options)).stdout
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim()
    if (reason !== null) throw new Skipped(`${reason}${said === '' ? '' : `: ${said.split('\n').at(-1)}`}`)
    throw new Error(`${command} ${args.join(' ')} failed: ${said.slice(-4_000)}${error.killed ? ' (took too long)' : ''}`)
  }
}

const TSCONFIG = {
  compilerOptions: {
    ...{
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
    },
    ...{ types: ['node'], skipLibCheck: true },
  },
  include: ['*.ts', 'generated'],
}

/** Folder of the npm packages, shared by all TypeScript generators. */
const npmPackages = (() => {
  let installed
  return (work) => {
    installed ??= (async () => {
      const cwd = join(work, 'npm')
      mkdirSync(cwd)
      writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n')
      const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...NPM]
      await run('npm', args, { cwd, timeout: INSTALL_LIMIT_MS, reason: 'the npm packages cannot be installed here' })
      return cwd
    })()
    return installed
  }
})()

const typescript = (name, generate) => async (work) => {
  const npm = await npmPackages(work)
  const cwd = join(npm, name)
  const bin = (program) => join(npm, 'node_modules/.bin', program)
  cpSync(join(programs, name), cwd, { recursive: true })
  cpSync(join(programs, 'check.ts'), join(cwd, 'check.ts'))
  cpSync(join(hooks, `${name === 'openapi-typescript' ? 'openapi-fetch' : name}.ts`), join(cwd, 'signing.ts'))
  cpSync(join(work, 'openapi.json'), join(cwd, 'openapi.json'))
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const [program, ...args] = generate
  await run(bin(program), args, { cwd })
  await run(bin('tsc'), ['-p', '.'], { cwd })
  await run(bin('esbuild'), ['program.ts', '--bundle', '--platform=node', '--format=esm', '--outfile=program.mjs'], { cwd })
  return (env) => run(process.execPath, ['program.mjs'], { cwd, env })
}

const python = async (work) => {
  const cwd = join(work, 'python')
  const venv = join(work, 'venv')
  mkdirSync(cwd)
  await run('python3', ['--version'], { cwd, reason: 'no Python' })
  await run('python3', ['-m', 'venv', venv], { cwd, reason: 'no venv module in this Python' })
  const program = join(venv, 'bin/python')
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PYTHON]
  await run(program, install, { cwd, timeout: INSTALL_LIMIT_MS, reason: `cannot install ${PYTHON}` })
  writeFileSync(join(cwd, 'config.yaml'), `${readFileSync(join(hooks, 'openapi_python_client.yaml'), 'utf8')}post_hooks: []\n`)
  const generate = ['generate', '--path', join(work, 'openapi.json'), '--meta', 'none', '--output-path', 'backhaul_client']
  await run(join(venv, 'bin/openapi-python-client'), [...generate, '--config', 'config.yaml', '--fail-on-warning'], { cwd })
  cpSync(join(hooks, 'openapi_python_client.py'), join(cwd, 'openapi_python_client_signing.py'))
  cpSync(join(programs, 'openapi-python-client/program.py'), join(cwd, 'program.py'))
  await run(program, ['-m', 'compileall', '-q', 'backhaul_client'], { cwd })
  return (env) => run(program, ['program.py'], { cwd, env })
}

const go = async (work) => {
  const cwd = join(work, 'go')
  await run('go', ['version'], { cwd: work, reason: 'no Go' })
  cpSync(join(programs, 'oapi-codegen'), cwd, { recursive: true })
  mkdirSync(join(cwd, 'client'))
  cpSync(join(hooks, 'oapi_codegen.go'), join(cwd, 'signing.go'))
  await run('go', ['mod', 'init', 'backhaul.example/try'], { cwd })
  const download = { cwd, timeout: INSTALL_LIMIT_MS, reason: `cannot install ${OAPI_CODEGEN}` }
  await run('go', ['run', OAPI_CODEGEN, '-version'], download)
  await run('go', ['run', OAPI_CODEGEN, '-config', 'config.yaml', join(work, 'openapi.json')], { cwd })
  await run('go', ['mod', 'tidy'], download)
  await run('go', ['build', '-o', 'program', '.'], { cwd })
  return (env) => run(join(cwd, 'program'), [], { cwd, env })
}

/** Starts a server that redirects every request to a second server. Both count their requests. */
const startRedirecting = async () => {
  const asked = { here: 0, elsewhere: 0 }
  const listen = async (answer) => {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, url: `http://127.0.0.1:${server.address().port}` }
  }
  const elsewhere = await listen((_request, response) => {
    asked.elsewhere++
    response.end()
  })
  const here = await listen((request, response) => {
    asked.here++
    response.writeHead(307, { Location: elsewhere.url + request.url }).end()
  })
  const close = () => {
    for (const { server } of [here, elsewhere]) {
      server.close()
      server.closeAllConnections()
    }
  }
  return { url: here.url, asked, close }
}

/** The program fails, because nothing is created. The check is whether the second server gets a request. */
const checkRedirect = async (program, env) => {
  const { url, asked, close } = await startRedirecting()
  try {
    await program({ ...env, BACKHAUL_URL: url }).catch(() => {})
    if (asked.here === 0) throw new Error('the client did not call the server that redirects')
    if (asked.elsewhere > 0) throw new Error('the client followed a redirect, with the key')
  } finally {
    close()
  }
}

/** Each function generates a client and resolves with a function that runs its program. */
const GENERATORS = {
  'openapi-typescript': typescript('openapi-typescript', ['openapi-typescript', 'openapi.json', '-o', 'generated/schema.ts']),
  'hey-api': typescript('hey-api', ['openapi-ts', '-i', 'openapi.json', '-o', 'generated']),
  orval: typescript('orval', ['orval', '--config', 'orval.config.mjs']),
  'openapi-python-client': python,
  'oapi-codegen': go,
}

bootstrap()
const { readConfig } = await import('../packages/server/dist/process/config.js')
const { serve } = await import('../packages/server/dist/app/serve.js')
const { openApiText } = await import('../packages/docs-site/dist/index.js')

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GENERATORS)
const unknown = chosen.find((name) => !Object.hasOwn(GENERATORS, name))
if (unknown !== undefined) {
  console.error(`unknown generator ${unknown}; use some of ${Object.keys(GENERATORS).join(', ')}`)
  process.exit(1)
}
const work = mkdtempSync(join(tmpdir(), 'backhaul-generators-'))
// If this process is root, the database server runs as another user, which must be able to enter the directory.
chmodSync(work, 0o711)
writeFileSync(join(work, 'openapi.json'), openApiText())
const dataDir = join(work, 'data')
const config = readConfig({
  ...process.env,
  BACKHAUL_ENV: 'sandbox',
  HOST: '127.0.0.1',
  PORT: '0',
  BACKHAUL_LOG_LEVEL: 'error',
  BACKHAUL_DATA_DIR: dataDir,
})
let running = null
try {
  running = await serve(config, 'api')
  const { base_url, api_key, signing_secret } = JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8'))
  const env = { BACKHAUL_URL: base_url, BACKHAUL_API_KEY: api_key, BACKHAUL_SIGNING_SECRET: signing_secret }
  for (const name of chosen) {
    const begun = Date.now()
    try {
      const program = await GENERATORS[name](work)
      const said = await program(env)
      await checkRedirect(program, env)
      console.log(`ok: ${name}, in ${Math.round((Date.now() - begun) / 1000)} s\n${said.trimEnd()}\n  a redirect is not followed`)
    } catch (error) {
      if (error instanceof Skipped) console.log(`skipped: ${error.message} (${name})`)
      else {
        console.error(`${name}: ${error.message}`)
        process.exitCode = 1
      }
    }
  }
} finally {
  await running?.close()
  rmSync(work, { recursive: true, force: true })
}
