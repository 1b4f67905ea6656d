// Pastes the first requests of the guide into a shell and checks their output.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startSettled } from '../support/settled.ts'

const DOCS = join(import.meta.dirname, '../../../../docs')
const README = readFileSync(join(DOCS, '../README.md'), 'utf8')
const GUIDE = readFileSync(join(DOCS, 'guide/first-requests.md'), 'utf8')
const TOUR = GUIDE.slice(GUIDE.indexOf('## Start the sandbox'), GUIDE.indexOf('## The demo'))
const BLOCKS = [...TOUR.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block as string)
const TOOLS = [
  ['curl', '--version'],
  ['openssl', 'version'],
  ['bash', '--version'],
] as const
const hasTools = TOOLS.every(([tool, argument]) => spawnSync(tool, [argument]).status === 0)

let service: TestService
let settled: Awaited<ReturnType<typeof startSettled>>
let project: string
beforeAll(async () => {
  service = await startTestService('all')
  settled = await startSettled(service.demo.settle)
  project = mkdtempSync(join(tmpdir(), 'backhaul-first-requests-'))
  mkdirSync(join(project, '.data'))
  cpSync(join(service.running.service.config.dataDir, 'sandbox-credentials.json'), join(project, '.data/sandbox-credentials.json'))
})
afterAll(async () => {
  settled.close()
  await service.close()
  rmSync(project, { recursive: true, force: true })
})

/** Returns the shell's output for each block. The receiver prints a line when a webhook arrives, so the last block waits for this line. */
const paste = async (blocks: readonly string[]): Promise<{ outputs: string[]; left: string[] }> => {
  const port = await freePort()
  const folders = join(project, 'folders')
  mkdirSync(folders)
  // Wait until the receiver has started. A person who pastes by hand is slow enough not to notice this.
  const listening = `until curl -s http://127.0.0.1:${port}; do sleep 0.05; done`
  const heard = 'until grep -q in_possession receiver.log; do sleep 0.05; done; cat receiver.log'
  const script = blocks
    .map((block) =>
      settled
        .waiting(block.replaceAll('4000', String(port)))
        .replace('node receiver.mjs &', `node receiver.mjs >receiver.log &\n${listening}`),
    )
    .flatMap((block, i) => [...(i === blocks.length - 1 ? [heard] : []), block])
    .join('\necho ----\n')
  return new Promise((resolve, reject) => {
    execFile('bash', ['-uc', script], { cwd: project, env: { ...process.env, TMPDIR: folders } }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stderr}\n${stdout}`, { cause: error }))
      else resolve({ outputs: stdout.split('\n----\n').map((text) => text.replace(/^----\n/, '')), left: readdirSync(folders) })
    })
  })
}

test.skipIf(!hasTools)(
  `the first requests work as written and leave nothing behind${hasTools ? '' : ' (curl, openssl or bash is not installed here)'}`,
  async () => {
    const { outputs, left } = await paste(BLOCKS)
    const text = outputs.join('\n')
    expect(text).toMatch(/"signature": "any"/)
    expect(text).toMatch(/^status {5}label_ready$/m)
    expect(text).toMatch(/^idempotent-replayed: true/m)
    expect(text).toMatch(/^200 application\/pdf \d{5} bytes$/m)
    expect(text.match(/^status {5}(ready_for_pickup|picked_up|in_possession)$/gm)).toHaveLength(3)
    expect(text.match(/^evt_\w+ shipment\.\w+$/gm)).toHaveLength(5)
    expect(text).toContain('"code":"shipment_not_cancellable"')
    for (const step of ['ready_for_pickup', 'picked_up', 'in_possession'])
      expect(text).toMatch(new RegExp(`^shipment\\.${step} ${step}$`, 'm'))
    expect([readdirSync(project).sort(), left]).toEqual([['.data', 'folders'], []])
  },
)

test('no document starts a server through npx, which would not pass on signals', () => {
  const files = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  const texts = [README, ...files.map((name) => readFileSync(join(DOCS, name), 'utf8'))]
  const blocks = texts.flatMap((text) => [...text.matchAll(/```(?:sh|bash)?\n([\s\S]*?)```/g)].map(([, block]) => block as string))
  expect(blocks.length).toBeGreaterThan(20)
  expect(blocks.filter((block) => /^(?:\$ )?(?:npx )?backhaul serve/m.test(block))).toEqual([])
})
