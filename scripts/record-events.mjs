// `npm run record-events`: causes every event type once on a sandbox of its own, and saves the records as docs/event-examples.json. So the
// examples in docs/events.md and in the API document were really sent by a service. Run it again when a type is added or changed.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

bootstrap()
const { Backhaul } = await import('../packages/client/dist/index.js')
// The event types come from the server, because the client's list is generated after the records.
const { EVENT_TYPES } = await import('../packages/server/dist/core/events/catalog.js')
const { readConfig } = await import('../packages/server/dist/process/config.js')
const { serve } = await import('../packages/server/dist/app/serve.js')

const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-record-'))
// If this process is root, the database server runs as another user, which must be able to enter the directory.
chmodSync(dataDir, 0o711)
const config = readConfig({
  ...process.env,
  BACKHAUL_ENV: 'sandbox',
  HOST: '127.0.0.1',
  PORT: '0',
  BACKHAUL_LOG_LEVEL: 'error',
  BACKHAUL_DATA_DIR: dataDir,
})
const running = await serve(config, 'api')
try {
  const client = new Backhaul(JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8')))
  const examples = {}
  let after
  for (const type of EVENT_TYPES) {
    await client.rehearseEvent(type)
    for await (const event of client.listEvents({ after, limit: 500 })) {
      after = event.eventID
      if (event.type === type) examples[type] = event
    }
    if (!examples[type]) throw new Error(`the rehearsal of ${type} fired no event of this type`)
  }
  writeFileSync(join(root, 'docs/event-examples.json'), `${JSON.stringify(examples, null, 2)}\n`)
  console.log(`recorded ${EVENT_TYPES.length} events; now run npm run generate`)
} finally {
  await running.close()
  rmSync(dataDir, { recursive: true, force: true })
}
