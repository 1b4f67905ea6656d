// npm runs a command through a shell, and sends SIGTERM only to this shell. The shell may not have replaced itself with the command. In
// this case the shell ends, and the command continues to run, although nobody can stop it. The command therefore watches its parent. When
// the parent is gone, the command sends itself the signal that it missed.
const CHECK_EVERY_MS = 250

/**
 * Does nothing unless npm started the command and waits for it. A script that contains `&` runs the command in the background, where it
 * must continue after the shell has ended.
 */
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
