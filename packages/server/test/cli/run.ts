import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { main } from '../../src/cli/main.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
export const BINARY = join(ROOT, 'packages', 'server', 'bin', 'backhaul.js')

/** Builds what is stale once, so that no command of a test does it. */
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

/** Runs the real command line to its end; `json` is its whole standard output as one document, when it is one. */
export const backhaul = (args: string[], env: Record<string, string | undefined>): Promise<Ran> =>
  new Promise((resolve) => {
    const clean = { ...process.env, DATABASE_URL: undefined, ...env }
    const child: ChildProcess = execFile(process.execPath, [BINARY, ...args], { env: clean }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr: stderr.replace(BUILDING, ''), json: documentOf(stdout) })
    })
  })

/** What the launcher says when a source changed since the last run; none of the command's own. */
const BUILDING = /^building packages\/[\w-]+ \.\.\.\n/gm

/**
 * The same command line within this process, for what ends before any service is opened: the real binary takes most of a second to say
 * that an option is missing.
 */
export const inProcess = async (args: string[]): Promise<Omit<Ran, 'json'>> => {
  const said = { stdout: '', stderr: '' }
  const before = process.exitCode
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text)
      return true
    }),
  )
  try {
    process.exitCode = 0
    await main(args)
    return { code: Number(process.exitCode), ...said }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
  }
}

const documentOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
