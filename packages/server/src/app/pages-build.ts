// The pages (packages/console) are built beside a server that is ready, by a process that ends when they are (scripts/pages.mjs).
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('../../../../scripts/pages.mjs', import.meta.url))

/** Returns what ends it. It says on stderr what went wrong, and so do the pages (pages/serve.ts). */
export const buildPagesBeside = (): (() => void) => {
  if (!existsSync(SCRIPT)) return () => {}
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, '--beside'], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.on('error', (error) => process.stderr.write(`backhaul: the pages are not built: ${error.message}\n`))
  child.unref()
  return () => child.kill()
}
