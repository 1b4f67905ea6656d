// Writes everything under /docs and the API document once for all processes (pages/built-reference.ts of the server reads it): a folder
// with an index of paths and one file for each form of each page. Building takes about a second and would block everything else. So a
// separate program does it (scripts/pages.mjs), and no process that answers requests loads this module.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuiltPage, type Endpoint, gainsByCompression, INDEX, tagOf } from '@backhaul/server/contracts'
import { readEventExamples, recordedByTitle } from './event-examples.ts'
import { buildOpenApi } from './openapi.ts'
import { Site, type SitePage } from './site.ts'

const ASSETS = { 'style.css': 'text/css', 'script.js': 'text/javascript', 'icon.svg': 'image/svg+xml' } as const

/** The result is within two percent of the highest levels for these pages, in a twentieth of their time. */
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
 * Creates `folder` and writes all files, the index last. `docs`: the folder of the guides. Defaults to this project's. A file is named by
 * its tag. So the text under a name is always the one that the index promised, also for a process that read an earlier index.
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
    // Stored only compressed, an eighth of the bytes. The few clients that ask for the uncompressed form get it unpacked.
    return [path, { type, tags: { identity: tagOf(bytes), gzip: write(gzipSync(bytes, { level: 9 })), br: write(brotli(bytes)) } }]
  })
  writeFileSync(join(folder, INDEX), JSON.stringify(pages))
}
