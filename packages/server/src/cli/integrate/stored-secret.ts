import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf, StartupError } from '../../process/startup-error.ts'

const READABLE = /^[\x21-\x7e]{16,200}$/

const read = (file: string): string | null => {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new StartupError(`cannot read the secret in ${file}: ${reasonOf(error)}; give --secret`)
  }
  if (!READABLE.test(text))
    throw new StartupError(`${file} contains no valid secret; remove the file to get a new secret, or give --secret`)
  return text
}

/**
 * Returns the secret in this file, so that a receiver has to be configured only once. Creates the file (mode 0600) with a new secret when
 * it is missing. The file appears complete or not at all: two processes that start at once get the same secret. Throws StartupError.
 */
export const storedSecret = (file: string, make: () => string): string => {
  const known = read(file)
  if (known !== null) return known
  const next = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(next, `${make()}\n`, { mode: 0o600 })
    linkSync(next, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartupError(`cannot store a secret in ${file}: ${reasonOf(error)}; give --secret`)
  } finally {
    rmSync(next, { force: true })
  }
  return read(file) as string
}
