// npm runs a command through a shell and hands SIGTERM to that shell only. A shell that did not replace itself by the command dies of it and
// leaves the command behind, which would serve on with nobody to stop it. So the command looks after its parent, and when that is gone it sends
// itself the signal that it should have got.
const CHECK_EVERY_MS = 250

/** Does nothing unless npm started the command and waits for it: a script with `&` in it means the command to outlive its shell. */
export function endWithNpm() {
  const script = process.env.npm_lifecycle_script ?? ''
  if (!/\bbackhaul\b|\bscripts\/start\.mjs\b/.test(script) || script.includes('&')) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_EVERY_MS)
  timer.unref()
}
