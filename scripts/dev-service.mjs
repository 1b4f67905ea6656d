// Runs the service for `npm run dev`: builds the program, but neither the documentation nor the pages, which Vite serves.
import '../packages/server/bin/limits.js'
import { bootstrap } from './bootstrap.mjs'

bootstrap({ runs: true })
const { main } = await import('../packages/server/dist/cli/main.js')
await main(['serve', ...process.argv.slice(2)])
