// Random sequences of commands on several parcels at once, sent to the real service and to a small model of the documents. In any order,
// allowed or not, both must give the same answers, the same shipments and the same events. A failure prints the shortest sequence that
// shows it and how to replay it. MODEL_RUNS sets the number of sequences.
import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storesOf } from '../conformance/support.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newWorld, STATUSES } from './model.ts'
import { met } from './model-command.ts'
import { anyCommand, arrival, arrive } from './model-commands.ts'
import { expectWorld, type Real } from './model-driver.ts'

const { MODEL_SEED, MODEL_PATH, MODEL_REPLAY } = process.env
const RUNS = Number(process.env.MODEL_RUNS ?? 10)
const SEED = Number(MODEL_SEED ?? randomInt(2 ** 31 - 1))
/** With this many sequences, every status occurs, and at least ENOUGH_CELLS of some 600 pairs of command and status. */
const ENOUGH_RUNS = 100
const ENOUGH_CELLS = 250
/** A sequence takes a fifth of a second. The rest of the time is for shrinking a failure. */
const LIMIT_MS = 90_000 + RUNS * 2_000

let service: TestService
let stores: string[]
const prices: Real['prices'] = new Map()
beforeAll(async () => {
  service = await startTestService()
  stores = (await storesOf(service.demo)).slice(0, 2).map(({ store_id }) => store_id)
})
afterAll(() => service.close())

const property = fc.asyncProperty(
  fc.array(arrival, { minLength: 1, maxLength: 3 }),
  fc.commands([anyCommand], { maxCommands: 40, size: 'max', ...(MODEL_REPLAY && { replayPath: MODEL_REPLAY }) }),
  async (arrivals, commands) => {
    const client = await service.partner()
    const world = newWorld()
    const real: Real = { client, stores, prices, parcels: [], pickups: [], sweeps: [], tenders: [] }
    for (const one of arrivals) await arrive(world, real, one)
    await fc.asyncModelRun(() => ({ model: world, real }), commands)
    await expectWorld(world, real)
  },
)

let tried = 0

test('any sequence of commands has the same effect on the service and on the model', { timeout: LIMIT_MS + 60_000 }, async () => {
  const details = await fc.check(property, {
    seed: SEED,
    numRuns: RUNS,
    interruptAfterTimeLimit: LIMIT_MS,
    ...(MODEL_PATH && { path: MODEL_PATH }),
  })
  tried = details.numRuns
  if (details.failed) {
    const shown = fc.stringify(details.counterexample)
    const replay = /replayPath="([^"]*)"/.exec(shown)?.[1] ?? ''
    const again = `MODEL_SEED=${details.seed} MODEL_PATH=${details.counterexamplePath} MODEL_REPLAY='${replay}'`
    throw new Error(`${again} shows it again, after ${details.numRuns} sequences:\n${shown}`, { cause: details.errorInstance })
  }
})

test('the sequences reached every status, and most commands in most statuses', ({ skip }) => {
  skip(tried < ENOUGH_RUNS, `${tried} sequences were tried, and ${ENOUGH_RUNS} are enough to tell`)
  const reached = STATUSES.filter((status) => [...met].some((cell) => cell.endsWith(` ${status}`)))
  expect(reached).toEqual(STATUSES)
  expect(met.size).toBeGreaterThan(ENOUGH_CELLS)
})
