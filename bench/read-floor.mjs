// The floor of a signed read: a bare Fastify route that does the same primary-key select and sends the row. It has no key, signature, rate
// limit or expiry.
import Fastify from 'fastify'
import pg from 'pg'

const CONNECTIONS = 10

process.once('message', async (database) => {
  const pool = new pg.Pool({ ...database, max: CONNECTIONS })
  const app = Fastify()
  app.get('/v2/shipments/:id', async (request, reply) => {
    const { rows } = await pool.query({ name: 'read', text: 'select * from shipments where id = $1', values: [request.params.id] })
    return reply.send(rows[0])
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.(app.server.address().port)
})
