// What was built of packages/console, as a process serves it: read whole when it is first asked for, and again when another build has taken
// its place. A build is a folder that is moved into place (scripts/pages.mjs), with the hash of its sources in it, so that all processes of a
// machine see it without being told.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FixedAnswer } from '../http/fixed-answers.ts'

/** The hash of the sources; written last. */
export const STAMP = '.built-from'
/** Why there is no build of today's sources, in one line. */
export const FAILED = '.failed'
export const BUILT_PAGES = fileURLToPath(new URL('../../pages', import.meta.url))

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
}

interface Build {
  stamp: string
  /** By path, such as `/assets/counter-1a2b.js` and `/counter.html`. */
  files: ReadonlyMap<string, FixedAnswer>
}

export class BuiltPages {
  readonly #folder: string
  #build: Build | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  /** What is built now; the last one that was, while there is no other; null before the first. */
  async current(): Promise<Build | null> {
    const stamp = await this.#text(STAMP)
    if (stamp !== null && stamp !== this.#build?.stamp) this.#build = (await this.#read(stamp)) ?? this.#build
    return this.#build
  }

  /** A file whose name tells its content needs no look at the folder, if it is known. */
  async file(path: string): Promise<FixedAnswer | null> {
    return this.#build?.files.get(path) ?? (await this.current())?.files.get(path) ?? null
  }

  /** Why the last try to build them failed, or null. */
  failure(): Promise<string | null> {
    return this.#text(FAILED)
  }

  /** Null when the folder was exchanged meanwhile: whoever asks next reads it. */
  async #read(stamp: string): Promise<Build | null> {
    try {
      const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true })
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      const typed = paths.flatMap((path) => (TYPES[extname(path)] ? [{ path, type: TYPES[extname(path)] as string }] : []))
      const files = await Promise.all(
        typed.map(async ({ path, type }): Promise<[string, FixedAnswer]> => {
          const bytes = await readFile(path)
          return [`/${relative(this.#folder, path).split(sep).join('/')}`, new FixedAnswer(type, () => bytes)]
        }),
      )
      return (await this.#text(STAMP)) === stamp ? { stamp, files: new Map(files) } : null
    } catch {
      return null
    }
  }

  async #text(name: string): Promise<string | null> {
    try {
      return await readFile(join(this.#folder, name), 'utf8')
    } catch {
      return null
    }
  }
}
