// The programs that /docs/signing shows, run as they are. A program whose tools this machine lacks is reported as skipped.
import { execFile, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import vectors from '../../../../docs/signing/v2-vectors.json' with { type: 'json' }
import { startTestService, type TestService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const EXAMPLES = join(ROOT, 'docs/signing')
const WEBHOOK_SECRET = 'whsec_6Jc1vTt9kQ'

let service: TestService
let directory: string
beforeAll(async () => {
  service = await startTestService()
  directory = mkdtempSync(join(tmpdir(), 'backhaul-signing-'))
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  }
  const files = ['request.ts', 'webhook.ts'].map((name) => join(EXAMPLES, name))
  const config = { compilerOptions: { ...compilerOptions, rootDir: EXAMPLES, outDir: directory }, files }
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
  const compiled = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', directory], { encoding: 'utf8' })
  expect(compiled.stdout).toBe('')
})
afterAll(async () => {
  await service.close()
  rmSync(directory, { recursive: true, force: true })
})

const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0
const python = has('python3', '--version')
const openssl = has('openssl', 'version')
const curl = openssl && has('curl', '--version')

interface Ended {
  status: unknown
  stdout: string
  stderr: string
}

const run = (command: string, args: string[], env: Record<string, string>, input = ''): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(command, args, { cwd: directory, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    )
    child.stdin?.on('error', () => {}).end(input)
  })

/** Why a test is skipped, for its name. */
const unless = (present: boolean): string => (present ? '' : ' (not installed here)')

const REQUESTS = [
  ['TypeScript', true, process.execPath, () => join(directory, 'request.js')],
  ['Python', python, 'python3', () => join(EXAMPLES, 'request.py')],
  ['curl and openssl', curl, 'sh', () => join(EXAMPLES, 'request.sh')],
] as const

for (const [language, present, command, program] of REQUESTS) {
  test.skipIf(!present)(`the request program in ${language}${unless(present)} creates a shipment and reads it`, async () => {
    const { api_key, signing_secret } = service.demo.credentials
    const env = { BACKHAUL_URL: service.url, BACKHAUL_API_KEY: api_key, BACKHAUL_SIGNING_SECRET: signing_secret }
    const { status, stdout, stderr } = await run(command, [program()], env)
    expect([status, stderr]).toEqual([0, ''])
    const [, id] = /^200 (shp_[0-9a-z]{26}) label_ready\n$/.exec(stdout) ?? []
    expect((await service.demo.get(`/v2/shipments/${id}`)).json).toMatchObject({ id, order_id: 'ORDER-10442' })
  })

  test.skipIf(!present)(`the request program in ${language}${unless(present)} fails aloud with a wrong secret`, async () => {
    const env = { BACKHAUL_URL: service.url, BACKHAUL_API_KEY: service.demo.credentials.api_key, BACKHAUL_SIGNING_SECRET: 'wrong' }
    expect((await run(command, [program()], env)).status).not.toBe(0)
  })
}

const WEBHOOKS = [
  ['TypeScript', true, process.execPath, () => join(directory, 'webhook.js'), 'shipment.created'],
  ['Python', python, 'python3', () => join(EXAMPLES, 'webhook.py'), 'shipment.created'],
  ['openssl', openssl, 'sh', () => join(EXAMPLES, 'webhook.sh'), 'genuine'],
] as const

for (const [language, present, command, program, printed] of WEBHOOKS) {
  test.skipIf(!present)(
    `the webhook program in ${language}${unless(present)} tells a genuine delivery from a forged and from an old one`,
    async () => {
      await service.demo.post('/v2/shipments', { direction: 'return', fulfillment: 'qr_code', order_id: 'Ä-1' })
      const [stored] = await service.running.service.db.query<{ body: string }>(
        'test_record',
        "select body from events where type = 'shipment.created' order by id desc limit 1",
      )
      const body = stored?.body as string
      const file = join(directory, 'body.json')
      writeFileSync(file, body)
      const verify = async (text: string, timestamp: number, secret: string): Promise<Ended> => {
        const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
        return run(command, [program(), String(timestamp), signature, file], { WEBHOOK_SECRET }, body)
      }
      const now = Math.floor(Date.now() / 1000)
      expect(await verify(body, now, WEBHOOK_SECRET)).toMatchObject({ status: 0, stdout: `${printed}\n` })
      expect((await verify(body, now, 'whsec_other')).status).toBe(1)
      expect((await verify(`${body} `, now, WEBHOOK_SECRET)).status).toBe(1)
      expect((await verify(body, now - 400, WEBHOOK_SECRET)).status).toBe(1)
    },
  )
}

test.skipIf(!openssl)(
  `the program that signs the whole request${unless(openssl)} makes the signatures of the documented requests`,
  async () => {
    for (const { secret, timestamp, method, target, host, body, signature } of vectors) {
      const args = [join(EXAMPLES, 'v2.sh'), String(timestamp), method, target, host, body]
      expect(await run('sh', args, { BACKHAUL_SIGNING_SECRET: secret })).toEqual({ status: 0, stdout: `${signature}\n`, stderr: '' })
    }
  },
)

test('the page shows every program as it is', async () => {
  const text = await (await fetch(`${service.url}/docs/signing`)).text()
  const shown = text
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  const names = readdirSync(EXAMPLES)
  expect(names).toHaveLength(8)
  for (const name of names) expect([name, shown.includes(readFileSync(join(EXAMPLES, name), 'utf8'))]).toEqual([name, true])
})
