// The built console (packages/console, scripts/pages.mjs), as a process serves it. Its files are read at the first request and kept in
// memory.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FixedAnswer } from '../http/fixed-answers.ts'

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

/** Keyed by path, such as `/assets/counter-1a2b.js` and `/counter.html`. */
type Files = ReadonlyMap<string, FixedAnswer>

export class BuiltPages {
  readonly #folder: string
  #files: Promise<Files> | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Null if the file does not exist, or nothing is built yet. */
  async file(path: string): Promise<FixedAnswer | null> {
    this.#files ??= this.#read().catch((error) => {
      this.#files = null
      if (error.code === 'ENOENT') return new Map()
      throw error
    })
    return (await this.#files).get(path) ?? null
  }

  async #read(): Promise<Files> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const typed = paths.flatMap((path) => (TYPES[extname(path)] ? [{ path, type: TYPES[extname(path)] as string }] : []))
    const files = typed.map(async ({ path, type }): Promise<[string, FixedAnswer]> => {
      const bytes = await readFile(path)
      return [`/${relative(this.#folder, path).split(sep).join('/')}`, new FixedAnswer(type, () => bytes)]
    })
    return new Map(await Promise.all(files))
  }
}
