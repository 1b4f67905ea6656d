// Requests that no client library would send: requests that claim to come from a browser, raw sockets, and responses that are read slowly.
import http, { type IncomingMessage } from 'node:http'
import net, { type Socket } from 'node:net'

const TIMEOUT_MS = 60_000
const SIP_EVERY_MS = 100

/** Reads one chunk at a time. */
export const readSlowly = (response: IncomingMessage): void => {
  response.on('data', () => {
    response.pause()
    setTimeout(() => response.resume(), SIP_EVERY_MS)
  })
}

/** Sends a request with a browser's headers. Resolves with its status. */
export const browse = (port: number, from: string, method: string, path: string, body = ''): Promise<{ status: number }> =>
  new Promise((resolve, reject) => {
    const origin = `http://127.0.0.1:${port}`
    const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'X-Backhaul-Console': '1' }
    const headers = { ...page, ...(body !== '' && { 'Content-Type': 'application/json', 'Content-Length': body.length }) }
    const options = { port, host: '127.0.0.1', method, path, headers, agent: false as const, localAddress: from, timeout: TIMEOUT_MS }
    const request = http.request(options, (response) => {
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }))
      response.resume()
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.end(body)
  })

/** Opens a raw connection. Resolves when it is open or has failed. A failed socket is destroyed. */
export const connect = (port: number, from: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
    socket.on('error', () => {})
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => resolve(socket))
  })
