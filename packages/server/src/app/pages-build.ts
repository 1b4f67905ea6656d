// The pages (packages/console) and the documentation are built beside a server that is ready, by a process that ends when they are
// (scripts/pages.mjs). What answers requests never builds: it would do nothing else for a second.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BUILT_REFERENCE, BuiltReference } from '../apidoc/built-reference.ts'

const SCRIPT = fileURLToPath(new URL('../../../../scripts/pages.mjs', import.meta.url))
/** A package has what is built, and no sources. In node_modules another package could be where SCRIPT is. */
const IS_CLONE = existsSync(new URL('../../src', import.meta.url))

/** Returns what ends it. It says on stderr what went wrong, and so do the pages (pages/serve.ts). */
export const buildPagesBeside = (): (() => void) => {
  if (!IS_CLONE) return () => {}
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, '--beside'], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.on('error', (error) => process.stderr.write(`backhaul: the pages are not built: ${error.message}\n`))
  child.unref()
  return () => child.kill()
}

/** For whoever asks before it is there, or after it has been removed; it says on stderr what went wrong. A package always has it. */
const makeReference = async (): Promise<void> => {
  if (!IS_CLONE) {
    process.stderr.write('backhaul: the documentation (/docs) is missing from this package: install it again\n')
    throw new Error('it is missing')
  }
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT, '--reference'], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`it ended with ${code}`))))
    child.unref()
  })
}

export const builtReference = (): BuiltReference => new BuiltReference(BUILT_REFERENCE, makeReference)
