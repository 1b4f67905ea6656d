import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { main } from '../../src/cli/main.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
export const BINARY = join(ROOT, 'packages', 'server', 'bin', 'backhaul.js')

/** Builds stale packages once, so that no command of a test has to build them. */
export const build = (): void => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'bootstrap.mjs')])
}

export interface Ran {
  code: number
  stdout: string
  stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: every command has a document of its own
  json: any
}

/** Runs the real command line to its end. `json` is the whole standard output, if it is one JSON document. */
export const backhaul = (args: string[], env: Record<string, string | undefined>): Promise<Ran> =>
  new Promise((resolve) => {
    const clean = { ...process.env, DATABASE_URL: undefined, ...env }
    const child: ChildProcess = execFile(process.execPath, [BINARY, ...args], { env: clean }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr: stderr.replace(BUILDING, ''), json: documentOf(stdout) })
    })
  })

/** The launcher prints this when a source has changed since the last run. It is not output of the command. */
const BUILDING = /^building packages\/[\w-]+ \.\.\.\n/gm

/**
 * Resolves when the command that now runs in this process has ended. Commands run one at a time, because they use the environment and the
 * streams of the process.
 */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Runs the same command line within this process, from the arguments to the exit code. The real binary needs most of a second of processor
 * time to load. Use it only for effects that another process must notice, or that depend on the process itself.
 */
export const inProcess = (args: string[], env: Record<string, string | undefined> = {}): Promise<Ran> => {
  const mine = turn.then(() => runHere(args, { DATABASE_URL: undefined, ...env }))
  turn = mine.catch(() => {})
  return mine
}

const runHere = async (args: string[], env: Record<string, string | undefined>): Promise<Ran> => {
  const said = { stdout: '', stderr: '' }
  const before = { exitCode: process.exitCode, env: { ...process.env }, listeners: listening() }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text)
      return true
    }),
  )
  try {
    process.exitCode = 0
    setEnvironment(env)
    await main(args)
    return { code: Number(process.exitCode), ...said, json: documentOf(said.stdout) }
  } finally {
    process.exitCode = before.exitCode
    for (const [name, listener] of listening()) {
      if (!before.listeners.some(([other, known]) => other === name && known === listener)) process.off(name, listener)
    }
    setEnvironment({ ...Object.fromEntries(Object.keys(env).map((name) => [name, undefined])), ...before.env })
    for (const spy of spies) spy.mockRestore()
  }
}

/**
 * Returns the listeners for signals and uncaught errors. A server adds such listeners and never removes them, because its process ends with
 * it.
 */
const listening = (): [string, () => void][] =>
  process
    .eventNames()
    .flatMap((name) => process.rawListeners(name as 'exit').map((listener): [string, () => void] => [String(name), listener as () => void]))

const setEnvironment = (env: Record<string, string | undefined>): void => {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

const documentOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
