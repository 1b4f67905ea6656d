// npm runs a command through a shell and sends SIGTERM only to that shell. If the shell did not replace itself with the command, it dies
// and leaves the command running, with nobody to stop it. So the command watches its parent. When the parent is gone, the command sends
// itself the missed signal.
const CHECK_EVERY_MS = 250

/** Does nothing unless npm started the command and waits for it. A script with `&` wants the command to outlive its shell. */
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
