#!/usr/bin/env node
// The command line on a clone in any state: install and build what is missing, then run the compiled program in this same process. A package
// (scripts/package.mjs) is complete, and has nothing to install or build with.
import './limits.js'
import { existsSync } from 'node:fs'
import { endWithNpm } from '../../../scripts/end-with-npm.mjs'

endWithNpm()
// Whoever reads the output may leave before its end, as `head` does. What was asked for is done all the same.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
}
const bootstrapper = new URL('../../../scripts/bootstrap.mjs', import.meta.url)
if (existsSync(bootstrapper)) (await import(bootstrapper.href)).bootstrap({ runs: true })
const { main } = await import('../dist/cli/main.js')
await main(process.argv.slice(2))
