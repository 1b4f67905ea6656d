// Writes everything under /docs and the API document once for all processes: a folder with an index of paths, and one file for each
// encoding of each page. The server reads it (pages/built-reference.ts). Building the pages takes about a second, and would block
// everything else in a process. A separate program therefore does it (scripts/pages.mjs), and no process that answers requests loads this
// module.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuiltPage, type Endpoint, gainsByCompression, INDEX, tagOf } from '@backhaul/server/contracts'
import { readEventExamples, recordedByTitle } from './event-examples.ts'
import { buildOpenApi } from './openapi.ts'
import { Site, type SitePage } from './site.ts'

const ASSETS = { 'style.css': 'text/css', 'script.js': 'text/javascript', 'icon.svg': 'image/svg+xml' } as const

/**
 * Compresses a page. At this level, the result is at most two percent larger than at the highest level, and takes a twentieth of the time.
 */
const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 19,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

const pagesOf = (endpoints: Record<string, Endpoint>, docs: string | undefined): [string, Pick<SitePage, 'make'> & { type: string }][] => {
  const document = buildOpenApi(endpoints, recordedByTitle(readEventExamples()))
  const assets = Object.entries(ASSETS).map(([name, type]): [string, { type: string; make: () => Buffer }] => [
    `/docs/${name}`,
    { type, make: () => readFileSync(new URL(`../assets/${name}`, import.meta.url)) },
  ])
  return [
    ['/v2/openapi.json', { type: 'application/json', make: () => JSON.stringify(document) }],
    ...assets,
    ...new Site(document, docs).pages,
  ]
}

/**
 * Creates `folder` and writes all files, the index last. `docs`: the folder of the guides. Default: the folder of this project. A file is
 * named after the tag of its content, so it never changes. A process that still uses an earlier index therefore finds the right files.
 */
export const writeReference = (endpoints: Record<string, Endpoint>, folder: string, docs?: string): void => {
  mkdirSync(folder, { recursive: true })
  const write = (bytes: Buffer): string => {
    const tag = tagOf(bytes)
    writeFileSync(join(folder, tag), bytes)
    return tag
  }
  const pages = pagesOf(endpoints, docs).map(([path, { type, make }]): [string, BuiltPage] => {
    const bytes = Buffer.from(make())
    if (!gainsByCompression(type, bytes)) return [path, { type, tags: { identity: write(bytes) } }]
    // Only the compressed forms are stored, because they are about an eighth as large. For the few clients that request the uncompressed
    // form, the server decompresses them.
    return [path, { type, tags: { identity: tagOf(bytes), gzip: write(gzipSync(bytes, { level: 9 })), br: write(brotli(bytes)) } }]
  })
  writeFileSync(join(folder, INDEX), JSON.stringify(pages))
}
