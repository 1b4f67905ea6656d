// `embedded-user.mjs NAME DIRECTORY ROLE`: a process that uses an embedded database. Prints one line of JSON once the database is open, and
// closes it on
// SIGTERM.
import { openEmbedded } from '../dist/index.js'

const [name, dataDir, role] = process.argv.slice(2)

try {
  const embedded = await openEmbedded({ name, dataDir, role, log: () => {}, otherwise: 'ask for help' })
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
