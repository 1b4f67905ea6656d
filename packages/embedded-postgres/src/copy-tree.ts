import * as fs from 'node:fs'
import { join } from 'node:path'

/** Copies a directory with the modes of all that is in it; symbolic links as they are. From Node 22 on `fs.cpSync` makes directories by the umask. */
export function copyTree(from: string, to: string): void {
  const { mode } = fs.statSync(from)
  fs.mkdirSync(to)
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target)
    else {
      fs.copyFileSync(source, target)
      fs.chmodSync(target, fs.statSync(source).mode)
    }
  }
  // Last: what may not be written in has been written by now.
  fs.chmodSync(to, mode)
}
