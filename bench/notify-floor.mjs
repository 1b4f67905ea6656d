// The floor of a webhook's latency: two bare processes. The server is a node:http server that inserts two events for each request, in one
// transaction with a NOTIFY, and answers. The sender listens, selects the new events and posts each with undici. There is no signature,
// validation, decision, lease, order or record of an attempt.
import http from 'node:http'
import pg from 'pg'
import { Pool } from 'undici'

const DATABASE_CONNECTIONS = 10
/** As many as the service uses for one webhook. */
const RECEIVER_CONNECTIONS = 10
const INSERT = {
  name: 'insert',
  text: "with added as (insert into events (body) values ($1), ($1)) select pg_notify('events', '')",
}
const SELECT = { name: 'select', text: 'select id, body from events where id > $1 order by id' }

/** `event` is an event of the service, and `order_id` the order id in it. */
const serve = async ({ database, event, order_id, answer }) => {
  const pool = new pg.Pool({ ...database, max: DATABASE_CONNECTIONS, options: '-c jit=off' })
  await pool.query('create table events (id bigint generated always as identity primary key, body text not null)')
  const server = http.createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString())
      await pool.query({ ...INSERT, values: [event.replaceAll(order_id, body.order_id)] })
      const text = JSON.stringify({ ...answer, order_id: body.order_id })
      response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }).end(text)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
}

const send = async ({ database, port }) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: RECEIVER_CONNECTIONS })
  const client = new pg.Client(database)
  await client.connect()
  let last = 0
  let isSelecting = false
  let isDue = false
  const post = async (body) => {
    const answer = await pool.request({ method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body })
    await answer.body.dump()
  }
  const deliver = async () => {
    isDue = true
    if (isSelecting) return
    isSelecting = true
    while (isDue) {
      isDue = false
      const { rows } = await client.query({ ...SELECT, values: [last] })
      for (const { id, body } of rows) {
        last = id
        void post(body)
      }
    }
    isSelecting = false
  }
  client.on('notification', deliver)
  await client.query('listen events')
  process.send?.('ready')
}

process.once('message', ({ role, ...job }) => (role === 'server' ? serve(job) : send(job)))
