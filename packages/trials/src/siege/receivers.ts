// Faulty receivers. The path of a webhook selects the fault.
import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

const POUR = Buffer.alloc(64 * 1024, 'x')
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

const pour = (socket: Socket): void => {
  while (!socket.destroyed && socket.write(POUR));
  socket.once('drain', () => pour(socket))
}

/** For each fault: what the receiver does with the connection of a request. */
const ILLNESSES: Record<string, (socket: Socket) => void> = {
  hang: () => {},
  status: (socket) => socket.write('HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n'),
  gone: (socket) => socket.write('HTTP/1.1 503 Later\r\nRetry-After: 999999999\r\nContent-Length: 0\r\n\r\n'),
  reset: (socket) => socket.resetAndDestroy(),
  close: (socket) => socket.end(),
  garbage: (socket) => socket.end('220 mail.example ready\r\n'),
  redirect: (socket) => socket.write('HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n'),
  twice: (socket) => socket.write(OK + OK),
  endless: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n')
    pour(socket)
  },
  headers: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Long: ')
    pour(socket)
  },
  drip: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
    const timer = setInterval(() => socket.write('.'), 500)
    socket.once('close', () => clearInterval(timer))
  },
}

export class Receivers {
  readonly illnesses = Object.keys(ILLNESSES)
  received = 0
  readonly #server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const illness = /^POST \/(\w+) /.exec(chunk.toString('latin1', 0, 40))?.[1]
      if (!illness) return
      this.received++
      ILLNESSES[illness]?.(socket)
    })
  })

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  url(illness: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${illness}`
  }
}
