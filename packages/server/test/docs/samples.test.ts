// The sample programs of three operations, taken from their pages and run unchanged against a service: a GET, a POST with a body, and a GET
// of a file. Programs whose tools are not installed are reported as skipped.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

const EXAMPLE_ID = /shp_[0-9a-z]{26}/g

let service: TestService
let directory: string
let shipment: { id: string }
beforeAll(async () => {
  service = await startTestService()
  directory = mkdtempSync(join(tmpdir(), 'backhaul-samples-'))
  shipment = (await service.demo.post('/v2/shipments', RETURN)).json
})
afterAll(async () => {
  await service.close()
  rmSync(directory, { recursive: true, force: true })
})

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0
const LANGUAGES = [
  { language: 'curl', file: 'sample.sh', command: 'sh', present: has('curl') && spawnSync('openssl', ['version']).status === 0 },
  { language: 'node', file: 'sample.mjs', command: process.execPath, present: true },
  { language: 'python', file: 'sample.py', command: 'python3', present: has('python3') },
]

/** Returns the text of the program on the page of an operation. */
const sampleOf = async (operation: string, language: string): Promise<string> => {
  const page = await (await fetch(`${service.url}/docs/api/${operation}`)).text()
  const block = page.split(`<div class="sample ${language}">`)[1]?.split('</pre>')[0]?.split('<pre')[1] as string
  const text = block.slice(block.indexOf('>') + 1).replaceAll(/<[^>]+>/g, '')
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

const run = async (operation: string, { language, file, command }: (typeof LANGUAGES)[number], secret?: string): Promise<Ended> => {
  const { api_key, signing_secret } = service.demo.credentials
  writeFileSync(join(directory, file), (await sampleOf(operation, language)).replaceAll(EXAMPLE_ID, shipment.id))
  const env = { BACKHAUL_URL: service.url, BACKHAUL_API_KEY: api_key, BACKHAUL_SIGNING_SECRET: secret ?? signing_secret }
  return new Promise((resolve) => {
    const child = execFile(command, [file], { cwd: directory, env: { ...process.env, ...env } }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}

for (const one of LANGUAGES) {
  const where = `in ${one.language}${one.present ? '' : ' (not installed here)'}`

  test.skipIf(!one.present)(`the program ${where} creates a shipment with the body that the page shows`, async () => {
    const { status, stdout, stderr } = await run('createShipment', one)
    expect([status, stderr]).toEqual([0, ''])
    const [id] = EXAMPLE_ID.exec(stdout) ?? []
    EXAMPLE_ID.lastIndex = 0
    expect((await service.demo.get(`/v2/shipments/${id}`)).json).toMatchObject({ id, status: 'label_ready', order_id: 'ORDER-10442' })
  })

  test.skipIf(!one.present)(`the program ${where} prints the shipment that it reads`, async () => {
    const { status, stdout, stderr } = await run('readShipment', one)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(shipment.id)
  })

  test.skipIf(!one.present)(`the program ${where} writes a label to a file, byte for byte`, async () => {
    const { status, stderr } = await run('readLabel', one)
    expect([status, stderr]).toEqual([0, ''])
    const { bytes } = await service.demo.get(`/v2/shipments/${shipment.id}/label`)
    const written = readFileSync(join(directory, 'label.pdf'))
    expect([written.subarray(0, 5).toString(), written.length]).toEqual(['%PDF-', bytes.length])
    rmSync(join(directory, 'label.pdf'))
  })

  test.skipIf(!one.present)(`the program ${where} fails if its request is refused`, async () => {
    expect((await run('readShipment', one, 'wrong')).status).not.toBe(0)
  })
}
