// Verifies one delivery: node webhook.mjs TIMESTAMP SIGNATURE <body. Prints the event's type, or exits with 1.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'

const TOLERANCE_S = 300

/** `body` is the raw body as received: parse it after this, never before. */
const isGenuine = (body, timestamp, signature, secret) => {
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const received = Buffer.from(signature, 'hex')
  return received.length === expected.length && timingSafeEqual(received, expected)
}

const [timestamp = '', signature = ''] = process.argv.slice(2)
const body = readFileSync(0)
if (!isGenuine(body, timestamp, signature, process.env.WEBHOOK_SECRET)) {
  console.error('not genuine: answer 401 and do nothing')
  process.exit(1)
}
console.log(JSON.parse(body.toString()).type)
