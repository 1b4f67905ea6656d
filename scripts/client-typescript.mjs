// Checks that a program compiles against the types of packages/client with the oldest TypeScript named in its README, under various
// compiler settings: `node scripts/client-typescript.mjs`; a step of .ci/run, because it installs that compiler.
// packages/client/test/package.long.test.ts checks the newest compiler and runs the program against a service.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const OLDEST = /TypeScript (\d+\.\d+) or newer/.exec(readFileSync(join(root, 'packages/client/README.md'), 'utf8'))[1]
const INSTALL_LIMIT_MS = 180_000

const PROGRAM = `import { ApiError, Backhaul, ConnectionError, type EventType, RequestSigner, verifyWebhook, type WebhookEvent } from '@backhaul/client'

const client = new Backhaul({ base_url: 'http://127.0.0.1:8080', api_key: '', signing_secret: '' })
export const label = async (id: string): Promise<Blob> => {
  const { bytes, content_type } = await client.readLabel(id)
  return new Blob([bytes], { type: content_type })
}
export const record = async (id: string): Promise<number> => (await client.readLabel(id, { format: 'json' })).label_version
export const parcels = async (id: string): Promise<number> => (await client.readManifest(id)).package_count
export const page = async (id: string): Promise<Uint8Array> => (await client.readManifest(id, { format: 'pdf' })).bytes
export const rehearse = (type: EventType) => client.rehearseEvent(type)
export const held = () => client.rehearseEvent('shipment.held')
// @ts-expect-error there is no such type
export const unheard = () => client.rehearseEvent('shipment.heldd')
// @ts-expect-error there is no such fault
export const fault = () => client.rehearseFault('lots')
export const ids = async (): Promise<string[]> => {
  const found: string[] = []
  for await (const { id } of client.listShipments({ status: 'created' })) found.push(id)
  return found
}
export const of = (event: WebhookEvent): string => (event.type === 'shipment.created' ? event.eventSpecific.serviceLevel : event.type)
export const told = (error: unknown): string =>
  error instanceof ApiError ? error.code : error instanceof ConnectionError ? error.message : ''
export const verified = (body: Uint8Array): Promise<WebhookEvent> => verifyWebhook(body, {}, 'secret')
export const signed = new RequestSigner('secret').headers(new Uint8Array())
`

const run = (command, args, cwd) => spawnSync(command, args, { cwd, encoding: 'utf8', timeout: INSTALL_LIMIT_MS })

bootstrap()
const directory = mkdtempSync(join(tmpdir(), 'backhaul-typescript-'))
try {
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', directory], { cwd: join(root, 'packages/client'), encoding: 'utf8' }),
  )
  writeFileSync(join(directory, 'package.json'), '{"private":true,"type":"module"}')
  writeFileSync(join(directory, 'program.ts'), PROGRAM)
  const { status, stderr } = run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', `./${packed[0].filename}`, `typescript@~${OLDEST}.0`],
    directory,
  )
  if (status !== 0) {
    console.log(`skipped: cannot install TypeScript ${OLDEST}: ${stderr.trim().split('\n')[0]}`)
  } else {
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false']
    const target = ['--target', 'es2022', '--lib', 'es2022,dom']
    // A `.cts` file is CommonJS in every folder.
    copyFileSync(join(directory, 'program.ts'), join(directory, 'common.cts'))
    for (const [module, resolution, file] of [
      ['nodenext', 'nodenext', 'program.ts'],
      ['esnext', 'bundler', 'program.ts'],
      ['nodenext', 'nodenext', 'common.cts'],
      ['commonjs', 'node10', 'program.ts'],
    ]) {
      const args = ['--module', module, '--moduleResolution', resolution, file]
      const compiled = run(process.execPath, ['node_modules/typescript/bin/tsc', ...options, ...target, ...args], directory)
      if (compiled.status !== 0) {
        console.error(
          `${file} does not compile with TypeScript ${OLDEST} (${module}, ${resolution}):\n${compiled.stdout}${compiled.stderr}`,
        )
        process.exitCode = 1
      }
    }
    if (!process.exitCode) console.log(`ok: programs of both module systems compile with TypeScript ${OLDEST}`)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
