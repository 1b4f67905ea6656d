#!/usr/bin/env node
// The command line on a clone in any state: install and build what is missing, then run the compiled program in this same process.
import { bootstrap } from '../../../scripts/bootstrap.mjs'
import { endWithNpm } from '../../../scripts/end-with-npm.mjs'

endWithNpm()
bootstrap()
const { main } = await import('../dist/cli/main.js')
await main(process.argv.slice(2))
