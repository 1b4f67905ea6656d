// The commands of docs/guide, run as a reader would paste them: all shell blocks of a guide in one shell, in order, against a running
// service. A comment at the end of a line is the expected output of that line. A block that follows "Save this as `name`" becomes that
// file.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startSettled } from '../support/settled.ts'
import { ROOT } from '../support/texts.ts'

const GUIDES = join(ROOT, 'docs/guide')
const NAMES = [
  'first-requests',
  'requests',
  'shipments',
  'scans',
  'labels',
  'customs',
  'money',
  'counters',
  'counter',
  'console',
  'shoppers',
  'webhooks',
  'sandbox',
  'sign-in',
  'clients',
]
const LIMIT_MS = 180_000

interface Block {
  language: string
  code: string
  /** The name under which the guide tells readers to save the block. */
  file: string | undefined
}

const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/([^\n]*)\n\n```(\S+)\n([\s\S]*?)^```$/gm)].map(([, before, language, code]) => ({
    language: language as string,
    code: code as string,
    file: /Save this as `([^`]+)`/.exec(before as string)?.[1],
  }))

const guides = NAMES.map((name) => ({ name, text: readFileSync(join(GUIDES, `${name}.md`), 'utf8') }))
const blocks = new Map(guides.map(({ name, text }) => [name, blocksOf(text)]))
const shellOf = (name: string): string[] => (blocks.get(name) ?? []).filter(({ language }) => language === 'sh').map(({ code }) => code)

/** Returns the expected output of a block, from its comments. */
const expectedOf = (code: string): string[] => [...code.matchAll(/\S # (.+)$/gm)].map(([, printed]) => printed as string)

const hasPython = spawnSync('python3', ['--version']).status === 0
const needsPython = (name: string): boolean =>
  (blocks.get(name) ?? []).some(({ language, code }) => language === 'sh' && /\bpython3\b/.test(code))

let service: TestService
let settled: Awaited<ReturnType<typeof startSettled>>
let directories: string
let port: number
beforeAll(async () => {
  service = await startTestService('all')
  settled = await startSettled(service.demo.settle)
  directories = mkdtempSync(join(tmpdir(), 'backhaul-guides-'))
  port = await freePort()
})
afterAll(async () => {
  settled.close()
  await service.close()
  rmSync(directories, { recursive: true, force: true })
})

const SEPARATOR = '\x1e'

/** Creates a directory with every file that the guides tell readers to save. */
const newDirectory = (): string => {
  const directory = mkdtempSync(join(directories, 'reader-'))
  for (const { file, code } of [...blocks.values()].flat()) if (file !== undefined) writeFileSync(join(directory, file), code)
  return directory
}

/** Runs blocks in one shell and resolves with the output of each. Processes that the blocks leave running are killed at the end. */
const run = (
  shell: readonly string[],
  env: Record<string, string>,
): Promise<{ status: number | null; printed: string[]; stderr: string }> =>
  new Promise((resolve) => {
    const program = `set -eu\n${shell.map(settled.waiting).join(`\nprintf '\\036'\n`)}`
    const child = spawn('bash', ['-c', program], {
      cwd: newDirectory(),
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    const endGroup = () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL')
      } catch {
        // No process was left running.
      }
    }
    const limit = setTimeout(endGroup, LIMIT_MS - 5_000)
    child.once('exit', (status) => {
      clearTimeout(limit)
      endGroup()
      child.once('close', () => resolve({ status, printed: output.stdout.split(SEPARATOR), stderr: output.stderr }))
    })
  })

test('every guide is listed here and begins with its title', () => {
  expect(
    readdirSync(GUIDES)
      .filter((file) => file !== 'images')
      .sort(),
  ).toEqual(NAMES.map((name) => `${name}.md`).sort())
  expect(guides.filter(({ text }) => !/^# \S/.test(text))).toEqual([])
})

describe('the commands of a guide print the output that it shows', () => {
  // The guide first-requests starts a receiver that keeps running. first-requests.test.ts covers it.
  const withCommands = NAMES.filter((name) => name !== 'first-requests' && shellOf(name).length > 0)
  for (const name of withCommands) {
    const isSkipped = needsPython(name) && !hasPython
    test(`${name}${isSkipped ? ' (skipped: no Python 3)' : ''}`, { timeout: LIMIT_MS, concurrent: true, skip: isSkipped }, async () => {
      const shell = shellOf(name)
      // Each guide has its own partner, because one guide moves its partner's clock. The first guide shows where the sandbox stores its own
      // credentials.
      const { api_key, signing_secret } = (await service.partner()).credentials
      const credentials = { BACKHAUL_URL: service.url, BACKHAUL_API_KEY: api_key, BACKHAUL_SIGNING_SECRET: signing_secret }
      const places = { BACKHAUL_DATA_DIR: service.running.service.config.dataDir, RECEIVER_PORT: String(port) }
      const { status, printed, stderr } = await run(shell, { ...places, ...(name !== 'requests' && credentials) })
      // The shell reports that a guide has stopped its receiver.
      const complaints = stderr.split('\n').filter((line) => line !== '' && !/: line \d+: +\d+ Terminated /.test(line))
      expect([status, complaints]).toEqual([0, []])
      const lines = printed.map((text) => text.split('\n').filter((line) => line !== ''))
      expect(lines).toEqual(shell.map(expectedOf))
    })
  }

  test('exist in most guides', () => {
    expect(withCommands.length).toBeGreaterThan(7)
    expect(withCommands.flatMap(shellOf).flatMap(expectedOf).length).toBeGreaterThan(40)
  })
})

test.skipIf(!hasPython)(
  `the Python code of the guides runs${hasPython ? '' : ' (skipped: no Python 3)'}`,
  { timeout: LIMIT_MS },
  async () => {
    const { api_key, signing_secret } = service.demo.credentials
    const env = { BACKHAUL_URL: service.url, BACKHAUL_API_KEY: api_key, BACKHAUL_SIGNING_SECRET: signing_secret }
    const loose = [...blocks.values()].flat().filter(({ language, file }) => language === 'python' && file === undefined)
    expect(loose.length).toBeGreaterThan(0)
    for (const { code } of loose) {
      const shell = [`python3 - <<'END'\n${code}END\n`]
      expect(await run(shell, env)).toEqual({ status: 0, printed: [''], stderr: '' })
    }
  },
)
