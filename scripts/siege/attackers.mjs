// All attackers, in a process of the lowest priority (siege/processes.mjs): the machine is the service's. Told to start by a message; ends
// when it has told what each attack did.
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../seeded.mjs'
import { Client } from './client.mjs'
import { PARTNERS } from './partners.mjs'
import { Receivers } from './receivers.mjs'
import { STRANGERS } from './strangers.mjs'

/**
 * @typedef {object} Attack
 * @property {string} name
 * @property {number} at_once how many run at the same time
 * @property {number} minimum_per_s below it, the attack was none: about half of what it reaches on 2 processors, where its turns and what is left
 *   of the processors bound it
 * @property {boolean} [isOperator] its keys are an operator's
 * @property {number} [each] what one run counts as; 1 when absent
 * @property {(siege: object) => Promise<unknown>} run one try; it may fail
 */

/** After a try that failed at once, or was refused because of its rate. */
const PAUSE_MS = 100

class Partner {
  #clients
  #turn = 0

  constructor(port, keys, from) {
    this.#clients = keys.map((credentials) => new Client(port, credentials, from))
  }

  /** The client of the key whose turn it is. */
  next() {
    return this.#clients[this.#turn++ % this.#clients.length]
  }
}

const besiege = async ({ port, partners, seed, seconds, only }) => {
  const receivers = new Receivers()
  await receivers.open()
  const ends_ms = performance.now() + seconds * 1000
  const results = []
  const run = async (attack, context) => {
    const result = { name: attack.name, minimum_per_s: attack.minimum_per_s, tried: 0, statuses: {}, failures: {} }
    results.push(result)
    const loop = async () => {
      while (performance.now() < ends_ms) {
        const began_ms = performance.now()
        try {
          const answer = await attack.run(context)
          if (answer?.status) result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1
          if (answer?.status === 429) await sleep(PAUSE_MS)
        } catch (error) {
          const what = error.code ?? error.message.slice(0, 60)
          result.failures[what] = (result.failures[what] ?? 0) + 1
        }
        result.tried += attack.each ?? 1
        if (performance.now() - began_ms < 1) await sleep(PAUSE_MS)
      }
    }
    await Promise.race([Promise.all(Array.from({ length: attack.at_once }, loop)), sleep(seconds * 1000)])
  }
  const key = partners[0][0].api_key
  const isPlayed = ({ name }) => !only || name.includes(only)
  await Promise.all(
    [...STRANGERS, ...PARTNERS].map(async (attack, i) => {
      if (!isPlayed(attack)) return
      const random = seeded(seed + i)
      const keys = partners[i - STRANGERS.length]
      await run(attack, { port, random, key, receivers, partner: keys && new Partner(port, keys, `127.0.2.${i}`) })
    }),
  )
  for (const result of results) result.per_s = result.tried / seconds
  return { results, received: receivers.received }
}

process.on('message', async (job) => {
  process.send(await besiege(job))
  // Whatever is still open is let go at once.
  process.exit(0)
})
// Its connections are reset at any time, also while a request is being written.
process.on('uncaughtException', (error) => {
  if (!error.code) throw error
})
process.send('ready')
