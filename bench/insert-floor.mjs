// The floor of a create at the other end of HTTP: a bare node:http server that parses the body, inserts the rows of one signed create in
// one prepared statement and transaction, and answers 201 with JSON of the size of the service's answer. It has no router, key, signature,
// validation, price or decision.
import http from 'node:http'
import pg from 'pg'
import { floorNumber, inDriver, randomNumber } from './create-floor.mjs'

const CONNECTIONS = 10

process.once('message', async ({ database, statement, answer }) => {
  const pool = new pg.Pool({ ...database, max: CONNECTIONS, options: '-c jit=off' })
  const text = inDriver(statement)
  let number = floorNumber()
  const server = http.createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const { order_id } = JSON.parse(Buffer.concat(chunks).toString())
      await pool.query({ name: 'create', text, values: [String(number++), randomNumber()] })
      const body = JSON.stringify({ ...answer, order_id })
      response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
})
