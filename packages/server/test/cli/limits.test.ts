// A machine with too little of a resource: one line names the resource and the amount needed, and the exit code is not 0.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { exhausted } from '../../src/process/exhausted.ts'
import { makeDataDir, removeDataDir, startServer } from '../support/process.ts'
import { atEndOfTest } from '../support/sending.ts'
import { BINARY, build } from './run.ts'

beforeAll(build)

const dataDirOfTest = (): string => {
  const dataDir = makeDataDir()
  atEndOfTest(() => removeDataDir(dataDir))
  return dataDir
}

interface Ended {
  code: number
  stderr: string
}

const run = async (args: string[], { limit = 'true', env = {} }): Promise<Ended> => {
  const all = { ...process.env, DATABASE_URL: undefined, BACKHAUL_DATA_DIR: dataDirOfTest(), PORT: '0', ...env }
  const command = ['-c', `${limit}; exec "$0" "$@"`, process.execPath, BINARY, ...args]
  const ended = await promisify(execFile)('sh', command, { env: all }).catch((error: Ended) => error)
  return { code: 'code' in ended ? ended.code : 0, stderr: ended.stderr }
}

/** Node 24 reserves more than 0.9 GB before any code runs, so it needs a higher limit. */
const [KILOBYTES, GIGABYTES] = Number(process.versions.node.split('.')[0]) >= 24 ? [1_953_125, '2.0'] : [878_906, '0.9']
const ADDRESSES = { limit: `ulimit -v ${KILOBYTES}` }
const HEAP = { env: { NODE_OPTIONS: '--max-old-space-size=20' } }
const FILES = { limit: 'ulimit -n 40' }

test.runIf(process.platform === 'linux').each([
  [
    'serve',
    ADDRESSES,
    new RegExp(`^backhaul: too little memory: the address space of a process is limited to ${GIGABYTES} GB .*, and it needs 16\\.0 GB.*
$`),
  ],
  ['serve --only api', ADDRESSES, /^backhaul: too little memory: .*\n$/],
  ['serve --only worker', ADDRESSES, /^backhaul: too little memory: .*\n$/],
  ['partner list', ADDRESSES, /^backhaul: too little memory: .*\n$/],
  ['serve', HEAP, /^backhaul: too little memory: Node's heap is limited to 20 MiB \(--max-old-space-size\) and needs 64 MiB: .*\n$/],
  ['serve --only worker', HEAP, /^backhaul: too little memory: Node's heap .*\n$/],
  ['serve', FILES, /^backhaul: too few open files: 40 are allowed and 80 are needed: .*\n$/],
  ['partner list', FILES, /^backhaul: too few open files: .*\n$/],
] as const)('%s with %j ends with one line', async (line, how, said) => {
  const { code, stderr } = await run(line.split(' '), how)
  expect([code, stderr]).toEqual([1, expect.stringMatching(said)])
})

test('exhausted resources are distinguished from bugs', () => {
  const withCode = (code: string) => Object.assign(new Error('some call'), { code })
  expect(exhausted(new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory'))).toMatch(
    /^memory ran out: raise /,
  )
  expect(exhausted(new RangeError('Array buffer allocation failed'))).toMatch(/^memory ran out: /)
  expect(exhausted(withCode('ENOMEM'))).toBe(
    'memory ran out: raise the limit of the container or of the process (ulimit -v, --max-old-space-size) (some call)',
  )
  expect(exhausted(withCode('EMFILE'))).toMatch(/^the limit of open files is reached: raise it \(ulimit -n/)
  expect(exhausted(withCode('ENOSPC'))).toMatch(/^the disk is full: free some space/)
  for (const other of [new RangeError('Invalid array length'), withCode('ECONNREFUSED'), 'out of memory'])
    expect(exhausted(other)).toBeNull()
})

test('running out of memory ends a running server with code 1 and one line without a stack', async () => {
  const planted = `process.on('SIGUSR2', () => { Promise.reject(new RangeError('Array buffer allocation failed')) })`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(planted)}`
  const server = await startServer({ BACKHAUL_DATA_DIR: dataDirOfTest(), BACKHAUL_PROCESSES: '1', NODE_OPTIONS })
  atEndOfTest(() => (server.child.exitCode === null ? server.end('SIGKILL') : null))
  let stderr = ''
  server.child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise((resolve) => server.child.once('close', resolve))
  server.child.kill('SIGUSR2')
  expect(await ended).toBe(1)
  expect(stderr).toMatch(/^backhaul: memory ran out: raise the limit .* \(Array buffer allocation failed\)\n$/)
})
