import * as fs from 'node:fs'
import { join } from 'node:path'

/**
 * Copies a directory with the modes of all its entries. Symbolic links are copied as links. `fs.cpSync` cannot be used: from Node 22 on it
 * creates directories with the modes that the umask allows.
 */
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
  // Set last, because the directory may be read-only.
  fs.chmodSync(to, mode)
}
