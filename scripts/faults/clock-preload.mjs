// Loaded into a process of the service (`node --import`): its wall clock is wrong by as many seconds as a file says, which may change at any
// time. Timers and monotonic clocks go on, as they do when somebody sets the clock of a machine.
import { readFileSync } from 'node:fs'

const LOOK_MS = 100
const path = process.env.BACKHAUL_FAULTS_CLOCK
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

function Shifted(...args) {
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
  globalThis.Date = Shifted
}
