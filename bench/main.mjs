// `npm run bench`: what the service does on this machine, each figure beside its floor measured in the same run, as these machines are
// shared and noisy. Usage: npm run bench [-- --seconds N] [-- --only creates,reads,batch,deliveries,labels]
import { randomUUID } from 'node:crypto'
import { cpus, totalmem } from 'node:os'
import { createFloor, floorStatement } from './create-floor.mjs'
import { Helper, Stage } from './stage.mjs'

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : process.argv[at + 1]
}
const SECONDS = Number(option('seconds', '8'))
const only = option('only', '')
const wants = (name) => only === '' || only.split(',').includes(name)

const FROM = { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' }
const CREATE = {
  direction: 'return',
  fulfillment: 'print_label',
  order_id: 'order-$n',
  from: FROM,
  parcel: { weight: 2.5, length: 12, width: 9, height: 5 },
}

const rows = []
const number = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1))
const row = (what, per_s, unit, floor, target, extra = '') => {
  const ratio = floor ? per_s / floor : null
  rows.push({
    what,
    figure: `${number(per_s)} ${unit}`,
    floor: floor ? number(floor) : '',
    ratio: ratio === null ? '' : ratio.toFixed(2),
    target: target ?? '',
    extra,
  })
  console.log(`${what}: ${number(per_s)} ${unit}${ratio === null ? '' : `, ${ratio.toFixed(2)} of its floor ${number(floor)}`} ${extra}`)
}
const times = ({ p50_ms, p99_ms }) => `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`
const checkAll = (result, status) => {
  const others = Object.entries(result.statuses).filter(([code]) => code !== String(status))
  if (others.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(result.statuses)}`)
}

const stage = await Stage.open()
const load = new Helper('http-load.mjs')
const receiver = new Helper('receiver.mjs')
try {
  const receiverPort = await receiver.ask('listen')
  const webhook = await stage.call('POST', '/v2/webhooks', { url: `http://127.0.0.1:${receiverPort}/`, enabled_events: ['*'] })
  const fire = (shapes, connections, seconds = SECONDS) => load.ask({ port: stage.port, connections, seconds, shapes })
  const drained = async () => {
    while ((await stage.count("select count(*) as n from deliveries where status = 'pending'")) > 0)
      await new Promise((resolve) => setTimeout(resolve, 200))
  }

  const sampleKey = randomUUID()
  const sample = await stage.call('POST', '/v2/shipments', CREATE, sampleKey)
  const statement = await floorStatement(stage.client, sample.id, sampleKey)
  let floor64 = 0

  if (wants('creates') || wants('batch')) {
    await fire([stage.shape('POST', '/v2/shipments', CREATE)], 16, 2)
    for (const connections of [1, 16, 64]) {
      await drained()
      const floor = await createFloor(stage.database, statement.text, connections, SECONDS)
      // The floor's deliveries are of no webhook's concern.
      await stage.client.query("delete from deliveries where event_id like 'f%'")
      floor64 = floor.per_s
      const result = await fire([stage.shape('POST', '/v2/shipments', CREATE)], connections)
      checkAll(result, 201)
      const extra = `${times(result)}; floor: ${statement.rows} rows by ${floor.by}`
      row(`signed creates, ${connections} connections`, result.per_s, 'creates/s', floor.per_s, connections === 64 ? '>= 0.6' : '', extra)
    }
    await drained()
  }

  if (wants('reads')) {
    const floorServer = new Helper('read-floor.mjs')
    const port = await floorServer.ask(stage.database)
    for (const connections of [16, 64]) {
      const bare = await load.ask({
        port,
        connections,
        seconds: SECONDS,
        shapes: [{ method: 'GET', path: `/v2/shipments/${sample.id}`, body: '', key: '', secret: null, idempotent: false }],
      })
      checkAll(bare, 200)
      const result = await fire([stage.shape('GET', `/v2/shipments/${sample.id}`)], connections)
      checkAll(result, 200)
      row(`signed reads, ${connections} connections`, result.per_s, 'reads/s', bare.per_s, '>= 0.6', times(result))
    }
    floorServer.stop()
  }

  if (wants('batch')) {
    const members = 1000
    const result = await fire([stage.shape('POST', '/v2/shipments/batch', { shipments: Array.from({ length: members }, () => CREATE) })], 2)
    checkAll(result, 201)
    row('batch of 1,000, 2 connections', result.per_s * members, 'members/s', floor64, '>= 1.0', times(result))
    await drained()
  }

  if (wants('deliveries')) {
    const { body } = (await stage.client.query('select body from events where shipment_id = $1 limit 1', [sample.id])).rows[0]
    const floorSender = new Helper('send-floor.mjs')
    const floor = await floorSender.ask({ port: receiverPort, body, connections: 10, seconds: SECONDS })
    floorSender.stop()
    await stage.call('PATCH', `/v2/webhooks/${webhook.id}`, { status: 'disabled' })
    for (let i = 0; i < 10; i++) await stage.call('POST', '/v2/shipments/batch', { shipments: Array.from({ length: 1000 }, () => CREATE) })
    await stage.call('PATCH', `/v2/webhooks/${webhook.id}`, { status: 'enabled' })
    const before = await stage.count("select count(*) as n from deliveries where status = 'delivered'")
    const start = performance.now()
    await stage.call('POST', `/v2/webhooks/${webhook.id}/recover`, { since: new Date(Date.now() - 3_600_000).toISOString() })
    await drained()
    const seconds = (performance.now() - start) / 1000
    const delivered = (await stage.count("select count(*) as n from deliveries where status = 'delivered'")) - before
    row('events delivered and recorded, 1 webhook', delivered / seconds, 'events/s', floor.per_s, '>= 0.4', `${delivered} events`)
  }

  if (wants('labels')) {
    for (const format of ['pdf', 'png', 'zpl']) {
      const result = await fire([stage.shape('GET', `/v2/shipments/${sample.id}/label?format=${format}`)], 4)
      checkAll(result, 200)
      row(`labels, ${format}`, result.per_s, 'labels/s', null, '', times(result))
    }
  }

  rows.push({
    what: 'peak memory of the service',
    figure: `${stage.peakMemory_mb()} MB`,
    floor: '',
    ratio: '',
    target: '< 300 MB',
    extra: '',
  })
} finally {
  load.stop()
  receiver.stop()
  await stage.close()
}

const date = new Date().toISOString().slice(0, 10)
console.log(`\n${date}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`)
console.log('| what | figure | floor | ratio | target | notes |\n|---|---|---|---|---|---|')
for (const { what, figure, floor, ratio, target, extra } of rows)
  console.log(`| ${what} | ${figure} | ${floor} | ${ratio} | ${target} | ${extra} |`)
