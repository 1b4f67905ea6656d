// A delivery worker as `backhaul serve --only worker` runs it, sending with the HTTP client that is named: `own` or `undici`.
// Usage: node bench/worker.mjs own|undici
import { setFlagsFromString } from 'node:v8'
import { openService } from '../packages/server/dist/app/open-service.js'
import { createSender } from '../packages/server/dist/delivery/http1/http1.js'
import { DeliveryWorker } from '../packages/server/dist/delivery/worker.js'
import { readConfig } from '../packages/server/dist/process/config.js'
import { createSender as createUndiciSender } from './undici-sender.mjs'

/** As `serve` sets it. */
const HEAP_GROWTH_PERCENT = 75
const CLIENTS = { own: createSender, undici: createUndiciSender }

const create = CLIENTS[process.argv[2]]
if (!create) throw new Error(`the client is one of ${Object.keys(CLIENTS).join(', ')}`)
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
const service = await openService(readConfig(process.env), 'tool')
const worker = new DeliveryWorker(service, create({ allowPrivate: service.config.privateWebhooks }))
worker.start()
process.on('SIGTERM', async () => {
  await worker.stop()
  await service.close()
  process.exit(0)
})
console.log(`worker running with ${process.argv[2]}`)
