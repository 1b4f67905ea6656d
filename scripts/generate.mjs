// `npm run generate`: writes every generated file in git. Never edit docs/*.md, docs/*.sql or the types of packages/client by hand: a test
// compares them with the code. `npm run generate -- --openapi FILE` only writes the API document, to FILE.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const { openapi } = parseArgs({ options: { openapi: { type: 'string' } } }).values
bootstrap()
const { generatedFiles, openApiText } = await import('../packages/docs-site/dist/index.js')
if (openapi !== undefined) {
  writeFileSync(openapi, openApiText())
  process.exit()
}
const { statementsPage } = await import('../packages/server/tools/statements.mjs')
for (const [path, text] of [...generatedFiles(), ['docs/statements.md', statementsPage()]]) {
  const file = join(root, path)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`wrote ${path}`)
}
// The client is built from the files just written.
bootstrap()
