import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../server/test/support/service.ts'

const ROOT = join(import.meta.dirname, '../../..')

let directory: string
let service: TestService
let packed: { files: { path: string }[]; filename: string }

interface Ended {
  status: unknown
  stdout: string
  stderr: string
}

/** Does not block this process, because the service that the program calls runs in it. */
const launch = (args: string[], cwd: string, env: Record<string, string> = {}, command = process.execPath): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    )
  })

const run = async (...launched: Parameters<typeof launch>): Promise<string> => {
  const { status, stdout, stderr } = await launch(...launched)
  expect(status, `${launched[0].join(' ')}\n${stdout}\n${stderr}`).toBe(0)
  return stdout
}

/** Copies the repository without any build output. The clone uses the installed packages of this checkout. */
const newClone = async (): Promise<string> => {
  const clone = join(directory, 'clone')
  const files = await run(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], ROOT, {}, 'git')
  for (const file of files.split('\0').filter((name) => /^(packages\/[^/]+\/(src|package|tsconfig)|scripts\/|[^/]+$)/.test(name))) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(ROOT, file), join(clone, file))
  }
  for (const name of ['METHODS.md', 'README.md']) cpSync(join(ROOT, 'packages/client', name), join(clone, 'packages/client', name))
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  return clone
}

beforeAll(async () => {
  service = await startTestService()
  directory = mkdtempSync(join(tmpdir(), 'backhaul-client-'))
  const pack = ['pack', '-w', '@backhaul/client', '--json', '--pack-destination', directory]
  packed = JSON.parse(await run(pack, await newClone(), {}, 'npm'))[0]
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: 'integrator', private: true, type: 'module' }))
  await run(['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], directory, {}, 'npm')
})
afterAll(async () => {
  await service.close()
  rmSync(directory, { recursive: true, force: true })
})

const PROGRAM = `import { ApiError, Backhaul, verifyWebhook, EVENT_TYPES, type Shipment, type WebhookEvent } from '@backhaul/client'

const { URL: base_url = '', KEY: api_key = '', SECRET: signing_secret = '' } = process.env
const client = new Backhaul({ base_url, api_key, signing_secret })
const shipment: Shipment = await client.createShipment({ direction: 'return', fulfillment: 'print_label' })

const tell = (event: WebhookEvent): string => {
  switch (event.type) {
    case 'shipment.label_ready':
      return event.eventSpecific.labelFormat
    case 'shipment.created':
      return event.eventSpecific.serviceLevel
    default:
      return event.type
  }
}
// The feed shows an event when no transaction that began before it is under way anymore.
let told: string[] = []
while (told.length < 2) {
  told = []
  for await (const event of client.listEvents({ shipment: shipment.id })) told.push(tell(event))
}
console.log(told.join('\\n'))
const { bytes, content_type } = await client.readLabel(shipment.id)
console.log(new Blob([bytes], { type: content_type }).type, new TextDecoder().decode(bytes.subarray(0, 5)))
const record = await client.readLabel(shipment.id, { format: 'json' })
console.log(record.label_version)
const rehearsed = await client.rehearseEvent('manifest.closed')
const [closed] = (await client.listManifests({ status: 'closed' })).data
console.log(rehearsed.name, (await client.readManifest(closed?.manifest_id ?? '')).status)
console.log((await client.readManifest(closed?.manifest_id ?? '', { format: 'pdf' })).content_type)
try {
  await client.readShipment('shp_none')
} catch (error) {
  if (error instanceof ApiError && error.code === 'not_found') console.log(error.code)
}
await verifyWebhook('{}', {}, 'secret').catch((error) => console.log(error.reason))
console.log(EVENT_TYPES.length)
`

test('the package contains only its code and types and has no dependencies', () => {
  const names = packed.files.map(({ path }) => path)
  const expected =
    /^(package\.json|LICENSE|NOTICE|(?:README|METHODS)\.md|dist\/cjs\/package\.json|dist\/(?:cjs\/)?(?:generated\/)?[a-z]+\.(?:js|d\.ts))$/
  expect(names.filter((name) => !expected.test(name))).toEqual([])
  const both = ['', 'cjs/'].flatMap((part) => [`dist/${part}index.js`, `dist/${part}index.d.ts`])
  expect(names).toEqual(expect.arrayContaining(['METHODS.md', 'README.md', ...both]))
  const manifest = JSON.parse(readFileSync(join(directory, 'node_modules/@backhaul/client/package.json'), 'utf8'))
  expect([manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies]).toEqual([undefined, undefined, undefined])
  expect(readdirSync(join(directory, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@backhaul'])
})

/** The only use of a Node API in the package. It also works in runtimes without this API. */
const ASKED_FOR = "globalThis.process?.getBuiltinModule?.('node:crypto')"

test('the code needs only what every runtime with fetch and Web Crypto has, and nothing from Node', () => {
  const dist = join(directory, 'node_modules/@backhaul/client/dist')
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /^(?!cjs\/).*\.js$/.test(name))
  expect(scripts).toContain('webhook.js')
  for (const name of scripts) {
    const text = readFileSync(join(dist, name), 'utf8')
    const imports = [...text.matchAll(/^(?:import|export)\b[^'"\n]*?(?:from )?['"]([^'"\n]+)['"];?$/gm)].map(
      ([, target]) => target as string,
    )
    expect(text).not.toMatch(/\bimport\(/)
    if (name === 'index.js') expect(imports.length).toBeGreaterThan(3)
    expect([name, imports.filter((target) => !/^\.\.?\/[\w./]+\.js$/.test(target))]).toEqual([name, []])
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(ASKED_FOR, '')
    expect([name, /\b(?:process|Buffer|require|__dirname|global)\b/.test(code)]).toEqual([name, false])
  }
})

/** The lines that the program prints about the bytes and the record that it reads. */
const BYTES = ['application/pdf %PDF-', '1', 'manifest.closed closed', 'application/pdf']

test('a strict program in an empty project compiles against the types and runs', async () => {
  writeFileSync(join(directory, 'program.ts'), PROGRAM)
  const options = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false }
  const compilerOptions = { ...options, target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom'], types: [], outDir: 'out' }
  writeFileSync(join(directory, 'node.d.ts'), 'declare const process: { env: Record<string, string | undefined> }\n')
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts', 'node.d.ts'] }))
  await run([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', directory], directory)
  const { api_key, signing_secret } = service.demo.credentials
  const printed = await run(['out/program.js'], directory, { URL: service.url, KEY: api_key, SECRET: signing_secret })
  expect(printed.trim().split('\n')).toEqual(['standard', 'pdf', ...BYTES, 'not_found', 'missing_signature', '40'])
})

test('a program that misuses the client does not compile', async () => {
  writeFileSync(
    join(directory, 'wrong.ts'),
    `import { Backhaul, type WebhookEvent } from '@backhaul/client'
const client = new Backhaul({ base_url: '', api_key: '' })
client.createShipment({ direction: 'sideways', fulfillment: 'print_label' })
client.rehearseEvent('shipment.heldd')
export const version = (event: WebhookEvent) => event.eventSpecific.labelVersion
`,
  )
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [
    tsc,
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--types',
    '',
    '--ignoreConfig',
    'wrong.ts',
  ]
  const { status, stdout } = await launch(args, directory)
  expect(status).not.toBe(0)
  expect([...stdout.matchAll(/wrong\.ts\((\d+),/g)].map(([, line]) => Number(line))).toEqual([3, 4, 5])
})

test('every publishable workspace is built before it is packed', () => {
  const manifests = readdirSync(join(ROOT, 'packages')).map((name) =>
    JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')),
  )
  const published = manifests.filter((manifest) => !manifest.private)
  expect(published.map(({ name }) => name)).toEqual([
    '@backhaul/carrier-easypost',
    '@backhaul/carrier-replay',
    '@backhaul/client',
    '@backhaul/embedded-postgres',
    '@backhaul/server',
  ])
  expect(published.map(({ scripts }) => scripts?.prepack)).toEqual(published.map(() => 'node ../../scripts/prepack.mjs'))
})

/** Converts the program to CommonJS. Only the top-level `await` differs. */
const forCommonJs = (program: string): string => {
  const [imports, ...rest] = program.split('\n')
  return `${imports}\nconst main = async () => {\n${rest.join('\n')}\n}\nvoid main()\n`
}

test('a CommonJS program can require the package and gets the same names as an ES module', async () => {
  writeFileSync(
    join(directory, 'required.cjs'),
    `const required = require('@backhaul/client')
console.log(require.resolve('@backhaul/client').endsWith(require('node:path').join('dist', 'cjs', 'index.js')), require('@backhaul/client/package.json').name)
import('@backhaul/client').then((imported) => console.log(Object.keys(imported).sort().join() === Object.keys(required).sort().join()))
required.verifyWebhook('{}', {}, 'secret').catch((error) => console.log(error instanceof required.WebhookError))
`,
  )
  // Without this flag, Node can load an ES module with `require`. Jest and older tools cannot.
  const printed = await run(['--no-experimental-require-module', 'required.cjs'], directory)
  expect(printed.trim().split('\n')).toEqual(['true @backhaul/client', 'true', 'true'])
})

test.each([
  ['nodenext', 'nodenext'],
  ['commonjs', 'bundler'],
])('a strict TypeScript project with CommonJS compiles and runs (%s, %s)', async (module, moduleResolution) => {
  const project = join(directory, `commonjs-${module}`)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"commonjs"}')
  writeFileSync(join(project, 'program.ts'), forCommonJs(PROGRAM))
  writeFileSync(join(project, 'node.d.ts'), 'declare const process: { env: Record<string, string | undefined> }\n')
  const options = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false }
  const compilerOptions = { ...options, target: 'es2022', module, moduleResolution, lib: ['es2022', 'dom'], types: [], outDir: 'out' }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts', 'node.d.ts'] }))
  await run([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], project)
  expect(readFileSync(join(project, 'out/program.js'), 'utf8')).toContain('require("@backhaul/client")')
  const { api_key, signing_secret } = service.demo.credentials
  const env = { URL: service.url, KEY: api_key, SECRET: signing_secret }
  const printed = await run(['--no-experimental-require-module', 'out/program.js'], project, env)
  expect(printed.trim().split('\n')).toEqual(['standard', 'pdf', ...BYTES, 'not_found', 'missing_signature', '40'])
})
