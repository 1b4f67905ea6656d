#!/usr/bin/env node
// The command line. In a clone of the repository, it first installs and builds what is missing or stale. For commands that serve, this
// includes the pages and the documentation. A package is already built. The compiled program runs in this same process.
import './limits.js'
import { existsSync } from 'node:fs'
import { endWithNpm } from './end-with-npm.js'

endWithNpm()
// The reader of the output, such as `head`, may close it early. The command still completes.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
}
const args = process.argv.slice(2)
const needsNoPages = /(^| )(-h|--help|-V|--version|--only[ =]worker)( |$)/.test(args.join(' '))
const serves = !needsNoPages && /^(-.*|serve|demo)$/.test(args[0] ?? 'serve')
// Look for the sources, not for the script itself. If this package is installed in node_modules, a package called `scripts` could be at the
// script's path.
if (existsSync(new URL('../src', import.meta.url))) {
  const [{ bootstrap }, { buildBeforeServing }] = await Promise.all([
    import('../../../scripts/bootstrap.mjs'),
    import('../../../scripts/pages.mjs'),
  ])
  bootstrap({ runs: true })
  if (serves) buildBeforeServing()
}
const { main } = await import('../dist/cli/main.js')
await main(args)
