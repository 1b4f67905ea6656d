// The floor of a delivery: an undici loop that posts the same bytes to the same receiver over the same number of connections. It has no
// queue, lease, record or signature.
import { Pool } from 'undici'

process.on('message', async ({ port, body, connections, seconds }) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections })
  const until = performance.now() + seconds * 1000
  let done = 0
  const loop = async () => {
    while (performance.now() < until) {
      const { body: answer } = await pool.request({ method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body })
      await answer.dump()
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  await pool.close()
  process.send?.({ per_s: done / seconds })
})
