// The sandbox for the pictures, in its own directory, with a small network simulated by the command line.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '../../packages/trials/dist/lib/client.js'
import { makeRunDirectory, removeRunDirectory } from '../../packages/trials/dist/lib/run.js'
import { Served, settings, told } from '../../packages/trials/dist/lib/service.js'

const NETWORK = ['--days', '9', '--parcels-per-day', '50', '--stores', '3', '--seed', '7']

/**
 * Sends one signed request with JSON, or with CSV if the body is a text. Resolves with the JSON of the answer, or with its bytes if it is
 * an image. Rejects with the message of a refusal.
 */
const caller = (client) => async (method, path, fields) => {
  const { status, headers, body } = await client.send(method, path, fields, typeof fields === 'string' ? { type: 'text/csv' } : {})
  if (headers['content-type']?.startsWith('image/')) return body
  const answer = JSON.parse(body.toString())
  if (status >= 300) throw new Error(`${method} ${path}: ${answer.error?.message ?? status}`)
  return answer
}

/** Starts the sandbox and fills it. `close` stops it and removes everything. */
export const startService = async () => {
  const directory = makeRunDirectory('screenshots')
  const data = join(directory, 'data')
  const env = settings(data)
  const server = new Served('the sandbox', env, 'all')
  const clients = []
  const close = async () => {
    for (const client of clients) client.close()
    await server.end()
    removeRunDirectory(directory, data)
  }
  try {
    await server.start()
    await told(env, 'simulate', ...NETWORK)
    const read = (name) => JSON.parse(readFileSync(join(data, name), 'utf8'))
    const { merchants, store_ids } = read('simulation.json')
    const callerOf = (keys) => caller(clients[clients.push(new Client(server.port, keys)) - 1])
    const { operator } = read('sandbox-credentials.json')
    return { url: server.url, operator: callerOf(operator), merchants: merchants.map(callerOf), store_ids, close }
  } catch (error) {
    await close()
    throw error
  }
}
