// Runs all attackers in a process of the lowest priority (siege/helpers.ts), so that the service has priority over them. A message starts
// the attacks. The process reports the result of each attack and then ends.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Credentials } from '../lib/client.ts'
import { count, seeded } from '../lib/run.ts'
import type { Attack, Partner, Result, Siege } from './attack.ts'
import { PARTNERS } from './partners.ts'
import { Receivers } from './receivers.ts'
import { STRANGERS } from './strangers.ts'

/** Pause after an attempt that failed at once or was rate limited. */
const PAUSE_MS = 100

export interface Job {
  port: number
  /** Keys of each partner. */
  partners: Credentials[][]
  seed: number
  seconds: number
  only: string | null
}

const partnerOf = (port: number, keys: Credentials[], from: string): Partner => {
  const clients = keys.map((credentials) => new Client(port, credentials, from))
  let turn = 0
  return { next: () => clients[turn++ % clients.length] as Client, made: new Map() }
}

const besiege = async ({ port, partners, seed, seconds, only }: Job): Promise<{ results: Result[]; received: number }> => {
  const receivers = new Receivers()
  await receivers.open()
  const ends_ms = performance.now() + seconds * 1000
  const results: Result[] = []
  const run = async (attack: Attack, siege: Siege) => {
    const result: Result = { name: attack.name, minimum_per_s: attack.minimum_per_s, tried: 0, per_s: 0, statuses: {}, failures: {} }
    results.push(result)
    const loop = async () => {
      while (performance.now() < ends_ms) {
        const began_ms = performance.now()
        try {
          const answer = (await attack.run(siege)) as { status?: number } | undefined
          if (answer?.status) count(result.statuses, String(answer.status))
          if (answer?.status === 429) await sleep(PAUSE_MS)
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException
          count(result.failures, code ?? message.slice(0, 60))
        }
        result.tried += attack.each ?? 1
        if (performance.now() - began_ms < 1) await sleep(PAUSE_MS)
      }
    }
    await Promise.race([Promise.all(Array.from({ length: attack.at_once }, loop)), sleep(seconds * 1000)])
  }
  const key = partners[0]?.[0]?.api_key ?? ''
  const isPlayed = ({ name }: Attack) => !only || name.includes(only)
  await Promise.all(
    [...STRANGERS, ...PARTNERS].map(async (attack, i) => {
      if (!isPlayed(attack)) return
      const random = seeded(seed + i)
      const keys = partners[i - STRANGERS.length] ?? []
      await run(attack, { port, random, key, receivers, partner: partnerOf(port, keys, `127.0.2.${i}`) })
    }),
  )
  for (const result of results) result.per_s = result.tried / seconds
  return { results, received: receivers.received }
}

process.on('message', async (job: Job) => {
  process.send?.(await besiege(job))
  // Exits without first closing the open connections.
  process.exit(0)
})
// Connections may be reset at any time, even while a request is being written.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (!error.code) throw error
})
process.send?.('ready')
