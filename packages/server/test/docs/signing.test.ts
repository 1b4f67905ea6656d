// The programs of /docs/signing, run unchanged. A program whose tools are not installed is reported as skipped.
import { execFile, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import vectors from '../../../../docs/signing/v2-vectors.json' with { type: 'json' }
import { eventBody } from '../../src/commit/stored.ts'
import { STORED, type StoredEvent } from '../../src/kinds/events/feed.ts'
import { startTestService, type TestService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const EXAMPLES = join(ROOT, 'docs/signing')
const WEBHOOK_SECRET = 'whsec_6Jc1vTt9kQ'

let service: TestService
let directory: string
/** The text of /docs/signing, without syntax highlighting. */
let page: string
const ENTITIES = { lt: '<', gt: '>', quot: '"', amp: '&' }
type Name = keyof typeof ENTITIES
beforeAll(async () => {
  service = await startTestService()
  directory = mkdtempSync(join(tmpdir(), 'backhaul-signing-'))
  const colored = await (await fetch(`${service.url}/docs/signing`)).text()
  page = colored.replaceAll(/<\/?span[^>]*>/g, '').replaceAll(/&(lt|gt|quot|amp);/g, (_, name) => ENTITIES[name as Name])
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

const run = ([command = '', ...args]: string[], env: Record<string, string>, input = ''): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(command, args, { cwd: directory, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    )
    child.stdin?.on('error', () => {}).end(input)
  })

/** Returns the reason for skipping a test, to be added to its name. */
const unless = (present: boolean): string => (present ? '' : ' (not installed here)')

/** Saves a program from the page under the name given there, and returns the command with which the page runs it. */
const fromPage = (name: string): string[] => {
  const [, command, text] =
    new RegExp(
      `<p>Save it as <code>${name}</code> and run <code>(.*?)</code>.</p><figure[^>]*><pre[^>]*><code>(.*?)</code></pre>`,
      's',
    ).exec(page) ?? []
  writeFileSync(join(directory, name), text as string)
  return (command as string).split(' ')
}

const REQUESTS = [
  ['JavaScript', true, 'request.mjs'],
  ['Python', python, 'request.py'],
  ['curl and openssl', curl, 'request.sh'],
] as const

for (const [language, present, name] of REQUESTS) {
  test.skipIf(!present)(`the request program in ${language}${unless(present)} creates a shipment and reads it`, async () => {
    const { api_key, signing_secret } = service.demo.credentials
    const env = { BACKHAUL_URL: service.url, BACKHAUL_API_KEY: api_key, BACKHAUL_SIGNING_SECRET: signing_secret }
    const { status, stdout, stderr } = await run(fromPage(name), env)
    expect([status, stderr]).toEqual([0, ''])
    const [, id] = /^200 (shp_[0-9a-z]{26}) label_ready\n$/.exec(stdout) ?? []
    expect((await service.demo.get(`/v2/shipments/${id}`)).json).toMatchObject({ id, order_id: 'ORDER-10442' })
  })

  test.skipIf(!present)(`the request program in ${language}${unless(present)} fails with a wrong secret`, async () => {
    const env = { BACKHAUL_URL: service.url, BACKHAUL_API_KEY: service.demo.credentials.api_key, BACKHAUL_SIGNING_SECRET: 'wrong' }
    expect((await run(fromPage(name), env)).status).not.toBe(0)
  })
}

const WEBHOOKS = [
  ['JavaScript', true, 'webhook.mjs', 'shipment.created'],
  ['Python', python, 'webhook.py', 'shipment.created'],
  ['openssl', openssl, 'webhook.sh', 'genuine'],
] as const

for (const [language, present, name, printed] of WEBHOOKS) {
  test.skipIf(!present)(
    `the webhook program in ${language}${unless(present)} accepts a genuine delivery and refuses forged and old ones`,
    async () => {
      await service.demo.post('/v2/shipments', { direction: 'return', fulfillment: 'qr_code', order_id: 'Ä-1' })
      const [stored] = await service.running.service.db.query<StoredEvent>(
        'test_record',
        `select ${STORED} from events where type = 'shipment.created' order by id desc limit 1`,
      )
      const body = eventBody(stored as StoredEvent)
      writeFileSync(join(directory, 'body.json'), body)
      const shown = fromPage(name)
      const verify = async (text: string, timestamp: number, secret: string): Promise<Ended> => {
        const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
        const given: Record<string, string> = { TIMESTAMP: String(timestamp), SIGNATURE: signature }
        const words = shown.flatMap((word) => (word === '<body.json' ? [] : (given[word] ?? word)))
        return run(words, { WEBHOOK_SECRET }, body)
      }
      const now = Math.floor(Date.now() / 1000)
      expect(await verify(body, now, WEBHOOK_SECRET)).toMatchObject({ status: 0, stdout: `${printed}\n` })
      const forged = await verify(body, now, 'whsec_other')
      expect([forged.status, forged.stderr]).toEqual([1, 'not genuine: answer 401 and do nothing\n'])
      expect((await verify(`${body} `, now, WEBHOOK_SECRET)).status).toBe(1)
      expect((await verify(body, now - 400, WEBHOOK_SECRET)).status).toBe(1)
    },
  )
}

test.skipIf(!openssl)(`the program that signs the whole request${unless(openssl)} makes the documented signatures`, async () => {
  for (const { secret, timestamp, method, target, host, body, signature } of vectors) {
    const args = [join(EXAMPLES, 'v2.sh'), String(timestamp), method, target, host, body]
    expect(await run(['sh', ...args], { BACKHAUL_SIGNING_SECRET: secret })).toEqual({ status: 0, stdout: `${signature}\n`, stderr: '' })
  }
})

test('the page shows every program unchanged', () => {
  const names = readdirSync(EXAMPLES)
  expect(names).toHaveLength(8)
  for (const name of names) expect([name, page.includes(readFileSync(join(EXAMPLES, name), 'utf8'))]).toEqual([name, true])
})
