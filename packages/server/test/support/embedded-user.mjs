// A process that uses the embedded database of argv[2] in the role argv[3]: prints one line of JSON when it has it, gives it back on SIGTERM.
import { openEmbedded } from '../../dist/platform/embedded-postgres.js'

try {
  const embedded = await openEmbedded({ dataDir: process.argv[2], role: process.argv[3], log: () => {} })
  console.log(JSON.stringify({ config: embedded.config }))
  process.on('SIGTERM', async () => {
    await embedded.release()
    process.exit(0)
  })
  setInterval(() => {}, 1_000)
} catch (error) {
  console.log(JSON.stringify({ refused: error.name, message: error.message }))
  process.exit(1)
}
