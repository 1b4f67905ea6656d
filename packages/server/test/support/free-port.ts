import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 20_000
const COUNT = 12_000

/**
 * A port of 127.0.0.1 for something that is to listen later. Below those that Linux gives to whoever asks for any, so none of those who do
 * meanwhile gets it.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
