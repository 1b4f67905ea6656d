// The floor of a signed read: a bare node:http server that runs the service's own select for one shipment by its id and sends the row as
// JSON. It has no router, key, signature, rate limit or expiry.
import http from 'node:http'
import pg from 'pg'

const CONNECTIONS = 10

process.once('message', async ({ database, text, tenant }) => {
  const pool = new pg.Pool({ ...database, max: CONNECTIONS, options: '-c jit=off' })
  const server = http.createServer(async (request, response) => {
    const id = request.url.slice(request.url.lastIndexOf('/') + 1)
    const { rows } = await pool.query({ name: 'read', text, values: [id, tenant] })
    const body = JSON.stringify(rows[0])
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
})
