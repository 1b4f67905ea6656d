// Loaded into a process of the service (`node --import`). Its wall clock is wrong by as many seconds as a file says, which may change at any
// time: timers and monotonic clocks go on, as they do when somebody sets the clock of a machine. What it opens to a receiver comes from an
// address of its own, as from a machine of its own. And what is done once a minute, such as archiving, is done ten times in one.
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { promisify } from 'node:util'
import type { Json } from '../lib/run.ts'

const LOOK_MS = 100
const MINUTE_MS = 60_000
const SHORT_MINUTE_MS = 6000
const path = process.env.BACKHAUL_FAULTS_CLOCK ?? ''
const Real = Date
let wrong_ms = 0
const look = () => {
  try {
    wrong_ms = 1000 * Number(readFileSync(path, 'utf8'))
  } catch {
    // It is being written, or gone: as it was.
  }
}
const now = () => Real.now() + wrong_ms

function Shifted(this: unknown, ...args: Json[]) {
  if (!new.target) return new Real(now()).toString()
  return Reflect.construct(Real, args.length === 0 ? [now()] : args, new.target === Shifted ? Real : new.target)
}
Object.setPrototypeOf(Shifted, Real)
Shifted.prototype = Real.prototype
Shifted.now = now
Object.defineProperty(Real.prototype, 'constructor', { value: Shifted, writable: true, configurable: true })

if (path) {
  look()
  setInterval(look, LOOK_MS).unref()
  globalThis.Date = Shifted as unknown as DateConstructor
}

const { setTimeout: wait } = globalThis
const shortened = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
  wait(run, ms === MINUTE_MS ? SHORT_MINUTE_MS : ms, ...args)
globalThis.setTimeout = Object.assign(shortened, { [promisify.custom]: wait[promisify.custom as never] }) as unknown as typeof wait

const localAddress = process.env.BACKHAUL_FAULTS_ADDRESS
if (localAddress) {
  const { connect } = net.Socket.prototype
  net.Socket.prototype.connect = function (this: net.Socket, ...args: Json[]) {
    const options = Array.isArray(args[0]) ? args[0][0] : args[0]
    // PostgreSQL, to which the driver gives no options, knows this machine by one address.
    if (options?.host === '127.0.0.1') options.localAddress ??= localAddress
    return connect.apply(this, args as never)
  }
}
