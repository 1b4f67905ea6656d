import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  socket: Socket
  body: Buffer
}

export interface Receiver {
  url: string
  port: number
  close(): void
}

/**
 * `take` gets each complete request. The receiver answers 200 unless `take` returns true, which means that `take` sends the answer. With
 * `port` 0, the receiver uses any free port.
 */
export const openReceiver = async (take: (received: Received, response: ServerResponse) => unknown, port = 0): Promise<Receiver> => {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers, socket } = request
      if (take({ path: url, headers, socket, body: Buffer.concat(chunks) }, response) !== true)
        response.writeHead(200, { 'Content-Length': 2 }).end('ok')
    })
    for (const one of [request, response]) one.on('error', () => {})
  })
  server.keepAliveTimeout = 600_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${at}`, port: at, close }
}
