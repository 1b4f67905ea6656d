// Loaded into a process of the service (`node --import`). A file says by how many seconds the process's wall clock is wrong. Its content may change at any time. Timers and monotonic clocks are not affected, as when somebody sets a machine's clock. Connections to receivers come from
// the process's own address, as if it ran on its own machine. Timers of one minute, such as that of archiving, fire ten times as often.
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { promisify } from 'node:util'
import type { Json } from '../lib/run.ts'

const CHECK_INTERVAL_MS = 100
const MINUTE_MS = 60_000
const SHORT_MINUTE_MS = 6000
const path = process.env.BACKHAUL_FAULTS_CLOCK ?? ''
const Real = Date
let wrong_ms = 0
const look = () => {
  try {
    wrong_ms = 1000 * Number(readFileSync(path, 'utf8'))
  } catch {
    // The file is missing or being written. The clock keeps its last error.
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
  setInterval(look, CHECK_INTERVAL_MS).unref()
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
    // The PostgreSQL driver passes no options object, so its connections come from the usual address.
    if (options?.host === '127.0.0.1') options.localAddress ??= localAddress
    return connect.apply(this, args as never)
  }
}
